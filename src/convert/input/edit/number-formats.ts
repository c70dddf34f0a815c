/**
 * The built-in formats of numbers in English (ECMA-376-1, 18.8.30), stated in a workbook that relies on them. Calc has them by
 * language and country; for an engine whose locale has no country, so that its paper is A4, amounts lose their currency.
 */
import { attributeOf, type XmlElement } from '../../../system/xml.js';
import { escapeXml } from '../../../text.js';
import { appendTo, type Edit, prependTo } from '../../xml.js';
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

/** The number formats of a workbook. */
export interface NumberFormats {
  /** The element styleSheet. */
  readonly root: XmlElement;
  readonly list: XmlElement | undefined;
  /** By number. */
  readonly stated: ReadonlyMap<string | undefined, XmlElement>;
}

/** `elements`: of the part with the styles, among them styleSheet, numFmts and numFmt. Null where the part is another one. */
export function numberFormatsIn(elements: readonly XmlElement[]): NumberFormats | null {
  const [root] = elements;
  if (root?.local !== 'styleSheet') return null;
  const list = elements.find(({ local, parent }) => local === 'numFmts' && parent === root);
  // differential formats have elements of the same name, which are none of the workbook
  const formats = elements.filter(({ parent }) => list && parent === list);
  return { root, list, stated: new Map(formats.map(format => [attributeOf(format, 'numFmtId'), format])) };
}

export function addFormats(
  { root, list }: NumberFormats,
  formats: readonly (readonly [id: string, code: string])[],
): Edit {
  const added = formats
    .map(([id, code]) => `<numFmt xmlns="${root.uri}" numFmtId="${escapeXml(id)}" formatCode="${escapeXml(code)}"/>`)
    .join('');
  return list ? appendTo(list, added) : prependTo(root, `<numFmts xmlns="${root.uri}">${added}</numFmts>`);
}

export const stateNumberFormats: DocumentEdit = whereReadable(async document => {
  const part = await partOf(document, /\.styles\+xml$/);
  if (part === null) return;
  const formats = numberFormatsIn(await document.elements(part, ['styleSheet', 'numFmts', 'numFmt']));
  if (!formats) return;
  const missing = [...BUILT_IN]
    .map(([id, code]) => [String(id), code] as const)
    .filter(([id]) => !formats.stated.has(id));
  document.change(part, [addFormats(formats, missing)]);
});
