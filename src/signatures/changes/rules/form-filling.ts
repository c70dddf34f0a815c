/** Filling in forms and signing: permitted from P=2, in fields that are not locked (ISO 32000-2, 12.8.2.2.2, Table 257). */
import { message } from '../../../messages/index.js';
import { area, boxOf, type PdfObject } from '../../../pdf/index.js';
import { appearancesOf } from '../appearances.js';
import { isPushButton } from '../compare/snapshot.js';
import {
  alignmentAgrees,
  defaultAppearanceAgrees,
  fieldAgrees,
  indicesOfFieldAgree,
  isFilled,
  isScrolled,
  isValueKnown,
  keepsBorder,
  keepsDecoration,
  keepsSymbols,
  richTextOfFieldAgrees,
  showTheSame,
} from '../field-looks/index.js';
import { lookOf } from '../painting/look.js';
import { doubtAboutField, statedByField } from '../stated-values.js';
import { xfaChange } from '../xfa/index.js';
import {
  becomesVisible,
  clearsNothing,
  flagsOf,
  keepsVisibility,
  losesRichText,
  onlyLocks,
  setsOnlyProtection,
} from './flags.js';
import { type Difference, isAdded, rulesOf } from './rule.js';
import { isBeingSigned, isPlaced, isSigning, newSignatureField } from './signature-field.js';

const TABLE_257 = 'ISO 32000-2, 12.8.2.2.2, Table 257';

