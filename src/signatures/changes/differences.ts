/** Compares two values in one context, down to the smallest differences that a rule can classify. */
import { dictOf, keysOf, PdfArray, type PdfDict, type PdfObject, PdfRef, PdfStream } from '../../pdf/index.js';
import { itemContext } from './compare/context-index.js';
import {
  equalAsWritten,
  equalResolved,
  isEncodingKey,
  pairKey,
  type RevisionPair,
  sameData,
} from './compare/equality.js';
import {
  childContext,
  contextKey,
  isBackReference,
  isMarkReference,
  type ObjectContext,
} from './compare/object-context.js';
import { sameAppearance } from './effective/appearance.js';
import {
  entryHasSameEffect,
  kindOf,
  objectHasSameEffect,
  type Owners as TypedOwners,
} from './effective/same-effect.js';
import { type MatchedItems, matchItems } from './items.js';
import { type ChangeRule, type Difference, ruleFor } from './rules/index.js';
import { addsUnusedResources } from './unused-resources.js';

export interface ClassifiedDifference {
  readonly difference: Difference;
  /** Null: no rule recognizes it. */
  readonly rule: ChangeRule | null;
}

type Report = (classified: ClassifiedDifference) => void;
type Owners = Difference['owners'];

/** Two values that remain to be compared, as written. */
interface Task {
  readonly context: ObjectContext;
  readonly before: PdfObject;
  readonly after: PdfObject;
  readonly owners: Owners;
  /** Of the entry of the owners. */
  readonly key?: string;
  /** The owners with what is known of their entries; null: nothing is. */
  readonly typed?: TypedOwners | null;
}

/**
 * Reports the differences. `before` and `after` as written: equal references are no difference, as their object is compared
 * separately. A list of tasks instead of recursion: chains of renumbered objects can be of any length.
 */
export function compareValues(
  pair: RevisionPair,
  context: ObjectContext,
  before: PdfObject,
  after: PdfObject,
  report: Report,
): void {
  const reportSeen: Report = found => report(isDoubtful(found) ? incomplete(found.difference) : found);
  const open: Task[] = [{ context, before, after, owners: null }];
  for (let task = open.pop(); task; task = open.pop()) {
    pair.after.revision.budget.step();
    if (task.context.type === 'ignored' || equalAsWritten(pair, task.before, task.after)) continue;
    if (--pair.left.comparisons < 0) {
      report(incomplete({ pair, ...task }));
      return;
    }
    const inner = compareOne(pair, task, reportSeen);
    for (let i = inner.length - 1; i >= 0; i--) open.push(inner[i]!);
  }
}

/** A difference of which it is unknown whether it exists, or is permitted. */
export const incomplete = (difference: Difference): ClassifiedDifference => ({
  difference: { ...difference, isIncomplete: true },
  rule: null,
});

/** Without references that may still be followed, equal values count as different, and rules do not recognize them. */
const isDoubtful = ({ difference: { pair, context }, rule }: ClassifiedDifference): boolean =>
  rule === null && pair.left.references < 0 && context.type !== 'content';

const NOTHING: readonly Task[] = [];

/** The comparisons that two different values consist of, unless their difference is reported as a whole. */
function compareOne(pair: RevisionPair, task: Task, report: Report): readonly Task[] {
  const { context, before, after, owners } = task;
  const from = pair.before.revision.resolve(before);
  const to = pair.after.revision.resolve(after);
  if (hasSameEffect(pair, task, from, to)) return NOTHING;
  if (after instanceof PdfRef && to === null && pair.after.isUnreadable(after.num)) {
    report(incomplete({ pair, context, before: from, after, owners, isUnreadable: true }));
    return NOTHING;
  }
  const isReference = before instanceof PdfRef || after instanceof PdfRef;
  if (isReference && (wasCompared(pair, context, from, to) || equalAsWritten(pair, from, to))) return NOTHING;
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
    return NOTHING;
  }
  if (COLLECTIONS.has(at.type) && isList(from) && isList(to)) {
    const matched = matchItems(pair, itemsOf(from), itemsOf(to));
    if (at.type === 'annotations' && matched.isReordered) reportOrder(difference, report);
    if (matched.isIncomplete) report(incomplete(difference));
    return itemTasks(difference, matched);
  }
  const inner = innerTasks(difference, report);
  if (!inner) report({ difference, rule: null });
  return inner ?? NOTHING;
}

