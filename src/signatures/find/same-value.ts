/** Whether a value says the same in two revisions: through references, dictionary order aside. */
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, type PdfRevision, PdfString } from '../../pdf/index.js';

interface Sides {
  readonly before: PdfRevision;
  readonly after: PdfRevision;
  readonly visited: Set<string>;
}

/** A signature's /Reference may name the whole document under /Data (12.8.1): that is not part of its value. */
const OUTSIDE = new Set(['Data']);
const DEEPEST = 40;

/** Streams are compared by reference alone: a signature dictionary holds none. */
export function sameValue(before: PdfRevision, a: PdfObject, after: PdfRevision, b: PdfObject): boolean {
  if (a === b && (before === after || isSelfContained(a))) return true;
  return same({ before, after, visited: new Set() }, a, b, 0);
}

/** Without a reference it says the same in every revision: what most signature dictionaries are, and a file has many. */
function isSelfContained(value: PdfObject): boolean {
  if (value instanceof PdfDict) return [...value.entries.values()].every(isSelfContained);
  return value instanceof PdfArray ? value.items.every(isSelfContained) : !(value instanceof PdfRef);
}

function same(sides: Sides, a: PdfObject, b: PdfObject, depth: number): boolean {
  if (depth > DEEPEST) return false;
  if (a instanceof PdfRef || b instanceof PdfRef) return sameTarget(sides, a, b, depth);
  if (a instanceof PdfName) return b instanceof PdfName && a.name === b.name;
  if (a instanceof PdfString) return b instanceof PdfString && sameString(a, b);
  if (a instanceof PdfArray) return b instanceof PdfArray && sameItems(sides, a, b, depth);
  if (a instanceof PdfDict) return b instanceof PdfDict && sameEntries(sides, a, b, depth);
  return a === b;
}

/** Two references compared before are not followed again: loops end, and their targets count the first time. */
function sameTarget(sides: Sides, a: PdfObject, b: PdfObject, depth: number): boolean {
  const pair = `${a} ${b}`;
  if (a instanceof PdfRef && b instanceof PdfRef) {
    if (sides.visited.has(pair)) return true;
    sides.visited.add(pair);
  }
  return same(sides, sides.before.resolve(a), sides.after.resolve(b), depth + 1);
}

const sameString = (a: PdfString, b: PdfString): boolean =>
  (a.span !== null && a.span.start === b.span?.start) || Buffer.compare(a.bytes, b.bytes) === 0;

const sameItems = (sides: Sides, a: PdfArray, b: PdfArray, depth: number): boolean =>
  a.items.length === b.items.length && a.items.every((item, i) => same(sides, item, b.items[i]!, depth + 1));

/** An entry of null is a missing one (7.3.7). */
function sameEntries(sides: Sides, a: PdfDict, b: PdfDict, depth: number): boolean {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()]);
  return [...keys].every(key => OUTSIDE.has(key) || same(sides, a.get(key) ?? null, b.get(key) ?? null, depth + 1));
}
