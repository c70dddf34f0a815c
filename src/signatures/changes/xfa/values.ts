/** Whether the values in the data of an XFA form became those of the fields that were filled in. */
import { message } from '../../../messages/index.js';
import { type FormField, formFields, type PdfRevision } from '../../../pdf/index.js';
import { cached, grouped } from '../../../system/collections.js';
import type { RevisionPair } from '../compare/equality.js';
import { fieldValue, sameText, selectedState, withoutSpace } from '../field-looks/index.js';
import { isPassword, valuesInWords } from '../stated-values.js';

/** `verdict`: the data say what the fields say that were filled in; null: unknown. `message`: without page and field. */
export interface XfaChange {
  readonly verdict: 'filled' | 'changed' | null;
  readonly message: string;
}

export const filled = (): XfaChange => ({ verdict: 'filled', message: message('xfa.filled') });

type Values = ReadonlyMap<string, string>;

/** Units of work for a value. */
const COMPARED = 3;

/** What is shown to be wrong comes before what is unknown. */
export function valuesChange(pair: RevisionPair, before: Values, after: Values): XfaChange {
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap(path => {
    pair.after.revision.budget.step(COMPARED);
    const [from, to] = [before.get(path), after.get(path)];
    return withoutSpace(from ?? '') === withoutSpace(to ?? '') ? [] : [valueChange(pair, path, from, to ?? '')];
  });
  const wanted = (verdict: XfaChange['verdict']) => changes.find(change => change.verdict === verdict);
  return wanted('changed') ?? wanted(null) ?? filled();
}

/** `from`: undefined for a value that did not exist: programs fill in the default of the form. */
function valueChange(pair: RevisionPair, path: string, from: string | undefined, to: string): XfaChange {
  const { revision } = pair.after;
  const fields = fieldsByPath(revision).get(path) ?? [];
  if (fields.length === 0) return { verdict: null, message: message('xfa.unbound', { path: path.slice(-MAX_PATH) }) };
  const isFilled = fields.every(field => wasFilled(pair, field));
  const agrees = fields.every(field => says(revision, field, to));
  if (agrees && isFilled) return filled();
  const isUntouched = from !== undefined && !fields.some(field => wasFilled(pair, field));
  const change = message(`xfa.${isUntouched ? 'other' : 'unclear'}-value`, { field: fields[0]!.name });
  const values = valuesInWords({ before: { text: from ?? '' }, after: { text: to } });
  const isSecret = fields.some(field => isPassword(pair.after, field));
  return {
    verdict: isUntouched ? 'changed' : null,
    message: isSecret ? message('change.with-password', { change }) : message('change.with-values', { change, values }),
  };
}

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
