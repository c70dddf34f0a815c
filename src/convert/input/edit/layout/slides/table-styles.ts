/**
 * The styles of tables that PowerPoint has for new tables, Medium Style 2: programs name one by its number and leave its definition
 * out (ECMA-376-1, 20.1.4.2.27). LibreOffice then draws its fills and lines, and no bold letters.
 */
import { attributeOf } from '../../../../../system/xml.js';
import { prependTo } from '../../../../xml.js';
import { type DocumentEdit, partOf } from '../../document.js';
import { whereReadable } from '../tags.js';
import { isRead, SLIDES_AND_MASTERS } from './slide-text.js';

/** The color of each style. */
const STYLES = {
  '{073A0DAA-6AF3-43AB-8588-CEC1D06C72B9}': 'dk1',
  '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}': 'accent1',
  '{21E4AEA4-8DFA-4A89-87EB-49C32662AFE0}': 'accent2',
  '{F5AB1C69-6EDB-4FF4-983F-18BD219EF322}': 'accent3',
  '{00A15C55-8517-42AA-B614-E9B94910E393}': 'accent4',
  '{7DF18680-E054-41AD-8BC1-D1AEF772440D}': 'accent5',
  '{93296810-A885-4BE3-A3E7-6D5BEEA58F35}': 'accent6',
};

export const defineTableStyles: DocumentEdit = whereReadable(async document => {
  const part = await partOf(document, /\.tablestyles\+xml$/);
  const [root, ...styles] = part === null ? [] : await document.elements(part, ['tblStyleLst', 'tblStyle']);
  if (part === null || root?.name !== 'a:tblStyleLst') return;
  const used = new Set<string>();
  for (const slide of document.parts) {
    if (!(await isRead(document, slide, SLIDES_AND_MASTERS))) continue;
    for (const [, id] of document.text(slide)!.matchAll(/<a:tableStyleId>\s*({[\dA-F-]+})/g)) used.add(id!);
  }
  for (const style of styles) used.delete(attributeOf(style, 'styleId') ?? '');
  const missing = Object.entries(STYLES).filter(([id]) => used.has(id));
  if (missing.length > 0)
    document.change(part, [prependTo(root, missing.map(([id, color]) => definition(id, color)).join(''))]);
});

function definition(id: string, color: string): string {
  const lines = ['left', 'right', 'top', 'bottom', 'insideH', 'insideV'].map(side => line(side, 12_700)).join('');
  const stripe = style('', fill(color, '<a:tint val="40000"/>'));
  const column = text('lt1', ' b="on"') + style('', fill(color));
  const row = (side: string) => text('lt1', ' b="on"') + style(line(side, 38_100), fill(color));
  return (
    `<a:tblStyle styleId="${id}" styleName="${id}">` +
    `<a:wholeTbl>${text('dk1')}${style(lines, fill(color, '<a:tint val="20000"/>'))}</a:wholeTbl>` +
    `<a:band1H>${stripe}</a:band1H><a:band1V>${stripe}</a:band1V>` +
    `<a:lastCol>${column}</a:lastCol><a:firstCol>${column}</a:firstCol>` +
    `<a:lastRow>${row('top')}</a:lastRow><a:firstRow>${row('bottom')}</a:firstRow></a:tblStyle>`
  );
}

const solid = (color: string, change = '') =>
  `<a:solidFill><a:schemeClr val="${color}">${change}</a:schemeClr></a:solidFill>`;

const fill = (color: string, change?: string) => `<a:fill>${solid(color, change)}</a:fill>`;

const line = (side: string, width: number) =>
  `<a:${side}><a:ln w="${width}" cmpd="sng">${solid('lt1')}</a:ln></a:${side}>`;

const style = (lines: string, filled: string) => `<a:tcStyle><a:tcBdr>${lines}</a:tcBdr>${filled}</a:tcStyle>`;

const text = (color: string, attributes = '') =>
  `<a:tcTxStyle${attributes}><a:fontRef idx="minor"><a:prstClr val="black"/></a:fontRef><a:schemeClr val="${color}"/></a:tcTxStyle>`;
