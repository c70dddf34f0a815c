/** Matches the fields or annotations of two arrays, regardless of their order. */
import { type PdfObject, PdfRef, PdfString, sameRef } from '../../pdf/index.js';
import { grouped } from '../../system/collections.js';
import { equalResolved, type RevisionPair } from './compare/equality.js';
import type { Snapshot } from './compare/snapshot.js';
import { sameAnnotation } from './effective/same-effect.js';

export interface MatchedItems {
  /** Items of the earlier array that are not in the later one, with the item that replaces each; null: none does. */
  readonly changed: readonly (readonly [PdfObject, PdfObject])[];
  /** Items of the later array alone. */
  readonly added: readonly PdfObject[];
  /** The items that remain are in another order, or may be. */
  readonly isReordered: boolean;
  /** Something may still refer to an earlier item, which is not replaced then: the document is too large to know. */
  readonly isIncomplete: boolean;
}

export function matchItems(
  pair: RevisionPair,
  allBefore: readonly PdfObject[],
  allAfter: readonly PdfObject[],
): MatchedItems {
  const same = commonStart(allBefore, allAfter);
  const [before, after] = [allBefore.slice(same), allAfter.slice(same)];
  const added = new Set(after.keys());
  const unequal = withoutEqual(pair, withoutSame(before, after, added), after, added);
  const missing = withoutAlike(pair, unequal, after, added);
  const named = byKey(added, i => nameOf(pair.after, after[i]!));
  let isIncomplete = false;
  const changed = missing.map(item => {
    const name = nameOf(pair.before, item);
    const index = name === null ? undefined : named.get(name)?.at(-1);
    if (index === undefined || !hasOneParent(pair.after, after[index]!)) return [item, null] as const;
    const isKept = isReferenced(pair.after, item);
    if (isKept) return [item, null] as const;
    isIncomplete ||= isKept === null;
    named.get(name!)!.pop();
    added.delete(index);
    return [item, after[index]!] as const;
  });
  const isReplaced = changed.some(([, item]) => item !== null);
  return {
    changed,
    added: [...added].map(i => after[i]!),
    isReordered: isReplaced || isReordered(allBefore, allAfter),
    isIncomplete,
  };
}

/**
 * Another item takes the place of one that nothing refers to any more: viewers may show or use what is still referred to, by the
 * /Parent of a widget, the /Kids of a field or a structure tree, and the comparison by name would not find it.
 */
const isReferenced = (snapshot: Snapshot, item: PdfObject): boolean | null =>
  item instanceof PdfRef && snapshot.hasReference(item.num);

/** A field or widget inherits the same from the field that its /Parent states and from the one that lists it. */
function hasOneParent(snapshot: Snapshot, item: PdfObject): boolean {
  const dict = snapshot.dict(item);
  return !dict?.has('Parent') || !snapshot.fieldOf(dict) || snapshot.ancestors(dict, false) !== null;
}

/** The number of references that both arrays begin with: most updates append items. */
function commonStart(before: readonly PdfObject[], after: readonly PdfObject[]): number {
  const end = before.findIndex((item, i) => !(item instanceof PdfRef && sameRef(item, after[i])));
  return end < 0 ? before.length : end;
}

/** References of both arrays are in another order. True where both have direct items, which have no identity. */
function isReordered(before: readonly PdfObject[], after: readonly PdfObject[]): boolean {
  const positions = new Map(before.map((item, i) => [referenceKey(item), i]));
  const order = after.flatMap(item => (item instanceof PdfRef ? (positions.get(referenceKey(item)) ?? []) : []));
  const haveDirect = [before, after].every(items => items.some(item => !(item instanceof PdfRef)));
  return haveDirect || order.some((position, i) => i > 0 && order[i - 1]! > position);
}

/** The items of `before` that `after` does not refer to. Removes the others from `added`, as often as they occur. */
function withoutSame(before: readonly PdfObject[], after: readonly PdfObject[], added: Set<number>): PdfObject[] {
  const references = byKey(added, i => referenceKey(after[i]!));
  return before.filter(item => {
    const key = referenceKey(item);
    const index = key === null ? undefined : references.get(key)?.pop();
    if (index !== undefined) added.delete(index);
    return index === undefined;
  });
}

const referenceKey = (item: PdfObject): string | null => (item instanceof PdfRef ? `${item}` : null);

/** The indexes of each key, the first one last. */
const byKey = <Key>(indexes: Iterable<number>, keyOf: (index: number) => Key): Map<Key, number[]> =>
  grouped([...indexes].reverse(), keyOf);

/** A direct item has no identity: it is matched by its value, with items that have the same keys and name. */
function withoutEqual(
  pair: RevisionPair,
  before: readonly PdfObject[],
  after: readonly PdfObject[],
  added: Set<number>,
): PdfObject[] {
  if (before.every(item => item instanceof PdfRef)) return [...before];
  const similar = byKey(added, i => fingerprint(pair.after, after[i]!));
  return before.filter(item => {
    if (item instanceof PdfRef) return true;
    const candidates = similar.get(fingerprint(pair.before, item)) ?? [];
    const at = candidates.findLastIndex(index => equalResolved(pair, item, after[index]!));
    for (const index of at < 0 ? [] : candidates.splice(at, 1)) added.delete(index);
    return at < 0;
  });
}

/** The same for equal items. */
function fingerprint(snapshot: Snapshot, item: PdfObject): string {
  const keys = [...(snapshot.dict(item)?.entries ?? [])].filter(([, value]) => value !== null).map(([key]) => key);
  return `${keys.sort().join(' ')}: ${nameOf(snapshot, item)}`;
}

/** Direct items that are written in another way have kept their order: each is compared with one other. */
function withoutAlike(
  pair: RevisionPair,
  before: readonly PdfObject[],
  after: readonly PdfObject[],
  added: Set<number>,
): PdfObject[] {
  if (before.every(item => item instanceof PdfRef)) return [...before];
  const direct = [...added].filter(index => !(after[index] instanceof PdfRef));
  const similar = byKey(direct, index => kindOf(pair.after, after[index]!));
  return before.filter(item => {
    const index = item instanceof PdfRef ? undefined : similar.get(kindOf(pair.before, item))?.pop();
    const isAlike = index !== undefined && sameAnnotation(pair, item, after[index]!);
    if (isAlike) added.delete(index);
    return !isAlike;
  });
}

const kindOf = (snapshot: Snapshot, item: PdfObject): string =>
  `${snapshot.revision.getName(snapshot.dict(item), 'Subtype')} ${nameOf(snapshot, item)}`;

/** The name of a field, also of its widgets; /NM of an annotation (12.5.2), whose /T is its author. Null: none. */
function nameOf(snapshot: Snapshot, item: PdfObject): string | null {
  const dict = snapshot.dict(item);
  if (!dict) return null;
  const field = snapshot.fieldOf(dict);
  if (field) return `field ${field.name}`;
  const isField = !dict.has('Subtype');
  const name = snapshot.revision.resolve(dict.get(isField ? 'T' : 'NM'));
  return name instanceof PdfString ? `${isField} ${Buffer.from(name.bytes).toString('latin1')}` : null;
}
