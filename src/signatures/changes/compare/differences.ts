/** Compares two values in one context, down to the smallest differences that a rule can classify. */
import { dictOf, PdfArray, type PdfDict, type PdfObject, PdfRef, PdfStream, sameRef } from '../../../pdf/index.js';
import { type ChangeRule, type Difference, ruleFor } from '../rules/index.js';
import { itemContext } from './context-index.js';
import { equalAsWritten, equalResolved, isEncodingKey, type RevisionPair, sameData } from './equality.js';
import { childContext, contextKey, isBackReference, type ObjectContext } from './object-context.js';

export interface ClassifiedDifference {
  readonly difference: Difference;
  /** Null: no rule recognizes it. */
  readonly rule: ChangeRule | null;
}

type Report = (classified: ClassifiedDifference) => void;
type Owners = Difference['owners'];

const MAX_DEPTH = 500;

/** `before` and `after` as written: equal references are no difference, as their object is compared separately. */
export function compareValues(
  pair: RevisionPair,
  context: ObjectContext,
  before: PdfObject,
  after: PdfObject,
  report: Report,
  owners: Owners = null,
  depth = 0,
): void {
  if (context.type === 'ignored' || depth > MAX_DEPTH || equalAsWritten(pair, before, after)) return;
  if (wasCompared(pair, context, before, after)) return;
  const from = pair.before.revision.resolve(before);
  const to = pair.after.revision.resolve(after);
  if ((from !== before || to !== after) && equalAsWritten(pair, from, to)) return;
  const at = itemContext(
    to === null ? pair.before : pair.after,
    { context, value: to === null ? before : after },
    to ?? from,
  );
  const difference: Difference = { pair, context: at, before: from, after: to, owners };
  const rule = ruleFor(difference);
  if (rule) {
    // archival changes are always permitted, so large validation data is not read for the comparison
    if (rule.class === 'archival' || !equalResolved(pair, before, after)) report({ difference, rule });
  } else if (COLLECTIONS.has(at.type) && isList(from) && isList(to))
    compareItems(pair, at, itemsOf(from), itemsOf(to), report, depth);
  else if (!descend(difference, report, depth)) report({ difference, rule: null });
}

/** Renumbered graphs are compared once, also when they contain loops. */
function wasCompared(pair: RevisionPair, context: ObjectContext, before: PdfObject, after: PdfObject): boolean {
  if (!(before instanceof PdfRef && after instanceof PdfRef)) return false;
  const key = `${contextKey(context)}: ${before} ${after}`;
  if (pair.compared.has(key)) return true;
  pair.compared.add(key);
  return false;
}

/** Arrays compared regardless of order. The order of pages matters: they are compared by position. */
const COLLECTIONS = new Set<string>(['fields', 'annotations']);
const isList = (value: PdfObject): boolean => value === null || value instanceof PdfArray;
const itemsOf = (value: PdfObject): readonly PdfObject[] => (value instanceof PdfArray ? value.items : []);

/** Compares the items of dictionaries, arrays of equal length and streams with the same data; false for other values. */
function descend({ pair, context, before, after }: Difference, report: Report, depth: number): boolean {
  if (before instanceof PdfArray && after instanceof PdfArray && before.items.length === after.items.length) {
    for (const [i, item] of before.items.entries())
      compareValues(pair, context, item, after.items[i]!, report, null, depth + 1);
    return true;
  }
  const [from, to] = [dictOf(before), dictOf(after)];
  // a new form is compared with an empty one; any other added or removed value is a single difference
  const isNewForm = context.type === 'form' && before === null && to !== null;
  if (!to || (!from && !isNewForm)) return false;
  if (before instanceof PdfStream !== after instanceof PdfStream) return false;
  if (before instanceof PdfStream && after instanceof PdfStream && !sameData(pair, before, after)) return false;
  const owners = { before: from, after: to };
  const keys = new Set([...(from?.entries.keys() ?? []), ...to.entries.keys()]);
  for (const key of keys) {
    if (after instanceof PdfStream && isEncodingKey(key)) continue;
    const values = [from?.get(key) ?? null, to.get(key) ?? null] as const;
    if (isBackReference(context, key))
      compareBackReference(pair, { ...context, entry: `${context.type}.${key}` }, values, report, owners);
    else
      compareValues(
        pair,
        childContext(context, key, after as PdfDict | PdfStream),
        ...values,
        report,
        owners,
        depth + 1,
      );
  }
  return true;
}

/** A /P may be added; other changes of back references are reported, as pages and fields inherit from their parents. */
function compareBackReference(
  pair: RevisionPair,
  context: ObjectContext,
  [before, after]: readonly [PdfObject, PdfObject],
  report: Report,
  owners: Owners,
): void {
  const isPageReference = context.entry === 'field.P' || context.entry === 'annotation.P';
  if ((isPageReference && before === null) || equalResolved(pair, before, after)) return;
  report({ difference: { pair, context: { ...context, type: 'navigation' }, before, after, owners }, rule: null });
}

/** Fields and annotations, matched by identity regardless of order. */
function compareItems(
  pair: RevisionPair,
  context: ObjectContext,
  before: readonly PdfObject[],
  after: readonly PdfObject[],
  report: Report,
  depth: number,
): void {
  const added = [...after];
  const removed = before.filter(item => !takeEqual(pair, item, added));
  for (const item of removed) {
    compareValues(pair, context, item, takeSameName(pair, item, added), report, null, depth + 1);
  }
  for (const item of added) {
    // new in this array, but its object may be older
    if (pair.after.revision.resolve(item) !== null) compareValues(pair, context, null, item, report, null, depth + 1);
  }
}

function takeEqual(pair: RevisionPair, item: PdfObject, rest: PdfObject[]): boolean {
  const index = rest.findIndex(
    candidate => sameRef(item, candidate) || (!(item instanceof PdfRef) && equalResolved(pair, item, candidate)),
  );
  if (index >= 0) rest.splice(index, 1);
  return index >= 0;
}

/** The field or annotation with the same name in another object; null when it was removed. */
function takeSameName(pair: RevisionPair, item: PdfObject, rest: PdfObject[]): PdfObject {
  const name = nameIn(pair.before.dict(item));
  const index = rest.findIndex(candidate => name !== null && name === nameIn(pair.after.dict(candidate)));
  return index < 0 ? null : rest.splice(index, 1)[0]!;
}

const nameIn = (dict: PdfDict | null): string | null => {
  const key = dict?.get('T') ?? dict?.get('NM');
  return key === undefined ? null : JSON.stringify(key);
};
