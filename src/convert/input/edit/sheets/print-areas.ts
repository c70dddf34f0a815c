/**
 * Print areas and titles with relative references, such as `Sheet!$A1:$G20`, as ExcelJS writes them: those of a name are
 * relative to the first cell (ECMA-376-1, 18.2.5). LibreOffice takes absolute ones only, and prints the whole sheet otherwise.
 */
import { type DocumentEdit, mainPart } from '../document.js';
import { attributeIn, elementsIn, isPlain, whereReadable } from '../layout/tags.js';

const AREAS = /^_xlnm\.Print_(?:Area|Titles)$/i;
/** The name of a sheet in quotes; a cell, columns or rows behind the name of a sheet or a colon. */
const PARTS = /'[^']*'|([!:])\$?(?:([A-Z]{1,3})\$?(\d{1,7})|([A-Z]{1,3})|(\d{1,7}))(?![\w.$(])/gi;

export const makeAreasAbsolute: DocumentEdit = whereReadable(async document => {
  const part = await mainPart(document);
  const text = part === null ? '' : document.text(part)!;
  if (part === null || !isPlain(text, 'workbook')) return;
  const areas = [...elementsIn(text, 'definedName')].filter(({ tag }) => AREAS.test(attributeIn(tag, 'name') ?? ''));
  document.change(
    part,
    areas.map(({ to, content }) => ({ from: to, to: to + content.length, text: absolute(content) })),
  );
});

function absolute(content: string): string {
  return content.replace(PARTS, (found, mark?: string, column?: string, row?: string, ...[columns, rows]: string[]) => {
    if (mark === undefined) return found;
    return column === undefined ? `${mark}$${columns ?? rows}` : `${mark}$${column}$${row}`;
  });
}
