/** Filling in forms and signing: allowed from P=2 on, in fields that are not locked (ISO 32000-2, 12.8.2.2.2, Table 257). */
import type { FormField } from '../../../pdf/index.js';
import { appearanceAgrees } from '../appearance.js';
import { growsOnly } from '../structure.js';
import { type ChangeRule, type Difference, isAdded } from './rule.js';
import { isBeingSigned, isUnsigned, newSignatureField } from './signature-field.js';

const TABLE_257 = 'ISO 32000-2, 12.8.2.2.2, Table 257';

export const FORM_RULES: readonly ChangeRule[] = [
  {
    id: 'signature-place-added',
    allows: 'an empty field for somebody to sign, over nothing that the page shows',
    class: 'form-filling',
    clause: TABLE_257,
    at: ['field'],
    test: difference => newSignatureField(difference)?.signed === 'empty',
    says: () => 'a place for another signature was added',
    paints: 'never over content',
  },
  {
    id: 'signature-field-added',
    allows: 'a new signature field with its signature',
    class: 'form-filling',
    clause: TABLE_257,
    at: ['field'],
    test: difference => newSignatureField(difference) !== null,
    says: () => 'the document was signed again',
    paints: 'not over certified content',
  },
  {
    id: 'signature-field-signed',
    allows: 'a signature in a field that was empty',
    class: 'form-filling',
    clause: TABLE_257,
    at: ['field.V'],
    test: isUnsigned,
    says: () => 'the field was signed',
  },
  {
    id: 'field-filled',
    allows: 'a value in a field that is no signature',
    class: 'form-filling',
    clause: `${TABLE_257}; 12.7.4`,
    at: ['field.V', 'field.RV', 'field.I'],
    test: difference => isInput(difference),
    says: () => 'the field was filled in',
  },
  {
    id: 'field-state',
    allows: 'the state that shows a value: which look of a button is on, when it was changed',
    class: 'form-filling',
    clause: 'ISO 32000-2, 12.5.5, 12.7.5.2',
    at: ['field.AS', 'field.M'],
    test: difference => isInput(difference) || isBeingSigned(difference),
    says: () => 'the field was filled in',
  },
  {
    id: 'field-appearance',
    allows: 'the look of a field that is filled in or signed, as long as it shows the value',
    class: 'form-filling',
    clause: 'ISO 32000-2, 12.7.4.3',
    at: ['appearance'],
    test: difference =>
      isBeingSigned(difference) || (isInput(difference) && appearanceAgrees(difference) !== 'differs'),
    says: () => 'the field was filled in',
    warns: difference =>
      appearanceAgrees(difference) === 'unclear' ? 'what the field shows could not be compared with its value' : null,
  },
  {
    id: 'field-decoration',
    allows: 'fonts and captions of a field that is filled in or signed',
    class: 'form-filling',
    clause: 'ISO 32000-2, 12.5.6.19, 12.7.4.3',
    at: ['field.MK', 'field.DA', 'field.Q', 'field.DS'],
    test: difference => isBeingSigned(difference) || (isInput(difference) && difference.place.entry !== 'field.MK'),
  },
  {
    id: 'field-flags',
    allows: 'a field that becomes read-only, or is printed',
    class: 'form-filling',
    clause: 'ISO 32000-2, 12.5.3, 12.7.4.1',
    at: ['field.F', 'field.Ff'],
    test: keepsVisibility,
  },
  {
    id: 'field-linked',
    allows: 'a link from a field to its page or to the structure of the document',
    class: 'form-filling',
    clause: 'ISO 32000-2, 12.5.2, 14.7.5.4',
    at: ['field.StructParent', 'page.StructParents', 'page.Tabs'],
    test: isAdded,
  },
  {
    id: 'structure-grows',
    allows: 'more elements in the structure of a tagged document, next to those that were there',
    class: 'form-filling',
    clause: 'ISO 32000-2, 14.7',
    at: ['structure'],
    test: growsOnly,
  },
  {
    id: 'appearances-flag',
    allows: 'whether viewers draw the fields anew from their values',
    class: 'form-filling',
    clause: 'ISO 32000-2, 12.7.3, NeedAppearances',
    at: ['form.NeedAppearances'],
    test: ({ after }) => after === null || typeof after === 'boolean',
  },
];

/** Text, choice and button fields; a signature is no input, and a push button has no value (12.7.5.2.2). */
function isInput({ pair, place }: Difference): boolean {
  const field = place.field === null ? null : pair.before.fieldNamed(place.field);
  return (
    field !== null && (field.type === 'Tx' || field.type === 'Ch' || (field.type === 'Btn' && !isPushButton(field)))
  );
}

const PUSH_BUTTON = 1 << 16;
const isPushButton = (field: FormField): boolean => (field.flags & PUSH_BUTTON) !== 0;

/** 12.5.3: Invisible, Hidden, NoView. */
const VISIBILITY = 1 | 2 | 32;
const READ_ONLY = 1;

function keepsVisibility({ place, before, after }: Difference): boolean {
  const [from, to] = [before ?? 0, after ?? 0];
  if (!Number.isInteger(from) || !Number.isInteger(to)) return false;
  const changed = (from as number) ^ (to as number);
  return place.entry === 'field.Ff' ? changed === READ_ONLY : (changed & VISIBILITY) === 0;
}
