/** Canonical equality of values in two revisions, regardless of syntax, encoding and object numbers. */
import {
  isComposite,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  PdfStream,
  PdfString,
} from '../../../pdf/index.js';
import { pairwise } from '../../../system/collections.js';
import type { Drift } from './drift.js';
import type { Snapshot } from './snapshot.js';

export type SignedRevisions = readonly [first: PdfRevision, ...later: PdfRevision[]];

export interface RevisionPair {
  /** All signed revisions, the oldest first. */
  readonly signed: SignedRevisions;
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Pairs of values already compared, by context. */
  readonly compared: Set<string>;
  /** Pairs of values that are equal with everything that they refer to. */
  readonly equal: Set<string>;
  /** Pairs of values known to differ, or to refer to values that do. */
  readonly unequal: Set<string>;
  /** Results for pairs of streams: they are large, and occur in several contexts. */
  readonly sameData: Map<string, boolean>;
  /** What may still be done for this pair: graphs can be built whose comparison would take hours. */
  readonly left: { comparisons: number; references: number };
  /** Of numbers that are equal in effect. */
  readonly drift: Drift;
}

const MAX_COMPARISONS = 100_000;
const MAX_REFERENCES = 1_000_000;

/** `drift`: since the first signed revision. */
export const revisionPair = (
  signed: SignedRevisions,
  before: Snapshot,
  after: Snapshot,
  drift: Drift,
): RevisionPair => ({
  signed,
  before,
  after,
  compared: new Set(),
  equal: new Set(),
  unequal: new Set(),
  sameData: new Map(),
  left: { comparisons: MAX_COMPARISONS, references: MAX_REFERENCES },
  drift,
});

/**
 * The same reference on both sides is equal: its object is compared separately. Different references are equal if the
 * values that they refer to are equal; false also when there are too many of them to tell.
 */
export function equalResolved(pair: RevisionPair, before: PdfObject, after: PdfObject): boolean {
  const followed = new Map<string, string | null>();
  if (!isSame(pair, before, after, followed)) return false;
  for (const key of followed.keys()) pair.equal.add(key);
  return true;
}

/** Equality without following references: different references are different values. */
export const equalAsWritten = (pair: RevisionPair, before: PdfObject, after: PdfObject): boolean =>
  isSame(pair, before, after, null);

interface Comparison {
  readonly pair: RevisionPair;
  /** Pairs of values reached by references so far, with the pair that refers to them; null: references are not followed. */
  readonly followed: Map<string, string | null> | null;
  /** Values still to be compared, two by two. A list instead of recursion: chains of objects can be of any length. */
  readonly open: PdfObject[];
  /** For each two values in `open`: the pair in `followed` that they are a part of. */
  readonly owners: (string | null)[];
  /** Compared last, as their data is large. */
  readonly streams: { readonly a: PdfStream; readonly b: PdfStream; readonly owner: string | null }[];
}

function isSame(pair: RevisionPair, before: PdfObject, after: PdfObject, followed: Comparison['followed']): boolean {
  if (before === after) return true;
  const comparison: Comparison = { pair, followed, open: [before, after], owners: [null], streams: [] };
  const { open, owners, streams } = comparison;
  while (open.length > 0) {
    pair.after.revision.budget.step();
    const [b, a] = [open.pop()!, open.pop()!];
    const owner = owners.pop()!;
    if (a !== b && !sameSoFar(comparison, a, b, owner)) return differs(comparison, owner);
  }
  const different = streams.find(({ a, b }) => !sameData(pair, a, b));
  return different === undefined || differs(comparison, different.owner);
}

/** What refers to a difference differs, too: it is not compared again. */
function differs({ pair, followed }: Comparison, owner: string | null): false {
  for (let key = owner; key !== null; key = followed?.get(key) ?? null) pair.unequal.add(key);
  return false;
}

/** Whether `a` and `b` are equal, except for the items that it adds to `open`. */
function sameSoFar(comparison: Comparison, a: PdfObject, b: PdfObject, owner: string | null): boolean {
  if (a instanceof PdfRef || b instanceof PdfRef) return sameTarget(comparison, a, b, owner);
  if (a instanceof PdfName) return b instanceof PdfName && a.name === b.name;
  if (a instanceof PdfString) return b instanceof PdfString && Buffer.compare(a.bytes, b.bytes) === 0;
  if (a instanceof PdfArray) return b instanceof PdfArray && openItems(comparison, a, b, owner);
  if (a instanceof PdfDict) return b instanceof PdfDict && openEntries(comparison, a, b, owner, () => false);
  if (!(a instanceof PdfStream && b instanceof PdfStream)) return false;
  comparison.streams.push({ a, b, owner });
  return openEntries(comparison, a.dict, b.dict, owner, isEncodingKey);
}

/** The values that references lead to; pairs that were met before are equal unless another pair differs. */
function sameTarget(comparison: Comparison, a: PdfObject, b: PdfObject, owner: string | null): boolean {
  const { pair, followed } = comparison;
  if (a instanceof PdfRef && b instanceof PdfRef && a.num === b.num && a.gen === b.gen) return true;
  if (!followed) return false;
  const [from, to] = [pair.before.revision.resolve(a), pair.after.revision.resolve(b)];
  const key = pairKey(from, to);
  if (key !== null) {
    if (followed.has(key) || pair.equal.has(key)) return true;
    if (pair.unequal.has(key) || --pair.left.references < 0) return false;
    followed.set(key, owner);
  }
  open(comparison, from, to, key ?? owner);
  return true;
}

