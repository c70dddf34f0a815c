/** Changed entries of a document that mean the same as before. */

import { PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../pdf/index.js';
import { cached, cachedIn, ownValue } from '../../../system/collections.js';
import { sameValue as sameDeepValue } from '../../find/same-value.js';
import { equalResolved, type RevisionPair } from '../compare/equality.js';
import type { ObjectContext } from '../compare/object-context.js';
import type { Snapshot } from '../compare/snapshot.js';
import { ATTRIBUTES, type Kind } from './attributes.js';
import { attributeOf, type Dictionaries, isKind, type Sides, sameDictionary, sameEntry, sameValue } from './effect.js';

/** The dictionaries with a changed entry. */
export interface Owners extends Dictionaries {
  readonly kind: Kind | 'pages';
  readonly key: string;
}

/** The same reference is equal: its object is compared separately. */
export const asWritten = cached(
  (pair: RevisionPair): Sides => ({ ...pair, equal: (before, after) => equalResolved(pair, before, after) }),
);

/** With everything that values refer to. */
const inDepth = cached((pair: RevisionPair): Sides => {
  const [from, to] = [pair.before.revision, pair.after.revision];
  return { ...pair, equal: (before, after) => sameDeepValue(from, before, to, after) };
});

/** Whether an entry was changed without an effect. */
export function entryHasSameEffect(pair: RevisionPair, context: ObjectContext, owners: Owners): boolean {
  const { kind, key } = owners;
  if (kind === 'pages') return isInherited(key) && sameOnPages(asWritten(pair), key);
  const sides = asWritten(pair);
  return (
    attributeOf(sides, kind, key, owners) !== undefined && sameEntry(sides, kind, key, owners, placeOf(kind, context))
  );
}

/** The same of an object that is the value of an entry, or a part of it: `before` and `after`. */
export function objectHasSameEffect(
  pair: RevisionPair,
  context: ObjectContext,
  before: PdfObject,
  after: PdfObject,
): boolean {
  const [kind, key] = context.entry.split('.') as [string, string | undefined];
  if (key === undefined || context.type === 'content') return false;
  if (kind === 'pages') return isInherited(key) && sameOnPages(inDepth(pair), key);
  if (!isKind(kind)) return false;
  if (kind !== 'page') return sameValue(asWritten(pair), kind, key, [before, after], placeOf(kind, context));
  const [from, to] = [pageIn(pair.before, context), pageIn(pair.after, context)];
  const isKnown = context.type === 'page-attribute' && from !== null && to !== null;
  return isKnown && sameEntry(inDepth(pair), kind, key, { before: from, after: to }, placeOf(kind, context));
}

const isInherited = (key: string): boolean => ownValue(ATTRIBUTES.page, key)?.inherited === true;

const placeOf = (kind: string, { page, field, annotation }: ObjectContext): string =>
  `${kind} ${page} ${field} ${annotation}`;

const pageIn = (snapshot: Snapshot, { page }: ObjectContext): PdfDict | null =>
  page === null ? null : (snapshot.pages?.pages[page - 1]?.dict ?? null);

/** The nodes of the page tree have no attributes but those that pages inherit: whether every page has the same. */
const sameOnPages = cachedIn((sides: Sides, key: string): boolean => {
  const [from, to] = [sides.before.pages, sides.after.pages];
  if (!from || !to || from.truncated || to.truncated || from.count !== to.count) return false;
  return from.pages.every(({ dict: before }, i) => {
    sides.after.revision.budget.step();
    const place = `page ${i + 1} null null`;
    return sameEntry(sides, 'page', key, { before, after: to.pages[i]!.dict }, place);
  });
});

/** The kind of a dictionary or stream in a context of this type; null: its entries have no defaults. */
export function kindOf(type: string, owner: PdfDict | PdfStream, snapshot: Snapshot): Owners['kind'] | null {
  if (type === 'pages' || (isKind(type) && owner instanceof PdfDict)) return type;
  // any dictionary of the content may be one of resources, and no other has entries of the same names and types
  if (type === 'content' && owner instanceof PdfDict) return 'resources';
  const subtype = owner instanceof PdfStream ? snapshot.revision.getName(owner, 'Subtype') : null;
  return (subtype === null ? undefined : ownValue(XOBJECTS, subtype)) ?? null;
}

const XOBJECTS: Readonly<Record<string, Kind>> = { Form: 'form-xobject', Image: 'image-xobject' };

/** Direct annotations, which have no identity, that viewers show alike. */
export function sameAnnotation(pair: RevisionPair, before: PdfObject, after: PdfObject): boolean {
  const [from, to] = [pair.before.dict(before), pair.after.dict(after)];
  if (before instanceof PdfRef || after instanceof PdfRef || !from || !to) return false;
  const kind = pair.before.fieldOf(from) ? 'field' : 'annotation';
  return sameDictionary(asWritten(pair), kind, { before: from, after: to }, 'annotations');
}
