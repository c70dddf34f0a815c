/** Comments and marks: allowed without certification and at P=3 (ISO 32000-2, 12.8.2.2.2, Table 257). */
import { dictOf, PdfDict, PdfName } from '../../../pdf/index.js';
import { type ChangeRule, isAdded, isRemoved } from './rule.js';

/** 12.5.6.1: marks on the page. Files, films, sound, redactions and kinds not known yet are none. */
const MARKS = new Set([
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

export const ANNOTATION_RULES: readonly ChangeRule[] = [
  {
    id: 'annotation-added',
    allows: 'a comment or mark without an action',
    class: 'annotations',
    clause: TABLE_257,
    at: ['annotation'],
    test: difference => isAdded(difference) && isHarmless(difference.after),
    says: ({ after }) => `${nameOf(after)} was added`,
    paints: 'never over content',
  },
  {
    id: 'annotation-removed',
    allows: 'a comment or mark that is taken away',
    class: 'annotations',
    clause: TABLE_257,
    at: ['annotation'],
    test: difference => isRemoved(difference) && isMark(difference.before),
    says: ({ before }) => `${nameOf(before)} was removed`,
  },
  {
    id: 'annotation-changed',
    allows: 'another text, look or place of a comment or mark',
    class: 'annotations',
    clause: TABLE_257,
    at: ['annotation-part'],
    test: ({ place, holder }) =>
      place.entry !== 'annotation.Subtype' &&
      (holder?.after == null || isMark(holder.after) || !holder.after.has('Subtype')),
    says: () => 'a comment or mark was changed',
    paints: 'never over content',
  },
];

function isMark(value: unknown): boolean {
  const dict = value instanceof PdfDict ? value : null;
  const subtype = dict?.get('Subtype');
  return subtype instanceof PdfName && MARKS.has(subtype.name);
}

const isHarmless = (value: unknown): boolean =>
  isMark(value) && !(value as PdfDict).has('A') && !(value as PdfDict).has('AA');

function nameOf(value: unknown): string {
  const subtype = value instanceof PdfDict ? dictOf(value)?.get('Subtype') : null;
  return `a mark (${subtype instanceof PdfName ? subtype.name : 'of unknown kind'})`;
}
