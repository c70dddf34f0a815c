/**
 * The attacks that the verifier must detect: the published ones on signed PDFs (universal forgery, incremental
 * saving, signature wrapping, 2019; shadow attacks, 2021; attacks on certification, 2021), known ones on CMS,
 * certificates and readers, and families of changes after signing. Each is built from a clean document and has a twin: a
 * similar document that must be accepted.
 */
import type { Family, Row } from './attack.js';
import { CHANGING } from './changing.js';
import { MESSAGES } from './messages.js';
import { PLACING } from './placing.js';
import { READING } from './reading.js';
import { TRUSTING } from './trusting.js';

export type { Attack, Document, Family, Seen } from './attack.js';
export { isAsExpected, see, seeOnce } from './attack.js';
export { FAMILIES } from './families/index.js';

const PUBLISHED: readonly Row[] = [...PLACING, ...CHANGING, ...MESSAGES, ...TRUSTING, ...READING].toSorted(
  (a, b) => a.number - b.number,
);

/** The published attacks, with the number of their row. */
export const ROWS: readonly (Family & { readonly number: number })[] = PUBLISHED.map(
  ({ number, name, attacks, twin, accepted = 'valid', visible = false }) => ({
    number,
    name,
    clause: `published attack ${number}`,
    attacks: attacks.map(attack => ({ ...attack, twin, accepted, visible })),
  }),
);
