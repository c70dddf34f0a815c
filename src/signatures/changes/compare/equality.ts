/** Canonical equality of values in two revisions, regardless of syntax, encoding and object numbers. */
import { PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../pdf/index.js';
import type { Snapshot } from './snapshot.js';

export interface RevisionPair {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Pairs of references already compared, by context. */
  readonly compared: Set<string>;
  /** Results for pairs of streams: they are large, and occur in several contexts. */
  readonly sameData: Map<string, boolean>;
}

export const revisionPair = (before: Snapshot, after: Snapshot): RevisionPair => ({
  before,
  after,
  compared: new Set(),
  sameData: new Map(),
});

/** Pairs of references followed by one comparison: a graph that needs more counts as different. */
const MAX_PAIRS = 20_000;
const MAX_DEPTH = 200;

/**
 * The same reference on both sides is equal: its object is compared separately. Different references are equal if the
 * values that they refer to are equal.
 */
export function equalResolved(pair: RevisionPair, before: PdfObject, after: PdfObject): boolean {
  return same(pair, before, after, new Set(), 0);
}

/** Equality without following references: different references are different values. */
export function equalAsWritten(pair: RevisionPair, before: PdfObject, after: PdfObject): boolean {
  return same(pair, before, after, null, 0);
}

function same(pair: RevisionPair, a: PdfObject, b: PdfObject, seen: Set<string> | null, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (a instanceof PdfRef || b instanceof PdfRef) return sameTarget(pair, a, b, seen, depth);
  if (a instanceof PdfName) return b instanceof PdfName && a.name === b.name;
  if (a instanceof PdfString) return b instanceof PdfString && Buffer.compare(a.bytes, b.bytes) === 0;
  if (a instanceof PdfArray) return b instanceof PdfArray && sameItems(pair, a, b, seen, depth);
  if (a instanceof PdfDict) return b instanceof PdfDict && sameEntries(pair, a, b, NOTHING, seen, depth);
  if (a instanceof PdfStream) return b instanceof PdfStream && sameStream(pair, a, b, seen, depth);
  return a === b;
}

/** `seen`: pairs of references followed so far, or null when references are not followed. */
function sameTarget(pair: RevisionPair, a: PdfObject, b: PdfObject, seen: Set<string> | null, depth: number): boolean {
  if (a instanceof PdfRef && b instanceof PdfRef) {
    if (a.num === b.num && a.gen === b.gen) return true;
    if (seen === null) return false;
    const key = `${a.num} ${b.num}`;
    if (seen.has(key)) return true;
    if (seen.size >= MAX_PAIRS) return false;
    seen.add(key);
  }
  if (seen === null) return false;
  return same(pair, pair.before.revision.resolve(a), pair.after.revision.resolve(b), seen, depth + 1);
}

const sameItems = (pair: RevisionPair, a: PdfArray, b: PdfArray, seen: Set<string> | null, depth: number): boolean =>
  a.items.length === b.items.length && a.items.every((item, i) => same(pair, item, b.items[i]!, seen, depth + 1));

const NOTHING: ReadonlySet<string> = new Set();

/** An entry with the value null is equivalent to a missing one (7.3.7). */
function sameEntries(
  pair: RevisionPair,
  a: PdfDict,
  b: PdfDict,
  except: ReadonlySet<string>,
  seen: Set<string> | null,
  depth: number,
): boolean {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()]);
  return [...keys].every(key => except.has(key) || same(pair, a.get(key) ?? null, b.get(key) ?? null, seen, depth + 1));
}

/** Entries that describe the encoding of a stream (7.3.8.2). */
const ENCODING_KEYS = new Set(['Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL']);

function sameStream(pair: RevisionPair, a: PdfStream, b: PdfStream, seen: Set<string> | null, depth: number): boolean {
  if (a === b) return true;
  return sameEntries(pair, a.dict, b.dict, ENCODING_KEYS, seen, depth) && sameData(pair, a, b);
}

export function sameData(pair: RevisionPair, a: PdfStream, b: PdfStream): boolean {
  const key = `${a.data.start} ${b.data.start}`;
  const known = pair.sameData.get(key) ?? hasEqualData(pair, a, b);
  pair.sameData.set(key, known);
  return known;
}

/** With /F the data is in another file, which no signature covers. */
function hasEqualData({ before, after }: RevisionPair, a: PdfStream, b: PdfStream): boolean {
  if (a.dict.has('F') || b.dict.has('F')) return false;
  const [rawFrom, rawTo] = [before.revision.rawStream(a), after.revision.rawStream(b)];
  if (Buffer.compare(rawFrom, rawTo) === 0 && sameFilters(a, b)) return true;
  const [from, to] = [before.revision.decode(a), after.revision.decode(b)];
  const readable = from.pending === to.pending && !from.damaged && !to.damaged;
  return readable && Buffer.compare(from.bytes, to.bytes) === 0;
}

/** False also for filters given by reference: the data is then compared decoded. */
function sameFilters(a: PdfStream, b: PdfStream): boolean {
  const stated = ({ dict }: PdfStream) => JSON.stringify([dict.get('Filter') ?? null, parametersOf(dict)]);
  return stated(a) === stated(b);
}

const parametersOf = (dict: PdfDict): unknown => {
  const parameters = dict.get('DecodeParms') ?? null;
  return parameters instanceof PdfDict ? [...parameters.entries] : parameters;
};

export const isEncodingKey = (key: string): boolean => ENCODING_KEYS.has(key);
