/**
 * Sheets as Excel for Mac prints them: widths of columns, heights of rows, and where a sheet begins on its page. Each is a
 * fault of the table in quirks/. A part that cannot be read, or has more than can be read, is left as it is.
 */
import type { Edit } from '../../../../xml.js';
import { type DocumentEdit, partOf } from '../../document.js';
import { sheetParts } from '../../excel.js';
import { hasMoreTags, isPlain, whereReadable } from '../tags.js';
import { columnEdits, unitOf } from './columns.js';
import { fittedRowEdits, mayCutLines } from './fitted-rows.js';
import { marginEdits } from './margins.js';
import { printedRows } from './row-heights.js';
import { rowEdits } from './rows.js';
import { readStyles } from './styles.js';
import { MAX_COLUMNS, SharedTexts } from './wrapped.js';

/** Characters of a sheet that is read: more would take a noticeable part of the time of the conversion. */
const MAX_SHEET = 4 * 1024 * 1024;
/** Characters of all cells that are measured, for the same reason. */
const MAX_MEASURED = 1024 * 1024;
/** Of a sheet. */
const MAX_ROWS = 1_048_576;

export const layOutSheets: DocumentEdit = whereReadable(async (document, { has, warnings }) => {
  const styles = await readStyles(document, await partOf(document, /\.styles\+xml$/));
  if (!styles) return;
  const texts = await partOf(document, /\.sharedstrings\+xml$/);
  const shared = new SharedTexts(texts === null ? '' : document.text(texts)!);
  const context = {
    styles,
    shared,
    unit: unitOf(styles.normal),
    budget: { characters: MAX_MEASURED, isExceeded: false },
    unwrapped: { characters: MAX_MEASURED, isExceeded: false },
  };
  const rows = has('rowHeights') ? printedRows(styles.normal) : null;
  for (const part of await sheetParts(document)) {
    const change = (edits: (text: string) => readonly Edit[]) => document.change(part, edits(document.text(part)!));
    if (!isRead(document.text(part)!)) {
      if (has('unfittedRows') && isLong(document.text(part)!) && mayCutLines(document.text(part)!, styles))
        warnings.add('rows_unfitted', { characters: MAX_SHEET });
      continue;
    }
    if (rows) change(text => rowEdits(text, { ...context, rows }));
    if (has('unfittedRows')) change(text => fittedRowEdits(text, context));
    if (has('columnWidths')) change(text => columnEdits(text, styles.normal));
    if (has('sheetOrigin')) change(marginEdits);
  }
  if (context.budget.isExceeded) warnings.add('rows_unfitted', { characters: MAX_MEASURED });
});

const isLong = (sheet: string): boolean => sheet.length > MAX_SHEET;

function isRead(sheet: string): boolean {
  if (isLong(sheet) || !isPlain(sheet, 'worksheet')) return false;
  return !hasMoreTags(sheet, 'row', MAX_ROWS) && !hasMoreTags(sheet, 'col', MAX_COLUMNS);
}
