/**
 * The attacks that the verifier must detect: the published ones on signed PDFs (universal forgery, incremental
 * saving, signature wrapping, 2019; shadow attacks, 2021; attacks on certification, 2021), and known ones on CMS,
 * certificates and readers. Each is built from a clean document.
 */
import type { Row } from './attack.js';
import { CHANGING } from './changing.js';
import { MESSAGES } from './messages.js';
import { PLACING } from './placing.js';
import { READING } from './reading.js';
import { TRUSTING } from './trusting.js';

export type { Row } from './attack.js';
export { isAsExpected, see } from './attack.js';

export const ROWS: readonly Row[] = [...PLACING, ...CHANGING, ...MESSAGES, ...TRUSTING, ...READING].toSorted(
  (a, b) => a.number - b.number,
);
