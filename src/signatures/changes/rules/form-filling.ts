/** Filling in forms and signing: permitted from P=2, in fields that are not locked (ISO 32000-2, 12.8.2.2.2, Table 257). */
import type { FormField } from '../../../pdf/index.js';
import { appearanceAgrees } from '../appearance/field-appearance.js';
import { type Difference, isAdded, rulesOf } from './rule.js';
import { isBeingSigned, isSigning, newSignatureField } from './signature-field.js';
import { keepsVisibility } from './visibility.js';

const TABLE_257 = 'ISO 32000-2, 12.8.2.2.2, Table 257';

export const FORM_RULES = rulesOf('form-filling', [
  {
    id: 'empty-signature-field-added',
    allows: 'a new empty signature field that covers no page content',
    clause: TABLE_257,
    at: ['field'],
    test: difference => newSignatureField(difference)?.signed === 'empty',
    message: () => 'an empty signature field was added',
    paints: 'never over content',
  },
  {
    id: 'signature-field-added',
    allows: 'a new signature field with its signature',
    clause: TABLE_257,
    at: ['field'],
    test: difference => newSignatureField(difference) !== null,
    message: () => 'the document was signed again',
    paints: 'not over certified content',
  },
  {
    id: 'signature-field-signed',
    allows: 'a signature in an existing empty field',
    clause: TABLE_257,
    at: ['field.V'],
    test: isSigning,
    message: () => 'the field was signed',
  },
  {
    id: 'field-filled',
    allows: 'a value in a field other than a signature field',
    clause: `${TABLE_257}; 12.7.4`,
    at: ['field.V', 'field.RV', 'field.I'],
    test: difference => isInput(difference),
    message: () => 'the field was filled in',
  },
  {
    id: 'field-state',
    allows: 'the appearance state of a field and its modification date',
    clause: 'ISO 32000-2, 12.5.5, 12.7.5.2',
    at: ['field.AS', 'field.M'],
    test: difference => isInput(difference) || isBeingSigned(difference),
    message: () => 'the field was filled in',
  },
  {
    id: 'field-appearance',
    allows: 'the appearance of a field that is filled in or signed, if it shows the value',
    clause: 'ISO 32000-2, 12.7.4.3',
    at: ['appearance'],
    test: difference =>
      isBeingSigned(difference) || (isInput(difference) && appearanceAgrees(difference) !== 'differs'),
    message: () => 'the field was filled in',
    warning: difference =>
      appearanceAgrees(difference) === 'unclear'
        ? 'the appearance of the field could not be compared with its value'
        : null,
  },
  {
    id: 'field-decoration',
    allows: 'fonts and captions of a field that is filled in or signed',
    clause: 'ISO 32000-2, 12.5.6.19, 12.7.4.3',
    at: ['field.MK', 'field.DA', 'field.Q', 'field.DS'],
    test: difference => isBeingSigned(difference) || (isInput(difference) && difference.context.entry !== 'field.MK'),
  },
  {
    id: 'field-flags',
    allows: 'flags that make a field read-only or printable',
    clause: 'ISO 32000-2, 12.5.3, 12.7.4.1',
    at: ['field.F', 'field.Ff'],
    test: keepsUse,
  },
  {
    id: 'field-linked',
    allows: 'references between a new field, its page and the structure tree',
    clause: 'ISO 32000-2, 12.5.2, 14.7.5.4',
    at: ['field.StructParent', 'page.StructParents', 'page.Tabs'],
    test: isAdded,
  },
  {
    id: 'appearances-flag',
    allows: 'whether viewers regenerate the appearances of fields',
    clause: 'ISO 32000-2, 12.7.3, NeedAppearances',
    at: ['form.NeedAppearances'],
    test: ({ after }) => after === null || typeof after === 'boolean',
  },
]);

/** Text, choice and button fields except push buttons, which have no value (12.7.5.2.2). */
function isInput({ pair, context }: Difference): boolean {
  const field = context.field === null ? null : pair.before.fieldNamed(context.field);
  return (
    field !== null && (field.type === 'Tx' || field.type === 'Ch' || (field.type === 'Btn' && !isPushButton(field)))
  );
}

const PUSH_BUTTON = 1 << 16;
const isPushButton = (field: FormField): boolean => (field.flags & PUSH_BUTTON) !== 0;

const READ_ONLY = 1;

function keepsUse({ context, before, after }: Difference): boolean {
  if (context.entry === 'field.F') return keepsVisibility(before, after);
  const [from, to] = [before ?? 0, after ?? 0];
  return Number.isInteger(from) && Number.isInteger(to) && ((from as number) ^ (to as number)) === READ_ONLY;
}
