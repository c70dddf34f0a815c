/**
 * Sheets as Excel for Mac prints them: widths of columns, heights of rows, and where a sheet begins on its page. Each is a
 * fault of the table in quirks/. A part that cannot be read, or has more than can be read, is left as it is.
 */
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, partOf } from '../document.js';
import { isSheetPart } from '../excel.js';
import { columnEdits, unitOf } from './columns.js';
import { marginEdits } from './margins.js';
import { printedRows } from './row-heights.js';
import { rowEdits } from './rows.js';
import { readStyles } from './styles.js';
import { isPlain, whereReadable } from './tags.js';
import { SharedTexts } from './wrapped.js';

/** Characters of a sheet whose rows are read. */
const MAX_SHEET = 32 * 1024 * 1024;

export const layOutSheets: DocumentEdit = whereReadable(async (document, { has }) => {
  const styles = await readStyles(document, await partOf(document, /\.styles\+xml$/));
  if (!styles) return;
  const shared = new SharedTexts(document.text((await partOf(document, /\.sharedstrings\+xml$/)) ?? '') ?? '');
  const rows = has('rowHeights') ? printedRows(styles.normal) : null;
  for (const part of await sheetParts(document)) {
    const change = (edits: (text: string) => readonly Edit[]) => document.change(part, edits(document.text(part)!));
    if (!isPlain(document.text(part)!, 'worksheet')) continue;
    if (rows && document.text(part)!.length <= MAX_SHEET)
      change(text => rowEdits(text, { rows, styles, shared, unit: unitOf(styles.normal) }));
    if (has('columnWidths')) change(text => columnEdits(text, styles.normal));
    if (has('sheetOrigin')) change(marginEdits);
  }
});

async function sheetParts(document: EditableDocument): Promise<string[]> {
  const parts: string[] = [];
  for (const part of document.parts) if (isSheetPart(await document.contentType(part))) parts.push(part);
  return parts;
}
