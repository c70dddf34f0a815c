/** Comments and markup: permitted without certification and at P=3 (ISO 32000-2, 12.8.2.2.2, Table 257). */
import { dictOf, PdfDict, PdfName } from '../../../pdf/index.js';
import { isAdded, isRemoved, rulesOf } from './rule.js';

/** 12.5.6.1. Not included: file attachments, movies, sound, redactions and unknown types. */
const MARKUP_TYPES = new Set([
  'Text',
  'FreeText',
  'Line',
  'Square',
  'Circle',
  'Polygon',
  'PolyLine',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Caret',
  'Stamp',
  'Ink',
  'Popup',
  'Link',
]);

const TABLE_257 = 'ISO 32000-2, 12.8.2.2.2, Table 257';

export const ANNOTATION_RULES = rulesOf('annotations', [
  {
    id: 'annotation-added',
    allows: 'a new comment or markup annotation without an action',
    clause: TABLE_257,
    at: ['annotation'],
    test: difference => isAdded(difference) && isMarkupWithoutAction(difference.after),
    message: ({ after }) => `${nameOf(after)} was added`,
    paints: 'never over content',
  },
  {
    id: 'annotation-removed',
    allows: 'a removed comment or markup annotation',
    clause: TABLE_257,
    at: ['annotation'],
    test: difference => isRemoved(difference) && isMark(difference.before),
    message: ({ before }) => `${nameOf(before)} was removed`,
  },
  {
    id: 'annotation-changed',
    allows: 'a changed text, appearance or position of a comment or markup annotation',
    clause: TABLE_257,
    at: ['annotation-part'],
    test: ({ context, owners }) =>
      context.entry !== 'annotation.Subtype' &&
      (owners?.after == null || isMark(owners.after) || !owners.after.has('Subtype')),
    message: () => 'a comment or markup annotation was changed',
    paints: 'never over content',
  },
]);

function isMark(value: unknown): boolean {
  const dict = value instanceof PdfDict ? value : null;
  const subtype = dict?.get('Subtype');
  return subtype instanceof PdfName && MARKUP_TYPES.has(subtype.name);
}

const isMarkupWithoutAction = (value: unknown): boolean =>
  isMark(value) && !(value as PdfDict).has('A') && !(value as PdfDict).has('AA');

function nameOf(value: unknown): string {
  const subtype = value instanceof PdfDict ? dictOf(value)?.get('Subtype') : null;
  return `an annotation (${subtype instanceof PdfName ? subtype.name : 'of unknown type'})`;
}
