/** Compares a value in two revisions: references are followed, the order of dictionary entries is ignored. */
import {
  everyEntry,
  isComposite,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  PdfStream,
  PdfString,
  partsOf,
} from '../../pdf/index.js';
import { cached, pairwise } from '../../system/collections.js';

interface Sides {
  readonly before: PdfRevision;
  readonly after: PdfRevision;
  readonly visited: Set<string>;
  readonly isIgnored: Ignored;
}

/** Whether an added entry makes no difference. */
type Ignored = (owner: PdfDict, key: string, added: PdfObject) => boolean;

/** /Data of a signature reference may point to the whole document (12.8.1), which is not part of the value. */
const OUTSIDE = new Set(['Data']);
const MAX_DEPTH = 40;

/** Streams have the same value only if they are the same bytes of the file, and so are those that they refer to. */
export function sameValue(
  before: PdfRevision,
  a: PdfObject,
  after: PdfRevision,
  b: PdfObject,
  isIgnored: Ignored = () => false,
): boolean {
  if (a === b && (before === after || isSelfContained(a))) return true;
  return same({ before, after, visited: new Set(), isIgnored }, a, b, 0);
}

/** Kept, as each later revision asks again. */
const hasNoReferences = cached((value: PdfArray | PdfDict | PdfStream): boolean =>
  [...partsOf(value)].every(isSelfContained),
);

/** A value without references is the same in every revision. Most signature dictionaries have none. */
const isSelfContained = (value: PdfObject): boolean =>
  isComposite(value) ? hasNoReferences(value) : !(value instanceof PdfRef);

function same(sides: Sides, a: PdfObject, b: PdfObject, depth: number): boolean {
  sides.after.budget.step();
  if (depth > MAX_DEPTH) return false;
  if (a === b && isSelfContained(a)) return true;
  if (a instanceof PdfRef || b instanceof PdfRef) return sameTarget(sides, a, b, depth);
  if (a instanceof PdfName) return b instanceof PdfName && a.name === b.name;
  if (a instanceof PdfString) return b instanceof PdfString && sameString(sides, a, b);
  if (a instanceof PdfArray) return b instanceof PdfArray && sameItems(sides, a, b, depth);
  if (a instanceof PdfDict) return b instanceof PdfDict && sameEntries(sides, a, b, depth);
  if (a instanceof PdfStream) return a === b && sameEntries(sides, a.dict, a.dict, depth);
  return a === b;
}

/** Each pair of references is compared once, which also ends loops. */
function sameTarget(sides: Sides, a: PdfObject, b: PdfObject, depth: number): boolean {
  const pair = `${a} ${b}`;
  if (a instanceof PdfRef && b instanceof PdfRef) {
    if (sides.visited.has(pair)) return true;
    sides.visited.add(pair);
  }
  return same(sides, sides.before.resolve(a), sides.after.resolve(b), depth + 1);
}

function sameString({ after }: Sides, a: PdfString, b: PdfString): boolean {
  if (a.span !== null && a.span.start === b.span?.start) return true;
  after.budget.spendSearched(a.bytes.length);
  return Buffer.compare(a.bytes, b.bytes) === 0;
}

const sameItems = (sides: Sides, a: PdfArray, b: PdfArray, depth: number): boolean =>
  pairwise(a.items, b.items, (from, to) => same(sides, from, to, depth + 1));

/** An entry with the value null is equivalent to a missing one (7.3.7). */
function sameEntries(sides: Sides, a: PdfDict, b: PdfDict, depth: number): boolean {
  sides.after.budget.step(a.entries.size + b.entries.size); // all keys are listed first
  return everyEntry(
    a,
    b,
    (key, from, to) =>
      OUTSIDE.has(key) || same(sides, from, to, depth + 1) || (from === null && sides.isIgnored(a, key, to)),
  );
}
