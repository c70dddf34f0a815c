/** Canonical equality of a value in two revisions: how it is written, packed or numbered makes no difference. */
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../../pdf/index.js';
import type { Snapshot } from './snapshot.js';

export interface Pair {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Pairs of references that were compared, by place. */
  readonly compared: Set<string>;
  /** Pairs of streams whose data was compared: they are large, and met in several places. */
  readonly sameData: Map<string, boolean>;
}

export const pairOf = (before: Snapshot, after: Snapshot): Pair => ({
  before,
  after,
  compared: new Set(),
  sameData: new Map(),
});

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

/** Equal without following references: other numbers are another value. */
export function alike(pair: Pair, before: PdfObject, after: PdfObject): boolean {
  return same(pair, before, after, null, 0);
}

function same(pair: Pair, a: PdfObject, b: PdfObject, seen: Set<string> | null, depth: number): boolean {
  if (depth > DEEPEST) return false;
  if (a instanceof PdfRef || b instanceof PdfRef) return sameTarget(pair, a, b, seen, depth);
  if (a instanceof PdfName) return b instanceof PdfName && a.name === b.name;
  if (a instanceof PdfString) return b instanceof PdfString && Buffer.compare(a.bytes, b.bytes) === 0;
  if (a instanceof PdfArray) return b instanceof PdfArray && sameItems(pair, a, b, seen, depth);
  if (a instanceof PdfDict) return b instanceof PdfDict && sameEntries(pair, a, b, NOTHING, seen, depth);
  if (a instanceof PdfStream) return b instanceof PdfStream && sameStream(pair, a, b, seen, depth);
  return a === b;
}

/** `seen`: pairs of references on the way, or null when none is followed. */
function sameTarget(pair: Pair, a: PdfObject, b: PdfObject, seen: Set<string> | null, depth: number): boolean {
  if (a instanceof PdfRef && b instanceof PdfRef) {
    if (a.num === b.num && a.gen === b.gen) return true;
    if (seen === null) return false;
    const key = `${a.num} ${b.num}`;
    if (seen.has(key)) return true;
    if (seen.size >= MOST_PAIRS) return false;
    seen.add(key);
  }
  if (seen === null) return false;
  return same(pair, pair.before.revision.resolve(a), pair.after.revision.resolve(b), seen, depth + 1);
}

const sameItems = (pair: Pair, a: PdfArray, b: PdfArray, seen: Set<string> | null, depth: number): boolean =>
  a.items.length === b.items.length && a.items.every((item, i) => same(pair, item, b.items[i]!, seen, depth + 1));

const NOTHING: ReadonlySet<string> = new Set();

/** An entry of null is a missing one (7.3.7). */
function sameEntries(
  pair: Pair,
  a: PdfDict,
  b: PdfDict,
  except: ReadonlySet<string>,
  seen: Set<string> | null,
  depth: number,
): boolean {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()]);
  return [...keys].every(key => except.has(key) || same(pair, a.get(key) ?? null, b.get(key) ?? null, seen, depth + 1));
}

/** How the data is packed (7.3.8.2). */
const PACKING = new Set(['Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL']);

function sameStream(pair: Pair, a: PdfStream, b: PdfStream, seen: Set<string> | null, depth: number): boolean {
  if (a === b) return true;
  return sameEntries(pair, a.dict, b.dict, PACKING, seen, depth) && sameData(pair, a, b);
}

export function sameData(pair: Pair, a: PdfStream, b: PdfStream): boolean {
  const key = `${a.data.start} ${b.data.start}`;
  const known = pair.sameData.get(key) ?? readsSame(pair, a, b);
  pair.sameData.set(key, known);
  return known;
}

/** /F makes the data that of another file, which nobody signed. */
function readsSame({ before, after }: Pair, a: PdfStream, b: PdfStream): boolean {
  if (a.dict.has('F') || b.dict.has('F')) return false;
  const [rawFrom, rawTo] = [before.revision.rawStream(a), after.revision.rawStream(b)];
  if (Buffer.compare(rawFrom, rawTo) === 0 && sameFilters(a, b)) return true;
  const [from, to] = [before.revision.decode(a), after.revision.decode(b)];
  const readable = from.pending === to.pending && !from.damaged && !to.damaged;
  return readable && Buffer.compare(from.bytes, to.bytes) === 0;
}

/** Filters that are stated by reference are decoded and compared. */
function sameFilters(a: PdfStream, b: PdfStream): boolean {
  const stated = ({ dict }: PdfStream) => JSON.stringify([dict.get('Filter') ?? null, parametersOf(dict)]);
  return stated(a) === stated(b);
}

const parametersOf = (dict: PdfDict): unknown => {
  const parameters = dict.get('DecodeParms') ?? null;
  return parameters instanceof PdfDict ? [...parameters.entries] : parameters;
};

export const packsOnly = (key: string): boolean => PACKING.has(key);
