/** What a field or comment said before and after a change, as a person reads it. */
import { type IdPart, message, quoted } from '../../messages/index.js';
import { dictOf, type FormField, type PdfDict, PdfName, type PdfObject, type PdfRevision } from '../../pdf/index.js';
import { escapeLines } from '../../text.js';
import type { ChangedValue } from '../result.js';
import type { RevisionPair } from './compare/equality.js';
import type { ObjectContext } from './compare/object-context.js';
import { isPushButton, type Snapshot } from './compare/snapshot.js';
import {
  isListBox,
  isNameAsText,
  otherTextShown,
  readableValue,
  selectedState,
  showsState,
  textIn,
  textOfLook,
  withoutMarkup,
  withoutSpace,
} from './field-looks/index.js';

/** A state is a word of the catalogue; a text is one of the document. */
interface Statement {
  readonly text: string;
  readonly isState?: true;
}

/** Null: the field or comment did not exist. */
export interface StatedChange {
  readonly before: Statement | null;
  readonly after: Statement | null;
  /** What of a comment they are, other than its text. */
  readonly label?: string;
}

interface Changed {
  readonly pair: RevisionPair;
  readonly context: ObjectContext;
  readonly before: PdfObject;
  readonly after: PdfObject;
  readonly owners: { readonly before: PdfDict | null; readonly after: PdfDict | null } | null;
}

/** Null: both say the same, or what they say is unknown. */
export function statedByField({ pair, context }: Changed): StatedChange | 'password' | null {
  const fields = [pair.before, pair.after].map(snapshot => namedField(snapshot, context.field));
  if (fields.some((field, i) => field && isPassword(i === 0 ? pair.before : pair.after, field))) return 'password';
  const [before, after] = fields.map((field, i) => field && statement(i === 0 ? pair.before : pair.after, field));
  return before && after && before.text !== after.text ? { before, after } : null;
}

/** Why it is doubtful that a field shows its new value. */
export function doubtAboutField({ pair: { after }, context }: Changed): string {
  const field = namedField(after, context.field);
  const unclear = message('change.field-unclear');
  if (!field || isListBox(field) || isPassword(after, field)) return unclear;
  if (field.type === 'Btn') return doubtAboutButton(after, field);
  const shown = otherTextShown(after.revision, field);
  if (!shown) return unclear;
  if (shown.isPart) return message('change.field-cut');
  return message('change.field-shows', { shown: shortened({ text: shown.text }, 0) });
}

function doubtAboutButton({ revision }: Snapshot, field: FormField): string {
  if (!showsState(revision, field)) return message('change.field-not-selected');
  return message(isNameAsText(revision, field) ? 'change.field-name-as-text' : 'change.field-unclear');
}

const namedField = (snapshot: Snapshot, name: string | null): FormField | null =>
  name === null ? null : snapshot.fieldNamed(name);

/** Table 231. */
const PASSWORD = 1 << 13;

/** Also a widget may state the flag: what any program hides is not shown. */
export const isPassword = ({ revision }: Snapshot, { type, flags, widgets }: FormField): boolean =>
  type === 'Tx' && [flags, ...widgets.map(({ dict }) => revision.getNumber(dict, 'Ff') ?? 0)].some(isHidden);

const isHidden = (flags: number): boolean => (flags & PASSWORD) !== 0;

function statement({ revision }: Snapshot, field: FormField): Statement | null {
  if (field.type === 'Tx' || field.type === 'Ch') return textStatement(readableValue(revision, field));
  return field.type === 'Btn' && !isPushButton(field) ? stateOf(revision, field) : null;
}

const textStatement = (text: string | null): Statement | null => (text === null ? null : { text });

const RADIO = 1 << 15;

/** Check boxes with one state are checked or not; the states of others have names. */
function stateOf(revision: PdfRevision, field: FormField): Statement | null {
  const selected = selectedState(revision, field);
  if (!selected) return null;
  const isGroup = (field.flags & RADIO) !== 0 || selected.states > 1;
  if (isGroup) return selected.name === null ? { text: message('state.none'), isState: true } : { text: selected.name };
  return { text: message(selected.name === null ? 'state.off' : 'state.on'), isState: true };
}

/** What a reader sees beside the text: state of a review, author, subject, kind of stamp or icon, selected appearance. */
const LABELS: ReadonlyMap<string, IdPart<'label.'>> = new Map(
  (['State', 'T', 'Subj', 'Name', 'AS'] as const).map(key => [`annotation.${key}`, key]),
);

/** Of a comment or markup annotation that was added, removed or changed. */
export function statedByComment(changed: Changed): StatedChange | null {
  const label = LABELS.get(changed.context.entry);
  if (label) return labels(changed, message(`label.${label}`));
  const [before, after] = commentsOf(changed);
  if (!before && !after) return null;
  const { pair } = changed;
  const shown = changed.context.entry === 'annotation.AP' && before && after ? drawn(pair, before, after) : null;
  if (shown) return shown;
  // viewers show /RC instead of /Contents (12.5.6.2): the two may say different things
  for (const read of [contentsOf, richContentsOf]) {
    const [from, to] = [before && read(pair.before.revision, before), after && read(pair.after.revision, after)];
    if ((from ?? '') !== (to ?? '')) return { before: textStatement(from), after: textStatement(to) };
  }
  return null;
}

