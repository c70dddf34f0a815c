/**
 * Print areas and titles with relative references, such as `Sheet!$A1:$G20`, as ExcelJS writes them: those of a name are
 * relative to the first cell (ECMA-376-1, 18.2.5). LibreOffice takes absolute ones only, and prints the whole sheet otherwise.
 */
import { withoutEntities } from '../../../../system/xml.js';
import { type DocumentEdit, mainPart } from '../document.js';
import { attributeIn, elementsIn, isPlain, whereReadable } from '../layout/tags.js';

const AREAS = /^_xlnm\.Print_(?:Area|Titles)$/i;
/** The name of a sheet in quotes; a cell, columns or rows behind the name of a sheet or a colon. */
const PARTS = /'[^']*'|([!:])\$?(?:([A-Z]{1,3})\$?(\d{1,7})|([A-Z]{1,3})|(\d{1,7}))(?![\w.$(])/gi;
/** Of sheets: whatever stands before the mark. */
const NAMES = /'(?:[^']|'')*'!|[^!,():]+!/g;
const RANGE = /^\$?(?:[A-Z]{1,3}\$?\d{1,7}|[A-Z]{1,3}|\d{1,7})(?::\$?(?:[A-Z]{1,3}\$?\d{1,7}|[A-Z]{1,3}|\d{1,7}))?$/i;

export const makeAreasAbsolute: DocumentEdit = whereReadable(async (document, { warnings }) => {
  const part = await mainPart(document);
  const text = part === null ? '' : document.text(part)!;
  if (part === null || !isPlain(text, 'workbook')) return;
  const areas = [...elementsIn(text, 'definedName')].filter(({ tag }) => AREAS.test(attributeIn(tag, 'name') ?? ''));
  for (const { tag, content } of areas)
    if (/Area$/i.test(attributeIn(tag, 'name')!) && isComputed(content))
      warnings.add('print_area_ignored', { area: withoutEntities(content) });
  document.change(
    part,
    areas.map(({ to, content }) => ({ from: to, to: to + content.length, text: absolute(content) })),
  );
});

/** A function, or the name of another one: not a list of ranges, and no error, which Excel prints as the whole sheet, too. */
function isComputed(content: string): boolean {
  const ranges = content.replace(NAMES, '').split(',');
  return !content.includes('#REF!') && ranges.some(range => range.trim() !== '' && !RANGE.test(range.trim()));
}

function absolute(content: string): string {
  return content.replace(PARTS, (found, mark?: string, column?: string, row?: string, ...[columns, rows]: string[]) => {
    if (mark === undefined) return found;
    return column === undefined ? `${mark}$${columns ?? rows}` : `${mark}$${column}$${row}`;
  });
}
