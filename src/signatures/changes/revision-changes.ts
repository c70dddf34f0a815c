/** Finds the changes that each revision after the first signed one made, classified by the rule that recognizes them. */
import { message } from '../../messages/index.js';
import {
  noteUnlisted,
  PdfDict,
  type PdfDocument,
  type PdfObject,
  PdfRef,
  PdfStream,
  withinLimits,
} from '../../pdf/index.js';
import type { ChangeClass, ChangedValue } from '../result.js';
import { appearancesOf } from './appearances.js';
import { noteAmbiguous } from './compare/ambiguous.js';
import { changedNumbers, touchedNumbers } from './compare/changed-objects.js';
import { ContextIndex, type IndexedContext } from './compare/context-index.js';
import { Drift } from './compare/drift.js';
import { type RevisionPair, revisionPair, type SignedRevisions } from './compare/equality.js';
import { ALWAYS_PERMITTED, TRAILER_CONTEXT } from './compare/object-context.js';
import { Snapshot } from './compare/snapshot.js';
import { type ClassifiedDifference, compareValues, incomplete } from './differences.js';
import { describeChange, statedByUnpermitted } from './messages.js';
import { located } from './place.js';
import type { ChangeRule, Difference } from './rules/index.js';
import { changedValue, type StatedChange, ValueBudget, valuesInWords } from './stated-values.js';
import { xfaChange } from './xfa/index.js';

export interface Change {
  readonly revision: number;
  /** Of the rule that recognizes it; 'content' where none does; null: what was changed could not be determined. */
  readonly class: Exclude<ChangeClass, 'none'> | null;
  /** What that rule recognizes, as a noun phrase: for a change without a message. */
  readonly kind: string;
  readonly page: number | null;
  /** All pages on which it was found. */
  readonly pages: readonly number[];
  readonly field: string | null;
  /** Null: it accompanies another change and is not reported separately. */
  readonly message: string | null;
  /** What the field or comment said before and after, if that was changed and may be shown. */
  readonly value: ChangedValue | null;
  readonly warnings: readonly string[];
  /** It adds a signature without a place on a page. */
  readonly showsNothing: boolean;
}

/** What was changed could not be determined. */
export const undetermined = (revision: number, why: 'limit' | 'ambiguous' | 'recovered'): Change => ({
  revision,
  class: null,
  kind: '',
  page: null,
  pages: [],
  field: null,
  message: message(`change.${why}`),
  value: null,
  warnings: [],
  showsNothing: true,
});

/**
 * `signed`: the oldest first; signatures cover everything up to it. Where the comparison exceeds the limits of the document,
 * what was found before remains.
 */
export function findChanges(document: PdfDocument, signed: SignedRevisions): Change[] {
  const changes: Change[] = [];
  const isComplete = withinLimits(() => {
    addChanges(document, signed, changes);
    return true;
  });
  return isComplete ? changes : [...changes, undetermined(document.latest.index, 'limit')];
}

function addChanges(document: PdfDocument, signed: SignedRevisions, changes: Change[]): void {
  const [first] = signed;
  const contexts = new ContextIndex();
  let before = new Snapshot(first);
  contexts.add(before, TRAILER_CONTEXT, first.trailer);
  contexts.addContainers(before, first.objectNumbers());
  const drift = new Drift();
  const values = new ValueBudget();
  for (const revision of document.revisions.slice(first.index)) {
    document.budget.step(REVISION);
    const after = new Snapshot(revision);
    changes.push(...values.limited(changesBetween(revisionPair(signed, before, after, drift), contexts)));
    drift.nextRevision();
    before = after;
  }
  noteUnlisted(document, first, num => contexts.of(num).some(({ context }) => !ALWAYS_PERMITTED.has(context.type)));
}

/** Units of work to compare a revision, and one changed object of it, with the one before. */
const REVISION = 300;
const CHANGED = 4;

/**
 * Compares the trailer, and every changed object in each of its contexts. New objects have no context yet: they are compared
 * as part of the object that refers to them.
 */
function changesBetween(pair: RevisionPair, contexts: ContextIndex): Change[] {
  const classified: ClassifiedDifference[] = [];
  const report = (item: ClassifiedDifference): void => void classified.push(item);
  const [from, to] = [pair.before.revision, pair.after.revision];
  const touched = touchedNumbers(pair);
  noteAmbiguous(pair, touched);
  const changed = changedNumbers(pair, touched).map(num => ({ num, earlier: contexts.of(num) }));
  compareValues(pair, TRAILER_CONTEXT, from.trailer, to.trailer, report);
  for (const { num, earlier } of changed) {
    to.budget.step(CHANGED);
    const found: ClassifiedDifference[] = [];
    const reportFound = (item: ClassifiedDifference): void => void found.push(item);
    for (const { context, gen, lengthOf } of earlier) {
      if (lengthOf !== null && isRewritten(pair, lengthOf)) continue;
      if (pair.after.isUnreadable(num)) {
        compareValues(pair, context, from.object(num)?.value ?? null, new PdfRef(num, gen), reportFound);
        continue;
      }
      for (const [before, after, isUsed] of versions(pair, num, gen))
        compareValues(pair, context, before, after, item => reportFound(knownIf(isUsed, item)));
    }
    const isKept = found.every(({ rule }) => rule !== null) || isStillUsed(pair, num, earlier);
    if (isKept !== false) classified.push(...found.map(item => knownIf(isKept, item)));
  }
  contexts.add(pair.after, TRAILER_CONTEXT, to.trailer);
  contexts.addContainers(pair.after, to.entries.keys());
  for (const { num, earlier } of changed) {
    const value = to.object(num)?.value ?? null;
    for (const { context } of earlier) contexts.add(pair.after, context, value);
  }
  return distinct(classified.flatMap(item => changesFrom(item, contexts)));
}

