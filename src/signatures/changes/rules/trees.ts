/** Name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7) that only gain entries. */
import { dictOf, PdfArray, PdfDict, type PdfObject, type PdfRevision, PdfString } from '../../../pdf/index.js';
import { asBuffer } from '../../../system/bytes.js';
import { pairwise } from '../../../system/collections.js';
import { equalResolved, type RevisionPair } from '../compare/equality.js';
import type { Snapshot } from '../compare/snapshot.js';

/** Numbers, and strings byte by byte. */
type Key = number | string;
type Entries = ReadonlyMap<Key, PdfObject>;

interface Tree {
  readonly entries: Entries;
  /** The keys ascend and are within the limits of each node: programs that search the tree find all of them. */
  readonly isOrdered: boolean;
}

/**
 * The entries that a tree gained, values as written. Null: a tree is malformed, has a key twice, an entry was changed or
 * removed, or programs that search the tree may not find it any more.
 */
export function addedEntries(pair: RevisionPair, before: PdfObject, after: PdfObject): Entries | null {
  const [from, to] = [treeIn(pair.before, before), treeIn(pair.after, after)];
  if (!from || !to || (from.entries.size > 0 && from.isOrdered && !to.isOrdered)) return null;
  for (const [key, value] of from.entries)
    if (!to.entries.has(key) || !sameValue(pair, value, to.entries.get(key)!)) return null;
  return new Map([...to.entries].filter(([key]) => !from.entries.has(key)));
}

/** The items of an array are compared here, as the array has no context of its own. */
function sameValue(pair: RevisionPair, before: PdfObject, after: PdfObject): boolean {
  const [from, to] = [pair.before.revision.resolve(before), pair.after.revision.resolve(after)];
  if (!(from instanceof PdfArray && to instanceof PdfArray)) return equalResolved(pair, before, after);
  return pairwise(from.items, to.items, (item, other) => equalResolved(pair, item, other));
}

/** Whether a number tree has an entry with this key; also true when it is malformed. */
export const hasEntry = (snapshot: Snapshot, tree: PdfObject, key: number): boolean =>
  treeIn(snapshot, tree)?.entries.has(key) ?? true;

interface Node {
  readonly value: PdfObject;
  /** /Limits of the node; null: not stated, as of the root. */
  readonly limits: Limits | null;
}
type Limits = readonly [least: Key | null, greatest: Key | null];

/** No tree has no entries. */
function treeIn({ revision }: Snapshot, tree: PdfObject): Tree | null {
  const entries = new Map<Key, PdfObject>();
  let isOrdered = true;
  const open: Node[] = [{ value: tree, limits: null }];
  const seen = new Set<PdfObject>();
  for (let last: Key | null = null; open.length > 0; ) {
    revision.budget.step();
    const { value, limits } = open.pop()!;
    const node = revision.resolve(value);
    if (node === null) continue;
    if (!(node instanceof PdfDict) || seen.has(node)) return null;
    seen.add(node);
    const keys = addLeaf(revision.get(node, 'Nums') ?? revision.get(node, 'Names'), entries);
    if (!keys) return null;
    const kids = (revision.getArray(node, 'Kids')?.items ?? []).map(kid => nodeAt(revision, kid));
    isOrdered &&= follow(last, keys) && isInside(keys, limits) && areApart(kids, limits);
    last = keys.at(-1) ?? last;
    for (const kid of kids.reverse()) open.push(kid);
  }
  return { entries, isOrdered };
}

function nodeAt(revision: PdfRevision, value: PdfObject): Node {
  const limits = revision.getArray(dictOf(revision.resolve(value)), 'Limits')?.items;
  const [least, greatest] = (limits ?? []).map(item => keyOf(revision.resolve(item)));
  return { value, limits: limits ? [least ?? null, greatest ?? null] : null };
}

const follow = (last: Key | null, keys: readonly Key[]): boolean =>
  keys.every((key, i) => {
    const previous = i === 0 ? last : keys[i - 1]!;
    return previous === null || isBefore(previous, key);
  });

const isInside = (keys: readonly (Key | null)[], limits: Limits | null): boolean =>
  limits === null ||
  keys.every(key => !isBefore(key, limits[0]) && !isBefore(limits[1], key) && isOfOneKind(key, limits));

const isOfOneKind = (key: Key | null, limits: Limits): boolean =>
  key !== null && limits.every(limit => typeof limit === typeof key);
const isBefore = (a: Key | null, b: Key | null): boolean => a !== null && b !== null && typeof a === typeof b && a < b;

/** The limits of kids are inside of those of their node, and do not overlap. */
function areApart(kids: readonly Node[], limits: Limits | null): boolean {
  const stated = kids.flatMap(kid => (kid.limits ? [kid.limits] : []));
  return stated.every(
    (own, i) => isInside(own, limits) && isInside(own, own) && (i === 0 || isBefore(stated[i - 1]![1], own[0])),
  );
}

/** The keys of a leaf; null: it is malformed, or has a key that another one has. */
function addLeaf(pairs: PdfObject, entries: Map<Key, PdfObject>): Key[] | null {
  if (pairs === null) return [];
  if (!(pairs instanceof PdfArray) || pairs.items.length % 2 === 1) return null;
  const keys: Key[] = [];
  for (let i = 0; i < pairs.items.length; i += 2) {
    const key = keyOf(pairs.items[i]!);
    if (key === null || entries.has(key)) return null;
    entries.set(key, pairs.items[i + 1]!);
    keys.push(key);
  }
  return keys;
}

function keyOf(value: PdfObject): Key | null {
  if (typeof value === 'number') return value;
  return value instanceof PdfString ? asBuffer(value.bytes).toString('latin1') : null;
}
