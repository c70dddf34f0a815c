/** Filling in forms and signing: permitted from P=2, in fields that are not locked (ISO 32000-2, 12.8.2.2.2, Table 257). */

import { area, boxOf } from '../../../pdf/index.js';
import { isPushButton } from '../compare/snapshot.js';
import { effectiveValue } from '../effective/effect.js';
import {
  defaultAppearanceAgrees,
  fieldAgrees,
  indicesOfFieldAgree,
  isValueKnown,
  keepsDecoration,
  richTextOfFieldAgrees,
  showTheSame,
} from '../field-looks/index.js';
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
  },
  {
    id: 'signature-field-added',
    allows: 'a new signature field with its signature',
    clause: TABLE_257,
    at: ['field'],
    test: difference => newSignatureField(difference) !== null,
    message: () => 'the document was signed again',
    addsSignature: () => true,
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
    at: ['field.V'],
    test: difference =>
      isInput(difference) &&
      agreement(difference) !== 'differs' &&
      isValueKnown(difference.pair, difference.context.field!),
    message: () => 'the field was filled in',
    warning: warningOf,
  },
  {
    id: 'field-value-repeated',
    allows: 'rich text and option numbers that say the same as the value',
    clause: 'ISO 32000-2, 12.7.4.4, 12.7.5.4',
    at: ['field.RV', 'field.I'],
    test: difference => isInput(difference) && repeatsValue(difference),
    message: () => 'the field was filled in',
  },
  {
    id: 'field-state',
    allows: 'the appearance state of a field, if it shows the value, and its modification date',
    clause: 'ISO 32000-2, 12.5.5, 12.7.5.2',
    at: ['field.AS', 'field.M'],
    test: difference => isBeingSigned(difference) || (isInput(difference) && stateAgrees(difference)),
    message: () => 'the field was filled in',
  },
  {
    id: 'field-appearance',
    allows: 'the appearance of a field that is filled in or signed, if it shows the value or what it showed before',
    clause: 'ISO 32000-2, 12.7.4.3',
    at: ['appearance'],
    test: difference => isBeingSigned(difference) || (isInput(difference) && agreement(difference) !== 'differs'),
    message: () => 'the field was filled in',
    warning: warningOf,
  },
  {
    id: 'field-decoration',
    allows: 'the style of a field that is filled in or signed, if its value stays readable',
    clause: 'ISO 32000-2, 12.5.6.19, 12.7.4.3',
    at: ['field.MK', 'field.DA', 'field.Q', 'field.DS'],
    test: difference => isBeingSigned(difference) || (isInput(difference) && isReadableStyle(difference)),
  },
  {
    id: 'field-signed-invisibly',
    allows: 'a signature field that becomes invisible when it is signed',
    clause: `${TABLE_257}; 12.7.5.5`,
    at: ['field.Rect'],
    // PDFBox sets the rectangle to zeros when it signs without an appearance
    test: difference => isBeingSigned(difference) && isEmptyRectangle(difference),
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
    at: ['field.StructParent', 'page.Tabs'],
    test: isAdded,
  },
  {
    id: 'appearances-flag',
    allows: 'whether viewers regenerate the appearances of fields, if every field goes on showing the same',
    clause: 'ISO 32000-2, 12.7.3, NeedAppearances',
    at: ['form.NeedAppearances'],
    test: ({ after, pair }) => (after === null || typeof after === 'boolean') && showTheSame(pair),
    message: () => 'how viewers draw the fields was changed',
    pages: ({ pair }) => pair.after.pagesWithInputs(),
  },
]);

/** Text, choice and button fields except push buttons, which have no value (12.7.5.2.2). */
function isInput({ pair, context }: Difference): boolean {
  const field = context.field === null ? null : pair.before.fieldNamed(context.field);
  return (
    field !== null && (field.type === 'Tx' || field.type === 'Ch' || (field.type === 'Btn' && !isPushButton(field)))
  );
}

/** For differences inside of fields. */
const agreement = ({ pair, context }: Difference) => fieldAgrees(pair, context.field!);

function warningOf(difference: Difference): string | null {
  return !isBeingSigned(difference) && agreement(difference) === 'unclear'
    ? 'the appearance of the field could not be compared with its value'
    : null;
}

function repeatsValue({ pair, context, after }: Difference): boolean {
  if (after === null) return true;
  return context.entry === 'field.I'
    ? indicesOfFieldAgree(pair, context.field!)
    : richTextOfFieldAgrees(pair, context.field!);
}

const stateAgrees = (difference: Difference): boolean =>
  difference.context.entry === 'field.M' || agreement(difference) !== 'differs';

/** Background, border and captions (/MK) are no part of filling in: they stay, but may be written in another way. */
function isReadableStyle({ pair, context, before, after }: Difference): boolean {
  if (context.entry === 'field.MK') return keepsDecoration(pair, context, before, after);
  if (context.entry === 'field.DA') return defaultAppearanceAgrees(pair, context.field!);
  if (context.entry === 'field.DS') return richTextOfFieldAgrees(pair, context.field!);
  return context.entry === 'field.Q' && (after === null || after === 0 || after === 1 || after === 2);
}

function isEmptyRectangle({ pair, after }: Difference): boolean {
  const rect = boxOf(pair.after.revision, after);
  return rect !== null && area(rect) === 0;
}

const READ_ONLY = 1;

function keepsUse({ pair, context, before, after, owners }: Difference): boolean {
  if (context.entry === 'field.F') return keepsVisibility(before, after);
  // a widget that states flags no longer has those of its field
  const [from, to] = [
    owners?.before ? effectiveValue(pair.before, 'field', 'Ff', owners.before) : before,
    owners?.after ? effectiveValue(pair.after, 'field', 'Ff', owners.after) : after,
  ];
  return Number.isInteger(from) && Number.isInteger(to) && ((from as number) ^ (to as number)) === READ_ONLY;
}