/** Null: it is unknown whether the object is in use. */
const knownIf = (isUsed: true | null, item: ClassifiedDifference): ClassifiedDifference =>
  isUsed ? item : incomplete(item.difference);

/**
 * Not so a part of a field that nothing refers to any more: what took its place is compared with it there. iText writes the
 * widgets of radio buttons as new objects, and something else into the old ones. Null: unknown.
 */
const isStillUsed = ({ after }: RevisionPair, num: number, earlier: readonly IndexedContext[]): boolean | null =>
  earlier.some(({ context }) => context.field === null) ||
  (after.hasReference(num) ?? (isPartOfForm(after, num, earlier) || null));

/** A field or widget of the form, or an appearance of a field that it was part of. */
function isPartOfForm(snapshot: Snapshot, num: number, earlier: readonly IndexedContext[]): boolean {
  const { revision } = snapshot;
  const value = revision.object(num)?.value ?? null;
  if (value instanceof PdfDict) return snapshot.fieldOf(value) !== null;
  if (!(value instanceof PdfStream)) return false;
  const widgets = earlier.flatMap(({ context }) => snapshot.widgetsNamed(context.field!));
  revision.budget.step(widgets.length);
  return widgets.some(widget => appearancesOf(revision, widget).includes(value));
}

/** A stream that was written again is compared itself; its /Length was changed with it. */
const isRewritten = ({ before, after }: RevisionPair, num: number): boolean =>
  before.revision.object(num)?.value !== after.revision.object(num)?.value;

/**
 * The values of an object for references with this generation number: an object with another one is null for them
 * (7.3.10). Some readers ignore the number: for a reference that remains, both values count. With whether it remains; null:
 * unknown.
 */
function* versions(
  { before, after }: RevisionPair,
  num: number,
  gen: number,
): Iterable<[PdfObject, PdfObject, true | null]> {
  const [from, to] = [before.revision.object(num), after.revision.object(num)];
  const valueFor = (found: typeof from): PdfObject => (found?.gen === gen ? found.value : null);
  yield [valueFor(from), valueFor(to), true];
  if (!to || to.gen === gen) return;
  const remains = after.hasReference(num, gen);
  if (remains !== false) yield [from?.value ?? null, to.value, remains];
}

function changesFrom({ difference, rule }: ClassifiedDifference, contexts: ContextIndex): Change[] {
  const page = contexts.pageOf(difference.context);
  const affected = page === null ? rule?.pages?.(difference) : undefined;
  return affected?.length
    ? affected.map(one => changeFrom(difference, rule, one))
    : [changeFrom(difference, rule, page)];
}

function changeFrom(difference: Difference, rule: ChangeRule | null, page: number | null): Change {
  const { pair, context } = difference;
  const text = rule ? rule.message?.(difference) : describeChange(difference);
  const stated = (rule ? rule.stated?.(difference) : statedByUnpermitted(difference)) ?? null;
  return {
    revision: pair.after.revision.index,
    class: rule?.class ?? (isUnknown(difference) ? null : 'content'),
    kind: rule ? message(`permits.${rule.id}`) : '',
    page,
    pages: page === null ? [] : [page],
    field: context.field,
    message: text === undefined ? null : located(page, context.field, withValues(text, stated)),
    value: stated && stated !== 'password' ? changedValue(stated) : null,
    warnings: [rule?.warning?.(difference) ?? []].flat().map(warning => located(page, context.field, warning)),
    showsNothing: rule?.showsNothing?.(difference) ?? false,
  };
}

const isUnknown = ({ isIncomplete, context, pair }: Difference): boolean =>
  isIncomplete === true || (context.entry === 'form.XFA' && xfaChange(pair).verdict === null);

function withValues(text: string, stated: StatedChange | 'password' | null): string {
  if (stated === null) return text;
  if (stated === 'password') return message('change.with-password', { change: text });
  return message('change.with-values', { change: text, values: valuesInWords(stated) });
}

/** Merges duplicates: a change to a field is found in the form and on its page, in its value and in its appearance. */
function distinct(changes: readonly Change[]): Change[] {
  const unique = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.class} ${change.field} ${change.message ?? change.kind}`;
    const earlier = unique.get(key);
    unique.set(key, earlier ? merge(earlier, change) : change);
  }
  return [...unique.values()];
}

const merge = (a: Change, b: Change): Change => ({
  ...a,
  page: a.page ?? b.page,
  warnings: [...new Set([...a.warnings, ...b.warnings])],
  pages: [...new Set([...a.pages, ...b.pages])],
  showsNothing: a.showsNothing && b.showsNothing,
});
