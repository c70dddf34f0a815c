/**
 * The built-in formats of numbers in English (ECMA-376-1, 18.8.30), stated in a workbook that relies on them. Calc has them by
 * language and country; for an engine whose locale has no country, so that its paper is A4, amounts lose their currency.
 */
import { attributeOf } from '../../../system/xml.js';
import { appendTo, prependTo } from '../../xml.js';
import { type DocumentEdit, partOf } from './document.js';
import { whereReadable } from './layout/tags.js';

const AMOUNT = '#,##0';
const MONEY = '"$"#,##0';

// biome-ignore format: a table is read by its columns
export const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [5, brackets(MONEY)], [6, brackets(MONEY, '[Red]')], [7, brackets(`${MONEY}.00`)], [8, brackets(`${MONEY}.00`, '[Red]')],
  [14, 'm/d/yyyy'], [15, 'd-mmm-yy'], [16, 'd-mmm'], [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'], [19, 'h:mm:ss AM/PM'], [20, 'h:mm'], [21, 'h:mm:ss'], [22, 'm/d/yyyy h:mm'],
  [37, brackets(AMOUNT)], [38, brackets(AMOUNT, '[Red]')], [39, brackets(`${AMOUNT}.00`)], [40, brackets(`${AMOUNT}.00`, '[Red]')],
  [41, columns('', AMOUNT, '')], [42, columns('"$"', AMOUNT, '')],
  [43, columns('', `${AMOUNT}.00`, '??')], [44, columns('"$"', `${AMOUNT}.00`, '??')],
]);

/** Negative numbers in brackets. */
function brackets(code: string, color = ''): string {
  return `${code}_);${color}(${code})`;
}

/** For accounting: the currency at the left of the cell, a dash for zero. */
function columns(currency: string, code: string, decimals: string): string {
  return `_(${currency}* ${code}_);_(${currency}* (${code});_(${currency}* "-"${decimals}_);_(@_)`;
}

export const stateNumberFormats: DocumentEdit = whereReadable(async document => {
  const part = await partOf(document, /\.styles\+xml$/);
  if (part === null) return;
  const elements = await document.elements(part, ['styleSheet', 'numFmts', 'numFmt']);
  const [root] = elements;
  if (root?.local !== 'styleSheet') return;
  const list = elements.find(({ local, parent }) => local === 'numFmts' && parent === root);
  // differential formats have elements of the same name, which are none of the workbook
  const stated = elements.filter(({ parent }) => list && parent === list);
  const own = new Set(stated.map(element => attributeOf(element, 'numFmtId')));
  const added = [...BUILT_IN]
    .filter(([id]) => !own.has(String(id)))
    .map(
      ([id, code]) => `<numFmt xmlns="${root.uri}" numFmtId="${id}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    )
    .join('');
  const whole = `<numFmts xmlns="${root.uri}">${added}</numFmts>`;
  document.change(part, [list ? appendTo(list, added) : prependTo(root, whole)]);
});