/** The first task is an object, whose owners are unknown. */
function hasSameEffect(pair: RevisionPair, task: Task, from: PdfObject, to: PdfObject): boolean {
  const { context, owners, key, typed } = task;
  if (sameAppearance(pair, context, from, to)) return true;
  const isContent = context.type === 'content' || context.type === 'appearance';
  const owner = isContent && from === null ? owners?.before : null;
  if (owner && key !== undefined && addsUnusedResources(pair, owner, key, to)) return true;
  if (typed === undefined) return objectHasSameEffect(pair, context, from, to);
  return typed !== null && entryHasSameEffect(pair, context, typed);
}

/** Renumbered graphs are compared once, also when they contain loops. */
function wasCompared(pair: RevisionPair, context: ObjectContext, from: PdfObject, to: PdfObject): boolean {
  const values = pairKey(from, to);
  if (values === null) return false;
  const key = `${contextKey(context)}: ${values}`;
  if (pair.compared.has(key)) return true;
  pair.compared.add(key);
  return false;
}

/** Arrays compared regardless of order. The order of pages matters: they are compared by position. */
const COLLECTIONS = new Set<string>(['fields', 'annotations']);
const isList = (value: PdfObject): boolean => value === null || value instanceof PdfArray;
const itemsOf = (value: PdfObject): readonly PdfObject[] => (value instanceof PdfArray ? value.items : []);

/** The items of dictionaries, arrays of equal length and streams with the same data; null for other values. */
function innerTasks(difference: Difference, report: Report): Task[] | null {
  const { pair, context, before, after } = difference;
  if (before instanceof PdfArray && after instanceof PdfArray && before.items.length === after.items.length)
    return before.items.map((item, i) => itemTask(context, item, after.items[i]!));
  const [from, to] = [dictOf(before), dictOf(after)];
  const isNew = GROWN.has(context.type) && before === null && to !== null;
  if (!to || (!from && !isNew)) return null;
  if (before instanceof PdfStream !== after instanceof PdfStream) return null;
  if (before instanceof PdfStream && after instanceof PdfStream && !sameData(pair, before, after)) return null;
  return entryTasks(difference, from, to, report);
}

/** A new form is compared with an empty one; any other added or removed value is a single difference. */
const GROWN = new Set<string>(['form', 'names']);

function entryTasks({ pair, context, after }: Difference, from: PdfDict | null, to: PdfDict, report: Report): Task[] {
  const owners = { before: from, after: to };
  const kind = kindOf(context.type, after as PdfDict | PdfStream, pair.after);
  const tasks: Task[] = [];
  for (const key of keysOf(from, to)) {
    if (after instanceof PdfStream && isEncodingKey(key)) continue;
    const [before, now] = [from?.get(key) ?? null, to.get(key) ?? null];
    if (isBackReference(context, key)) {
      const entry = `${context.type}.${key}`;
      compareBackReference({ pair, context: { ...context, entry }, before, after: now, owners }, report);
    } else {
      const child = childContext(context, key, after as PdfDict | PdfStream);
      tasks.push({ context: child, before, after: now, owners, key, typed: kind && { ...owners, kind, key } });
    }
  }
  return tasks;
}

/** A /P may be added; other changes of back references are reported, as pages and fields inherit from their parents. */
function compareBackReference(found: Difference, report: Report): void {
  const { pair, context, before, after } = found;
  const isPageReference = context.entry === 'field.P' || context.entry === 'annotation.P';
  if ((isPageReference && before === null) || equalResolved(pair, before, after)) return;
  const type = isMarkReference(context) ? 'annotation-part' : 'navigation';
  const difference: Difference = { ...found, context: { ...context, type } };
  report({ difference, rule: ruleFor(difference) });
}

/** The order is the order of painting (12.5.2): which of the annotations overlap is examined with what they cover. */
function reportOrder(difference: Difference, report: Report): void {
  const reordered = { ...difference, context: { ...difference.context, entry: 'annotations.order' } };
  report({ difference: reordered, rule: ruleFor(reordered) });
}

/** Fields and annotations, matched by identity regardless of order. */
function itemTasks({ pair, context }: Difference, { changed, added }: MatchedItems): Task[] {
  // new in this array, but its object may be older
  const visible = added.filter(item => pair.after.revision.resolve(item) !== null);
  return [...changed, ...visible.map(item => [null, item] as const)].map(([from, to]) => itemTask(context, from, to));
}

const itemTask = (context: ObjectContext, before: PdfObject, after: PdfObject): Task => ({
  context,
  before,
  after,
  owners: null,
  typed: null,
});
