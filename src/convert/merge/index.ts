/** Loaded with the first work on PDFs that no engine does. */

export { mergeInputs, type PdfHost } from './merge.js';
export { describePdf, operateOn } from './operate.js';
export { convertOperated } from './operated.js';
export { createMergePool, type MergePool } from './pool.js';
