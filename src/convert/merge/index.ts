/** Loaded with the first merge. */
export { mergeInputs } from './merge.js';
export { createMergePool, type MergePool } from './pool.js';