function open(comparison: Comparison, a: PdfObject, b: PdfObject, owner: string | null): void {
  comparison.open.push(a, b);
  comparison.owners.push(owner);
}

function openItems(comparison: Comparison, a: PdfArray, b: PdfArray, owner: string | null): boolean {
  if (a.items.length !== b.items.length) return false;
  for (const [i, item] of a.items.entries()) open(comparison, item, b.items[i]!, owner);
  return true;
}

/** An entry with the value null is equivalent to a missing one (7.3.7). */
function openEntries(
  comparison: Comparison,
  a: PdfDict,
  b: PdfDict,
  owner: string | null,
  isExcepted: (key: string) => boolean,
): boolean {
  for (const [key, value] of a.entries) if (!isExcepted(key)) open(comparison, value, b.get(key) ?? null, owner);
  for (const [key, value] of b.entries) if (!a.has(key) && !isExcepted(key)) open(comparison, null, value, owner);
  return true;
}

const identities = new WeakMap<object, number>();
let nextIdentity = 0;

/** Identifies a pair of dictionaries, arrays or streams; null for other values, which cannot be part of a loop. */
export function pairKey(a: PdfObject, b: PdfObject): string | null {
  const [from, to] = [identityOf(a), identityOf(b)];
  return from === null || to === null ? null : `${from} ${to}`;
}

function identityOf(value: PdfObject): number | null {
  if (!isComposite(value)) return null;
  const known = identities.get(value);
  if (known !== undefined) return known;
  identities.set(value, ++nextIdentity);
  return nextIdentity;
}

export function sameData(pair: RevisionPair, a: PdfStream, b: PdfStream): boolean {
  // of the objects: another one may have the same data with another /Filter
  const key = pairKey(a, b)!;
  const known = pair.sameData.get(key) ?? (a === b || hasEqualData(pair, a, b));
  pair.sameData.set(key, known);
  return known;
}

/** Entries that describe the encoding of a stream. */
const ENCODING_KEYS = new Set(['Length', 'Filter', 'DecodeParms', 'F', 'FFilter', 'FDecodeParms', 'DL']);
export const isEncodingKey = (key: string): boolean => ENCODING_KEYS.has(key);

/**
 * What a reader decodes, not how it is encoded (7.3.8.2, 7.4). With /F the data is in another file, which no signature covers.
 */
function hasEqualData(pair: RevisionPair, a: PdfStream, b: PdfStream): boolean {
  if (a.dict.has('F') || b.dict.has('F')) return false;
  const { before, after } = pair;
  const [rawFrom, rawTo] = [before.revision.rawStream(a), after.revision.rawStream(b)];
  const stated = ['Filter', 'DecodeParms'].every(key =>
    equalResolved(pair, a.dict.get(key) ?? null, b.dict.get(key) ?? null),
  );
  if (stated && Buffer.compare(rawFrom, rawTo) === 0) return true;
  const [from, to] = [decoded(before.revision, a), decoded(after.revision, b)];
  if (!from || !to || Buffer.compare(from.bytes, to.bytes) !== 0) return false;
  // filters that are not decoded here (images): the same ones with the same parameters, e.g. /JBIG2Globals
  return pairwise(
    from.remaining,
    to.remaining,
    (one, other) => one.name === other.name && equalResolved(pair, one.parameters, other.parameters),
  );
}

interface Filter {
  readonly name: string;
  /** As written; null: none. */
  readonly parameters: PdfObject;
}

/** The data up to the first filter that is not decoded, and the filters from there; null when readers may differ. */
function decoded(revision: PdfRevision, stream: PdfStream): { bytes: Uint8Array; remaining: Filter[] } | null {
  const filters = filtersOf(revision, stream.dict);
  if (!filters || filters.some(({ name }) => AMBIGUOUS.has(name))) return null;
  const { bytes, pending, damaged } = revision.decode(stream);
  if (damaged) return null;
  const start = pending === null ? filters.length : filters.findIndex(({ name }) => name === pending);
  return start < 0 ? null : { bytes, remaining: filters.slice(start) };
}

/** Abbreviations are defined for inline images only (8.9.7); what /Crypt does depends on the encryption dictionary. */
const AMBIGUOUS = new Set(['Crypt', 'Fl', 'LZW', 'AHx', 'A85', 'RL', 'CCF', 'DCT']);

/** Table 5: one name with one dictionary, or an array of names with an array of dictionaries and nulls; null otherwise. */
function filtersOf(revision: PdfRevision, dict: PdfDict): Filter[] | null {
  const filter = revision.resolve(dict.get('Filter'));
  const parameters = revision.resolve(dict.get('DecodeParms'));
  if (dict.has('DP')) return null;
  if (filter === null) return parameters === null ? [] : null;
  if (filter instanceof PdfName)
    return parameters === null || parameters instanceof PdfDict ? [{ name: filter.name, parameters }] : null;
  if (!(filter instanceof PdfArray) || !(parameters === null || parameters instanceof PdfArray)) return null;
  const list = parameters?.items ?? [];
  if (parameters && list.length !== filter.items.length) return null;
  const filters = filter.items.map((item, i) => filterFrom(revision, item, list[i] ?? null));
  return filters.every(found => found !== null) ? filters : null;
}

function filterFrom(revision: PdfRevision, item: PdfObject, parameters: PdfObject): Filter | null {
  const name = revision.resolve(item);
  const value = revision.resolve(parameters);
  const isDefined = name instanceof PdfName && (value === null || value instanceof PdfDict);
  return isDefined ? { name: name.name, parameters } : null;
}
