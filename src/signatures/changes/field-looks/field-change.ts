/** Evaluates the change of a whole field between two revisions: its value, its states and its appearances. */
import { type FormField, formFields, type PdfRevision } from '../../../pdf/index.js';
import type { RevisionPair } from '../compare/equality.js';
import { buttonLooksAgree, buttonStatesAgree, showsValue as showsButtonValue, showsCaption } from './button-change.js';
import { type Agreement, textWidgetAgrees } from './text-field-change.js';
import { needAppearances, widgetStates } from './widgets.js';

const changes = new WeakMap<RevisionPair, Map<string, Agreement>>();
const fieldsByName = new WeakMap<PdfRevision, Map<string, FormField[]>>();

/** All fields of this name: nothing prevents two fields from having the same one. */
export function fieldsNamed(revision: PdfRevision, name: string): readonly FormField[] {
  const names = fieldsByName.get(revision) ?? groupByName(formFields(revision));
  fieldsByName.set(revision, names);
  return names.get(name) ?? [];
}

function groupByName(fields: readonly FormField[]): Map<string, FormField[]> {
  const groups = new Map<string, FormField[]>();
  for (const field of fields) {
    const group = groups.get(field.name);
    if (group) group.push(field);
    else groups.set(field.name, [field]);
  }
  return groups;
}

/** Whether the fields with this fully qualified name show what they may show; evaluated once. */
export function fieldAgrees(pair: RevisionPair, name: string): Agreement {
  const known = changes.get(pair) ?? new Map<string, Agreement>();
  changes.set(pair, known);
  const found = known.get(name) ?? evaluate(pair, name);
  known.set(name, found);
  return found;
}

function evaluate(pair: RevisionPair, name: string): Agreement {
  const [before, after] = [fieldsNamed(pair.before.revision, name), fieldsNamed(pair.after.revision, name)];
  if (before.length === 0 || before.length !== after.length) return 'differs';
  return worst(before.map((field, i) => evaluateField(pair, field, after[i]!)));
}

const ORDER: readonly Agreement[] = ['agrees', 'unclear', 'differs'];
const worst = (found: readonly Agreement[]): Agreement =>
  ORDER[Math.max(0, ...found.map(agreement => ORDER.indexOf(agreement)))]!;

function evaluateField(pair: RevisionPair, before: FormField, after: FormField): Agreement {
  if (before.type !== after.type || before.widgets.length !== after.widgets.length) return 'differs';
  if (after.type === 'Btn')
    return buttonLooksAgree(pair, before, after) ? buttonStatesAgree(pair, before, after) : 'differs';
  if (after.type !== 'Tx' && after.type !== 'Ch') return 'differs';
  const [from, to] = [widgetStates(pair.before.revision, before), widgetStates(pair.after.revision, after)];
  return worst(from.map((state, i) => textWidgetAgrees(pair, state, to[i]!)));
}

/** Whether the new values are of a type that the field can have, and no widget has another one. */
export function isValueKnown({ after }: RevisionPair, name: string): boolean {
  return fieldsNamed(after.revision, name).every(
    field => field.type === 'Btn' || widgetStates(after.revision, field).every(({ value }) => value !== null),
  );
}

const PUSH_BUTTON = 1 << 16;
export const isPushButton = (field: FormField): boolean => (field.flags & PUSH_BUTTON) !== 0;

/**
 * Whether every field goes on showing what it showed when /NeedAppearances changes, or shows its value already (12.7.3,
 * Table 224).
 */
export function showTheSame(pair: RevisionPair): boolean {
  const asks = needAppearances(pair.after.revision);
  if (asks === needAppearances(pair.before.revision)) return true;
  return formFields(pair.after.revision).every(field => {
    if (field.type === 'Sig' || field.type === null || fieldsNamed(pair.before.revision, field.name).length === 0)
      return true;
    if (field.type !== 'Btn') return fieldAgrees(pair, field.name) !== 'differs';
    if (!asks) return true;
    return isPushButton(field)
      ? field.widgets.every(widget => showsCaption(pair.after.revision, widget))
      : showsButtonValue(pair.after.revision, field);
  });
}
