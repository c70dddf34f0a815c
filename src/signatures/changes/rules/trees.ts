/** Name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7) that only gain entries. */
import { PdfArray, PdfDict, type PdfObject, PdfString } from '../../../pdf/index.js';
import { pairwise } from '../../../system/collections.js';
import { equalResolved, type RevisionPair } from '../compare/equality.js';
import type { Snapshot } from '../compare/snapshot.js';

type Entries = ReadonlyMap<string, PdfObject>;

/**
 * The entries that a tree gained, values as written. Null: a tree is malformed, has a key twice, or an entry was changed or
 * removed.
 */
export function addedEntries(pair: RevisionPair, before: PdfObject, after: PdfObject): Entries | null {
  const [from, to] = [entriesOf(pair.before, before), entriesOf(pair.after, after)];
  if (!from || !to) return null;
  for (const [key, value] of from) if (!to.has(key) || !sameValue(pair, value, to.get(key)!)) return null;
  return new Map([...to].filter(([key]) => !from.has(key)));
}

/** The items of an array are compared here, as the array has no context of its own. */
function sameValue(pair: RevisionPair, before: PdfObject, after: PdfObject): boolean {
  const [from, to] = [pair.before.revision.resolve(before), pair.after.revision.resolve(after)];
  if (!(from instanceof PdfArray && to instanceof PdfArray)) return equalResolved(pair, before, after);
  return pairwise(from.items, to.items, (item, other) => equalResolved(pair, item, other));
}

/** Whether a number tree has an entry with this key; also true when it is malformed. */
export const hasEntry = (snapshot: Snapshot, tree: PdfObject, key: number): boolean =>
  entriesOf(snapshot, tree)?.has(String(key)) ?? true;

/** No tree has no entries. */
function entriesOf({ revision }: Snapshot, tree: PdfObject): Entries | null {
  const entries = new Map<string, PdfObject>();
  const open: PdfObject[] = [tree];
  const seen = new Set<PdfObject>();
  while (open.length > 0) {
    revision.budget.step();
    const node = revision.resolve(open.pop());
    if (node === null) continue;
    if (!(node instanceof PdfDict) || seen.has(node)) return null;
    seen.add(node);
    if (!addLeaf(revision.get(node, 'Nums') ?? revision.get(node, 'Names'), entries)) return null;
    for (const kid of revision.getArray(node, 'Kids')?.items ?? []) open.push(kid);
  }
  return entries;
}

function addLeaf(pairs: PdfObject, entries: Map<string, PdfObject>): boolean {
  if (pairs === null) return true;
  if (!(pairs instanceof PdfArray) || pairs.items.length % 2 === 1) return false;
  for (let i = 0; i < pairs.items.length; i += 2) {
    const key = keyOf(pairs.items[i]!);
    if (key === null || entries.has(key)) return false;
    entries.set(key, pairs.items[i + 1]!);
  }
  return true;
}

function keyOf(value: PdfObject): string | null {
  if (typeof value === 'number') return String(value);
  return value instanceof PdfString ? Buffer.from(value.bytes).toString('latin1') : null;
}
