/** Whether the values in the data of an XFA form became those of the fields that were filled in. */
import { message } from '../../../messages/index.js';
import { type FormField, formFields, type PdfRevision } from '../../../pdf/index.js';
import { cached, grouped } from '../../../system/collections.js';
import type { RevisionPair } from '../compare/equality.js';
import { controlsDirection, fieldValue, sameText, selectedState, withoutSpace } from '../field-looks/index.js';
import { isPassword, valuesInWords } from '../stated-values.js';
import type { XfaData } from './data.js';

/** `verdict`: the data say what the fields say that were filled in; null: unknown. `message`: without page and field. */
export interface XfaChange {
  readonly verdict: 'filled' | 'changed' | null;
  readonly message: string;
}

export const filled = (): XfaChange => ({ verdict: 'filled', message: message('xfa.filled') });

/** Units of work for a value. */
const COMPARED = 3;

/** What is shown to be wrong comes before what is unknown. */
export function valuesChange(
  pair: RevisionPair,
  before: XfaData,
  after: XfaData,
  boundOtherwise: ReadonlySet<string>,
): XfaChange {
  const changes = [...new Set([...before.values.keys(), ...after.values.keys()])].flatMap(path => {
    pair.after.revision.budget.step(COMPARED);
    if (isSame(before, after, path)) return [];
    const change = valueChange(pair, path, before.values.get(path), after.values.get(path));
    return change.verdict === 'filled' && boundOtherwise.has(nameIn(path)) ? [unbound(path)] : [change];
  });
  const wanted = (verdict: XfaChange['verdict']) => changes.find(change => change.verdict === verdict);
  return wanted('changed') ?? wanted(null) ?? filled();
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');

/** An empty element that became a group, or the reverse, is still there. */
function isSame(before: XfaData, after: XfaData, path: string): boolean {
  const [from, to] = [before.values.get(path), after.values.get(path)];
  if (from !== undefined && to !== undefined) return from === to || isAlike(from, to);
  const groups = from === undefined ? before.groups : after.groups;
  return isBlank(from ?? to!) && [path, path.replace(/\.$/, '')].some(group => groups.has(group));
}

const isAlike = (from: string, to: string): boolean =>
  collapsed(from) === collapsed(to) && ![from, to].some(controlsDirection);

/** Line ends and indents differ between programs; spaces within a value divide its words and figures. */
const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

const isBlank = (text: string): boolean => text.trim() === '';

const unbound = (path: string): XfaChange => ({
  verdict: null,
  message: message('xfa.unbound', { path: path.slice(-MAX_PATH) }),
});

/**
 * `from`: undefined for a value that did not exist: programs fill in the default of the form. `to`: undefined for one that was
 * removed: the form may show its default instead.
 */
function valueChange(pair: RevisionPair, path: string, from: string | undefined, to: string | undefined): XfaChange {
  const { revision } = pair.after;
  const fields = fieldsByPath(revision).get(path) ?? [];
  if (fields.length === 0) return unbound(path);
  const isFilled = fields.every(field => wasFilled(pair, field));
  const agrees = to !== undefined && fields.every(field => says(revision, field, to));
  const isRestated = from !== undefined && isWhole(from) && fields.every(field => says(revision, field, from));
  if (agrees && (isFilled || (isRestated && isWhole(to)) || isBlank(`${from ?? ''}${to}`))) return filled();
  const isOther = from !== undefined && (to !== undefined || !isBlank(from));
  const isUntouched = isOther && !agrees && !fields.some(field => wasFilled(pair, field));
  const change = message(`xfa.${isUntouched ? 'other' : 'unclear'}-value`, { field: fields[0]!.name });
  const values = valuesInWords({ before: { text: from ?? '' }, after: { text: to ?? '' } });
  const isSecret = fields.some(field => isPassword(pair.after, field));
  return {
    verdict: isUntouched ? 'changed' : null,
    message: isSecret ? message('change.with-password', { change }) : message('change.with-values', { change, values }),
  };
}

/** Has no inner spaces, by which another value of the same characters could differ. */
const isWhole = (text: string): boolean => withoutSpace(text) === text.trim();

/** Characters that are shown of a path. */
const MAX_PATH = 120;

function wasFilled({ before, after }: RevisionPair, field: FormField): boolean {
  const earlier = before.fieldNamed(field.name);
  return earlier !== null && stated(before.revision, earlier) !== stated(after.revision, field);
}

/** Equal for values that say the same; null: unknown. */
const stated = (revision: PdfRevision, field: FormField): string | null =>
  field.type === 'Btn' ? (selectedState(revision, field)?.name ?? '') : (fieldValue(revision, field)?.key ?? null);

/** What is not selected: by default 0 (XFA 3.3, "items"). */
const NOT_SELECTED = new Set(['', '0', 'Off']);

function says(revision: PdfRevision, field: FormField, text: string): boolean {
  if (controlsDirection(text)) return false;
  const value = stated(revision, field);
  if (value === null) return false;
  if (field.type === 'Btn') return value === '' ? NOT_SELECTED.has(text.trim()) : value === text.trim();
  return sameText(value, withoutSpace(text));
}

/** Fields by the path of their data: subforms without a name, as '#subform[0]', have none (XFA 3.3, "Transparent nodes"). */
const fieldsByPath = cached((revision: PdfRevision) =>
  grouped(formFields(revision), ({ name }) =>
    name
      .split('.')
      .filter(part => !part.startsWith('#'))
      .map(part => (part.endsWith(']') ? part : `${part}[0]`))
      .join('.'),
  ),
);
