/**
 * Tables of Excel workbooks (ECMA-376-1, 18.5): LibreOffice draws nothing of their styles. Cells get the look that the style of
 * their table gives them, except for what they state themselves.
 */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import type { Warnings } from '../../../../warnings.js';
import type { Edit } from '../../../../xml.js';
import { type DocumentEdit, type EditableDocument, partOf } from '../../document.js';
import { sheetParts } from '../../excel.js';
import { attributeIn, elementsIn, isOn, isPlain, type TagElement, whereReadable } from '../../layout/tags.js';
import { columnsIn, DrawnTable } from './drawn.js';
import { Formats } from './formats.js';
import type { Table } from './looks.js';
import { type TablePart, tablesIn } from './parts.js';
import { type TableStyle, tableStyle } from './styles.js';

/** Characters of a sheet that is read: more would take a noticeable part of the time of the conversion. */
const MAX_SHEET = 4 * 1024 * 1024;
/** Of the tables of a sheet: each of them is written. */
const MAX_CELLS = 200_000;

export const drawTables: DocumentEdit = whereReadable(async (document, { warnings }) => {
  const part = await partOf(document, /\.styles\+xml$/);
  if (part === null || !isPlain(document.text(part)!, 'styleSheet')) return;
  const formats = await Formats.read(document, part, (await partOf(document, /\.theme\+xml$/)) !== null);
  if (!formats) return;
  for (const sheet of await sheetParts(document)) {
    const tables = await tablesOf(document, sheet, warnings);
    const text = document.text(sheet)!;
    if (tables.length === 0 || !isPlain(text, 'worksheet')) continue;
    const rows = text.length > MAX_SHEET ? null : rowsIn(text);
    if (rows && cellsOf(tables, rows.length) <= MAX_CELLS)
      document.change(sheet, rowEdits(text, rows, tables, formats));
    else warnings.add('content_lost', { what: 'styles of large tables' });
  }
  document.change(part, formats.edits());
});

/** Those whose style is known. */
async function tablesOf(document: EditableDocument, sheet: string, warnings: Warnings): Promise<Table[]> {
  const tables = await tablesIn(document, sheet);
  return tables.flatMap(table => {
    const name = table.info && attributeOf(table.info, 'name');
    if (!table.info || !name) return [];
    const style = tableStyle(name);
    if (!style) warnings.add('content_lost', { what: `table style ${name}` });
    return style ? [styled(table, table.info, style)] : [];
  });
}

function styled({ root, area }: TablePart, info: XmlElement, style: TableStyle): Table {
  const isShown = (name: string) => ['1', 'true'].includes(attributeOf(info, name) ?? '');
  return {
    style,
    ...area,
    headers: Number(attributeOf(root, 'headerRowCount') ?? 1),
    totals: Number(attributeOf(root, 'totalsRowCount') ?? 0),
    standsOut: {
      firstColumn: isShown('showFirstColumn'),
      lastColumn: isShown('showLastColumn'),
      rowStripes: isShown('showRowStripes'),
      columnStripes: isShown('showColumnStripes'),
    },
  };
}

interface SheetRow extends TagElement {
  readonly row: number;
}

/** Those that state their place; rows that stand before, which Excel does not read, are left as they are. */
function rowsIn(text: string): SheetRow[] {
  let last = 0;
  const rows: SheetRow[] = [];
  for (const element of elementsIn(text, 'row')) {
    const row = Number(attributeIn(element.tag, 'r'));
    if (!(row > last)) continue;
    rows.push({ ...element, row });
    last = row;
  }
  return rows;
}

/** Of the rows that a sheet states. */
function cellsOf(tables: readonly Table[], rows: number): number {
  return tables.reduce(
    (sum, { top, bottom, left, right }) => sum + Math.min(rows, bottom - top + 1) * (right - left + 1),
    0,
  );
}

function rowEdits(text: string, rows: readonly SheetRow[], tables: readonly Table[], formats: Formats): Edit[] {
  const columns = columnsIn(text);
  const hidden = rows.filter(({ tag }) => isOn(tag, 'hidden')).map(({ row }) => row);
  const pending = [...tables].sort((a, b) => b.top - a.top);
  let own: DrawnTable[] = [];
  const edits: Edit[] = [];
  for (const { tag, from, to, content, row } of rows) {
    while (pending.length > 0 && pending.at(-1)!.top <= row)
      own.push(new DrawnTable(pending.pop()!, columns, hidden, formats));
    own = own.filter(({ table }) => row <= table.bottom);
    if (own.length === 0) continue;
    const format = isOn(tag, 'customFormat') ? Number(attributeIn(tag, 's') ?? 0) : undefined;
    const cells = own.reduce((xml, table) => table.draw(xml, row, format), content);
    const isEmpty = tag.endsWith('/>');
    edits.push({ from: isEmpty ? from : to, to: to + content.length, text: isEmpty ? opened(tag, cells) : cells });
  }
  return edits;
}

const opened = (tag: string, content: string): string => `${tag.slice(0, -2)}>${content}</row>`;
