/** Canonical equality of a value in two revisions: how it is written, packed or numbered makes no difference. */
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../../pdf/index.js';
import type { Snapshot } from './snapshot.js';

export interface Pair {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** Pairs of references followed by one comparison: a graph that needs more is called different. */
const MOST_PAIRS = 20_000;
const DEEPEST = 200;

/**
 * The same reference on both sides is equal: its object is compared in its own right. Different references are equal when
 * what they lead to is.
 */
export function equal(pair: Pair, before: PdfObject, after: PdfObject): boolean {
  return same(pair, before, after, new Set(), 0);
}

function same(pair: Pair, a: PdfObject, b: PdfObject, seen: Set<string>, depth: number): boolean {
  if (depth > DEEPEST) return false;
  if (a instanceof PdfRef || b instanceof PdfRef) return sameTarget(pair, a, b, seen, depth);
  if (a instanceof PdfName) return b instanceof PdfName && a.name === b.name;
  if (a instanceof PdfString) return b instanceof PdfString && Buffer.compare(a.bytes, b.bytes) === 0;
  if (a instanceof PdfArray) return b instanceof PdfArray && sameItems(pair, a, b, seen, depth);
  if (a instanceof PdfDict) return b instanceof PdfDict && sameEntries(pair, a, b, NOTHING, seen, depth);
  if (a instanceof PdfStream) return b instanceof PdfStream && sameStream(pair, a, b, seen, depth);
  return a === b;
}

function sameTarget(pair: Pair, a: PdfObject, b: PdfObject, seen: Set<string>, depth: number): boolean {
  if (a instanceof PdfRef && b instanceof PdfRef) {
    if (a.num === b.num && a.gen === b.gen) return true;
    const key = `${a.num} ${b.num}`;
    if (seen.has(key)) return true;
    if (seen.size >= MOST_PAIRS) return false;
    seen.add(key);
  }
  return same(pair, pair.before.revision.resolve(a), pair.after.revision.resolve(b), seen, depth + 1);
}

const sameItems = (pair: Pair, a: PdfArray, b: PdfArray, seen: Set<string>, depth: number): boolean =>
  a.items.length === b.items.length && a.items.every((item, i) => same(pair, item, b.items[i]!, seen, depth + 1));

const NOTHING: ReadonlySet<string> = new Set();

/** An entry of null is a missing one (7.3.7). */
function sameEntries(
  pair: Pair,
  a: PdfDict,
  b: PdfDict,
  except: ReadonlySet<string>,
  seen: Set<string>,
  depth: number,
): boolean {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()]);
  return [...keys].every(key => except.has(key) || same(pair, a.get(key) ?? null, b.get(key) ?? null, seen, depth + 1));
}

/** How the data is packed (7.3.8.2). */
const PACKING = new Set(['Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL']);

function sameStream(pair: Pair, a: PdfStream, b: PdfStream, seen: Set<string>, depth: number): boolean {
  if (a === b) return true;
  return sameEntries(pair, a.dict, b.dict, PACKING, seen, depth) && sameData(pair, a, b);
}

/** /F makes the data that of another file, which nobody signed. */
export function sameData({ before, after }: Pair, a: PdfStream, b: PdfStream): boolean {
  if (a.dict.has('F') || b.dict.has('F')) return false;
  const [from, to] = [before.revision.decode(a), after.revision.decode(b)];
  if (from.pending === to.pending && !from.damaged && !to.damaged) return Buffer.compare(from.bytes, to.bytes) === 0;
  return Buffer.compare(before.revision.rawStream(a), after.revision.rawStream(b)) === 0 && sameFilters(a, b);
}

const sameFilters = (a: PdfStream, b: PdfStream): boolean =>
  JSON.stringify(a.dict.get('Filter') ?? null) === JSON.stringify(b.dict.get('Filter') ?? null);

export const packsOnly = (key: string): boolean => PACKING.has(key);