/** What the appearance says, where that is not the text of the comment. */
function drawn({ before, after }: RevisionPair, from: PdfDict, to: PdfDict): StatedChange | null {
  const [was, is] = [textOfLook(before.revision, from), textOfLook(after.revision, to)];
  if (!was || !is || was.text === null || is.text === null || was.text === is.text) return null;
  const isStated = is.text === withoutSpace(richContentsOf(after.revision, to));
  return isStated ? null : { before: textStatement(was.spelled), after: textStatement(is.spelled) };
}

function labels({ pair, before, after }: Changed, label: string): StatedChange | null {
  const [from, to] = [labelOf(pair.before.revision, before), labelOf(pair.after.revision, after)];
  return from === to ? null : { before: textStatement(from), after: textStatement(to), label };
}

function labelOf(revision: PdfRevision, written: PdfObject): string {
  const value = revision.resolve(written);
  return value instanceof PdfName ? value.name : (textIn(revision, value) ?? '');
}

/** In both revisions; null: it did not exist, or is not known. */
export function commentsOf(changed: Changed): readonly [PdfDict | null, PdfDict | null] {
  const { pair, context, before, after, owners } = changed;
  if (context.type === 'annotation') return [dictOf(before), dictOf(after)];
  // also of a direct annotation, and of one that was written as another object
  if (owners && isOwnEntry(changed)) return [owners.before, owners.after];
  if (context.annotation === null) return [null, null];
  const inRevision = ({ revision }: Snapshot) => dictOf(revision.object(context.annotation!)?.value ?? null);
  return [inRevision(pair.before), inRevision(pair.after)];
}

/** The owners are the comment itself, and not a dictionary inside it, such as that of a layer. */
function isOwnEntry({ pair, context, before, after, owners }: Changed): boolean {
  const key = context.entry.slice('annotation.'.length);
  const has = ({ revision }: Snapshot, owner: PdfDict | null, value: PdfObject): boolean =>
    revision.getName(owner, 'Subtype') === context.subtype &&
    (revision.getName(owner, 'Type') ?? 'Annot') === 'Annot' &&
    revision.get(owner, key) === value;
  return owners !== null && has(pair.before, owners.before, before) && has(pair.after, owners.after, after);
}

const contentsOf = (revision: PdfRevision, comment: PdfDict): string =>
  textIn(revision, revision.get(comment, 'Contents')) ?? '';
const richContentsOf = (revision: PdfRevision, comment: PdfDict): string => {
  const rich = revision.get(comment, 'RC');
  return rich === null ? contentsOf(revision, comment) : withoutMarkup(textIn(revision, rich) ?? '');
};

/** “1000” → “9000” */
export function valuesInWords({ before, after, label }: StatedChange): string {
  if (before === null) return shortened(after!, 0);
  if (after === null) return shortened(before, 0);
  const from = firstDifference(before.text, after.text);
  const values = message('change.values', { before: shortened(before, from), after: shortened(after, from) });
  return label === undefined ? values : message('change.values-of', { label, values });
}

/** Characters that are shown in a sentence, and those of them before the first difference. */
const [MAX_SHOWN, LEAD] = [80, 20];

/** A long text begins shortly before the difference, so that a long common beginning does not hide it. */
function shortened({ text, isState }: Statement, difference: number): string {
  if (isState) return text;
  if (text === '') return message('state.empty');
  const start = text.length > MAX_SHOWN && difference > MAX_SHOWN - LEAD ? difference - LEAD : 0;
  const part = [...text.slice(start, start + 2 * MAX_SHOWN)];
  const isCut = text.length > start + 2 * MAX_SHOWN || part.length > MAX_SHOWN;
  const shown = `${start > 0 ? '…' : ''}${part.slice(0, MAX_SHOWN).join('')}${isCut ? '…' : ''}`;
  return quoted(shown.replace(LINE_BREAK, ' ↵ '));
}

const LINE_BREAK = /\r\n?|\n/g;

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Characters of each value in a result. */
const MAX_STATED = 1000;

/** For the result: unsafe characters by their codes, and lines as lines. */
export function changedValue({ before, after }: StatedChange): ChangedValue {
  const limited = (statement: Statement | null): string | null => {
    if (statement === null) return null;
    const characters = [...statement.text.slice(0, 2 * MAX_STATED + 2)];
    const text = characters.length > MAX_STATED ? `${characters.slice(0, MAX_STATED - 1).join('')}…` : statement.text;
    return escapeLines(text.replace(LINE_BREAK, '\n'));
  };
  return { before: limited(before), after: limited(after) };
}

/** Characters of all values in the result of a file: each signature lists the changes after it. */
const MAX_ALL = 1 << 18;

/** Leaves out the values that exceed the limit; their messages have the beginning. */
export class ValueBudget {
  #left = MAX_ALL;

  limited<Change extends { readonly value: ChangedValue | null }>(changes: readonly Change[]): Change[] {
    return changes.map(change => {
      this.#left -= (change.value?.before?.length ?? 0) + (change.value?.after?.length ?? 0);
      return this.#left < 0 ? { ...change, value: null } : change;
    });
  }
}
