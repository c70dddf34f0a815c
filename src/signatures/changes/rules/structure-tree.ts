/**
 * Additions to the structure tree (ISO 32000-2, 14.7). The tree replaces what is seen for screen readers and programs
 * that extract text: all existing elements, kids and numbers stay, and new elements are for new objects.
 */
import { PdfArray, PdfDict, PdfName, type PdfObject } from '../../../pdf/index.js';
import { cached } from '../../../system/collections.js';
import { equalResolved, type RevisionPair } from '../compare/equality.js';
import type { Snapshot } from '../compare/snapshot.js';
import { isHarmlessKid } from './new-elements.js';
import { type Difference, rulesOf } from './rule.js';
import { addedEntries, hasEntry } from './trees.js';

export const STRUCTURE_RULES = rulesOf('form-filling', [
  {
    id: 'structure-grows',
    clause: 'ISO 32000-2, 14.7.2, 14.7.5.3',
    at: ['structure', 'structure-kids', 'structure.Pg'],
    test: difference =>
      difference.context.entry === 'structure.Pg' ? statesOwnPage(difference) : kidsGrow(difference),
  },
  {
    id: 'structure-numbers-added',
    clause: 'ISO 32000-2, 14.7.5.4',
    at: ['parent-tree', 'id-tree', 'structure.ParentTreeNextKey'],
    test: difference =>
      difference.context.entry === 'structure.ParentTreeNextKey'
        ? Number.isInteger(difference.after)
        : treesGrow(difference.pair),
  },
  {
    id: 'page-linked',
    clause: 'ISO 32000-2, 14.7.5.4',
    at: ['page.StructParents'],
    // a number that exists makes the marked content of the page the content of existing elements
    test: ({ pair, before, after }) =>
      before === null &&
      typeof after === 'number' &&
      !hasEntry(pair.before, rootOf(pair.before)?.get('ParentTree') ?? null, after),
  },
  {
    id: 'structure-types-added',
    clause: 'ISO 32000-2, 14.7.3, 14.7.6.2',
    at: ['role-map', 'class-map'],
    test: onlyNewTypes,
  },
]);

/** A single kid may be replaced by an array that contains it (Table 354, K). */
function kidsGrow(difference: Difference): boolean {
  const { pair, context, before, after, owners } = difference;
  const [from, to] = [owners?.before?.get('K'), owners?.after?.get('K')];
  const isFirstKid = context.type === 'structure' && before === null && to !== undefined;
  if (!isFirstKid && !(context.type === 'structure-kids' && after instanceof PdfArray)) return false;
  const old = before instanceof PdfArray ? before.items : before === null ? [] : [from ?? before];
  const items = after instanceof PdfArray ? after.items : [to ?? after];
  let [next, added] = [0, 0];
  for (const item of items) {
    pair.after.revision.budget.step();
    if (next < old.length && equalResolved(pair, old[next]!, item)) next++;
    else if (++added > items.length - old.length || !isHarmlessKid(pair, item)) return false;
  }
  return next === old.length;
}

/**
 * The page of content in the /K of an element that had none: iText appends a reference to a comment to an element of elements,
 * and states its page. Some readers inherit the page, so that no element below may depend on it, either.
 */
function statesOwnPage({ pair, before, after, owners }: Difference): boolean {
  if (before !== null || pair.after.pageNumber(after) === null || !owners?.before) return false;
  return withoutContent(pair)?.has(owners.before) === true;
}

/**
 * The elements of the earlier revision without content, their own or that of an element below, for which only a page above
 * them is stated. Null: the kids are no tree.
 */
const withoutContent = cached(({ before }: RevisionPair): ReadonlySet<PdfDict> | null => {
  const { revision } = before;
  const kidsOf = new Map<PdfDict, readonly PdfObject[]>();
  const open = kidsIn(before, rootOf(before)).filter(isElement);
  while (open.length > 0) {
    const element = open.pop()!;
    if (kidsOf.has(element)) return null;
    const kids = kidsIn(before, element);
    kidsOf.set(element, kids);
    open.push(...kids.filter(isElement));
  }
  const found = new Set<PdfDict>();
  const statesPage = (kid: PdfObject): boolean => kid instanceof PdfDict && revision.get(kid, 'Pg') !== null;
  for (const [element, kids] of [...kidsOf].reverse())
    if (kids.every(kid => statesPage(kid) || (isElement(kid) && found.has(kid)))) found.add(element);
  return found;
});

function kidsIn({ revision }: Snapshot, element: PdfDict | null): PdfObject[] {
  const kids = element === null ? null : revision.get(element, 'K');
  const all = (kids instanceof PdfArray ? kids.items : [kids]).map(kid => revision.resolve(kid));
  revision.budget.step(1 + all.length);
  return all.filter(kid => kid !== null);
}

/** No marked content, which has an /MCID (14.7.5.2). */
const isElement = (kid: PdfObject): kid is PdfDict => kid instanceof PdfDict && kid.has('S') && !kid.has('MCID');

/** Of the trees as a whole: an entry that is added to one node may hide the entry of another. */
const treesGrow = cached((pair: RevisionPair): boolean => {
  const [before, after] = [rootOf(pair.before), rootOf(pair.after)];
  const numbers = addedEntries(pair, before?.get('ParentTree') ?? null, after?.get('ParentTree') ?? null);
  const names = addedEntries(pair, before?.get('IDTree') ?? null, after?.get('IDTree') ?? null);
  return (
    numbers !== null &&
    names !== null &&
    [...numbers.values()].every(value => isHarmlessParent(pair, value)) &&
    [...names.values()].every(value => isHarmlessKid(pair, value))
  );
});

const rootOf = ({ revision }: Snapshot): PdfDict | null => revision.getDict(revision.root, 'StructTreeRoot');

/** The parent of an annotation may be an existing element; those of marked content are in an array. */
function isHarmlessParent(pair: RevisionPair, value: PdfObject): boolean {
  const { revision } = pair.after;
  const parent = revision.resolve(value);
  if (parent instanceof PdfArray)
    return parent.items.every(item => revision.resolve(item) === null || isHarmlessKid(pair, item));
  return parent === null || pair.before.revision.resolve(value) instanceof PdfDict || isHarmlessKid(pair, value);
}

/** A role for a type that is in use changes the meaning of existing elements. */
function onlyNewTypes({ pair, before, after }: Difference): boolean {
  if (!(before === null || before instanceof PdfDict) || !(after instanceof PdfDict)) return false;
  const used = usedTypes(pair.before);
  for (const [key, value] of before?.entries ?? [])
    if (!equalResolved(pair, value, after.get(key) ?? null)) return false;
  return [...after.entries.keys()].every(key => before?.has(key) || !used.has(key));
}

/** Names of types and classes that elements have. */
function usedTypes({ revision }: Snapshot): Set<string> {
  const used = new Set<string>();
  const seen = new Set<PdfObject>();
  const open: PdfObject[] = [revision.getDict(revision.root, 'StructTreeRoot')];
  while (open.length > 0) {
    revision.budget.step();
    const value = revision.resolve(open.pop());
    if (value instanceof PdfName) used.add(value.name);
    if (value instanceof PdfArray) for (const item of value.items) open.push(item);
    if (!(value instanceof PdfDict) || seen.has(value)) continue;
    seen.add(value);
    for (const key of ['S', 'C', 'K']) open.push(value.get(key) ?? null);
  }
  return used;
}