export const FORM_RULES = rulesOf('form-filling', [
  {
    id: 'empty-signature-field-added',
    clause: TABLE_257,
    at: ['field'],
    test: difference => newSignatureField(difference)?.signed === 'empty',
    message: () => message('change.signature-field-added'),
  },
  {
    id: 'signature-field-added',
    clause: TABLE_257,
    at: ['field'],
    test: difference => newSignatureField(difference) !== null,
    message: () => message('change.signed-again'),
    showsNothing: difference => !isPlaced(difference),
  },
  {
    id: 'signature-field-signed',
    clause: TABLE_257,
    at: ['field.V'],
    test: isSigning,
    message: () => message('change.field-signed'),
  },
  {
    id: 'signature-field-blank',
    clause: 'ISO 32000-2, 12.5.5, 12.7.5.5',
    at: ['appearance', 'field.M'],
    // PDF.js writes both into the empty signature fields of an XFA form
    test: difference => isUnsigned(difference) && (difference.context.entry === 'field.M' || getsBlankLook(difference)),
  },
  {
    id: 'field-filled',
    clause: `${TABLE_257}; 12.7.4`,
    at: ['field.V'],
    test: difference =>
      isInput(difference) &&
      agreement(difference) !== 'differs' &&
      isValueKnown(difference.pair, difference.context.field!),
    message: () => message('change.field-filled'),
    stated: statedByField,
    warning: warningOf,
  },
  {
    id: 'field-value-repeated',
    clause: 'ISO 32000-2, 12.7.4.4, 12.7.5.4',
    at: ['field.RV', 'field.I'],
    test: difference => isInput(difference) && repeatsValue(difference),
    message: filledOrDrawn,
    stated: statedByField,
  },
  {
    id: 'field-state',
    clause: 'ISO 32000-2, 12.5.5, 12.7.5.2',
    at: ['field.AS', 'field.M'],
    test: difference => isBeingSigned(difference) || (isInput(difference) && stateAgrees(difference)),
    message: filledOrDrawn,
    stated: statedByField,
  },
  {
    id: 'field-scrolled',
    clause: 'ISO 32000-2, 12.7.5.4, TI',
    at: ['field.TI'],
    test: ({ pair, context, after }) =>
      context.field !== null &&
      fieldAgrees(pair, context.field) !== 'differs' &&
      isScrolled(pair, context.field, after),
  },
  {
    id: 'field-appearance',
    clause: 'ISO 32000-2, 12.7.4.3',
    at: ['appearance'],
    test: difference => isBeingSigned(difference) || (isInput(difference) && agreement(difference) !== 'differs'),
    message: filledOrDrawn,
    stated: statedByField,
    warning: warningOfLook,
  },
  {
    id: 'field-decoration',
    clause: 'ISO 32000-2, 12.5.6.19, 12.7.4.3',
    at: ['field.MK', 'field.BS', 'field.DA', 'field.Q', 'field.DS'],
    test: difference => isBeingSigned(difference) || (isInput(difference) && isReadableStyle(difference)),
  },
  {
    id: 'field-signed-invisibly',
    clause: `${TABLE_257}; 12.7.5.5`,
    at: ['field.Rect'],
    // PDFBox sets the rectangle to zeros when it signs without an appearance
    test: difference => isBeingSigned(difference) && isEmptyRectangle(difference),
  },
  {
    id: 'field-flags',
    clause: 'ISO 32000-2, 12.5.3, 12.7.4.1',
    at: ['field.F', 'field.Ff'],
    test: keepsUse,
  },
  {
    id: 'xfa-filled',
    clause: 'ISO 32000-1, 12.7.8',
    at: ['form.XFA'],
    test: ({ pair }) => xfaChange(pair).verdict === 'filled',
    message: () => message('xfa.filled'),
  },
  {
    id: 'field-linked',
    clause: 'ISO 32000-2, 12.5.2, 14.7.5.4',
    at: ['field.StructParent', 'page.Tabs'],
    test: isAdded,
  },
  {
    id: 'appearances-flag',
    clause: 'ISO 32000-2, 12.7.3, NeedAppearances',
    at: ['form.NeedAppearances'],
    test: ({ after, pair }) => (after === null || typeof after === 'boolean') && showTheSame(pair),
    message: () => message('change.fields-drawn'),
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

/** A signature field that is empty before and after. */
function isUnsigned({ pair, context }: Difference): boolean {
  const fields = [pair.before, pair.after].map(snapshot => {
    const field = context.field === null ? null : snapshot.fieldNamed(context.field);
    return field?.type === 'Sig' && snapshot.revision.resolve(field.value) === null;
  });
  return fields.every(Boolean);
}

/** It had no appearance, and gets one that paints nothing. */
function getsBlankLook(difference: Difference): boolean {
  const { revision } = difference.pair.after;
  const widget = difference.owners?.after;
  if (!isAdded(difference) || !widget) return false;
  const looks = appearancesOf(revision, widget);
  return looks.length > 0 && looks.every(look => lookOf(revision, look).effect === 'nothing');
}

/** For differences inside of fields. */
const agreement = ({ pair, context }: Difference) => fieldAgrees(pair, context.field!);

function warningOf(difference: Difference): string | null {
  return !isBeingSigned(difference) && agreement(difference) === 'unclear' ? doubtAboutField(difference) : null;
}

/** A field whose value is new has the first warning only, one that keeps its value the second. */
function warningOfLook(difference: Difference): string | null {
  const isKept = isBeingSigned(difference) || keepsSymbols(difference.pair, difference.context.field!);
  return isKept ? warningOf(difference) : message('change.symbol-changed');
}

/** Not every new look or style comes with a new value. */
function filledOrDrawn(difference: Difference): string {
  const hasNewValue = isBeingSigned(difference) || isFilled(difference.pair, difference.context.field!);
  return message(hasNewValue ? 'change.field-filled' : 'change.field-drawn');
}

function repeatsValue({ pair, context, after }: Difference): boolean {
  if (after === null) return true;
  return context.entry === 'field.I'
    ? indicesOfFieldAgree(pair, context.field!)
    : richTextOfFieldAgrees(pair, context.field!);
}

const stateAgrees = (difference: Difference): boolean =>
  difference.context.entry === 'field.M' || agreement(difference) !== 'differs';

/** Background, border and captions (/MK, /BS) are no part of filling in: they stay, but may be written in another way. */
function isReadableStyle({ pair, context, before, after }: Difference): boolean {
  if (context.entry === 'field.MK') return keepsDecoration(pair, context, before, after);
  if (context.entry === 'field.BS') return keepsBorder(pair, context, before, after);
  if (context.entry === 'field.DA') return defaultAppearanceAgrees(pair, context.field!);
  if (context.entry === 'field.DS') return richTextOfFieldAgrees(pair, context.field!);
  const isAlignment = after === null || after === 0 || after === 1 || after === 2;
  return context.entry === 'field.Q' && isAlignment && alignmentAgrees(pair, context.field!);
}

/** pdf-lib enters a value as plain text, and says so. */
const becomesPlain = ({ pair, context }: Difference, before: PdfObject, after: PdfObject): boolean =>
  pair.before.fieldNamed(context.field!)?.type === 'Tx' &&
  isFilled(pair, context.field!) &&
  losesRichText(before, after);

function isEmptyRectangle({ pair, after }: Difference): boolean {
  const rect = boxOf(pair.after.revision, after);
  return rect !== null && area(rect) === 0;
}

/** Setting ReadOnly, Locked and the like protects the field; clearing them is not a part of filling in. */
function keepsUse(difference: Difference): boolean {
  const [before, after] = flagsOf(difference);
  if (difference.context.entry === 'field.Ff')
    return onlyLocks(before, after) || becomesPlain(difference, before, after);
  const isShown = isBeingSigned(difference) && becomesVisible(before, after);
  const isProtected = clearsNothing(before, after) && setsOnlyProtection(before, after);
  return isProtected && (isShown || keepsVisibility(before, after));
}
