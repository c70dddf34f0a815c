/**
 * Tables of Excel workbooks (ECMA-376-1, 18.5): LibreOffice draws nothing of their styles. Cells get the look that the style of
 * their table gives them, except for what they state themselves.
 */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import type { Warnings } from '../../../../warnings.js';
import type { Edit } from '../../../../xml.js';
import { type DocumentEdit, type EditableDocument, partOf } from '../../document.js';
import { attributeIn, elementsIn, isPlain, startTags, whereReadable, withAttributes } from '../../layout/tags.js';
import { SHEET } from '../cell-formulas.js';
import { Formats } from './formats.js';
import { lookOf, type Table } from './looks.js';
import { placeOf, type TablePart, tablesIn } from './parts.js';
import { type TableStyle, tableStyle } from './styles.js';

/** Characters of a sheet that is read: more would take a noticeable part of the time of the conversion. */
const MAX_SHEET = 4 * 1024 * 1024;

export const drawTables: DocumentEdit = whereReadable(async (document, { warnings }) => {
  const part = await partOf(document, /\.styles\+xml$/);
  if (part === null || !isPlain(document.text(part)!, 'styleSheet')) return;
  const formats = await Formats.read(document, part, (await partOf(document, /\.theme\+xml$/)) !== null);
  if (!formats) return;
  for (const sheet of document.parts) {
    if (!SHEET.test(await document.contentType(sheet))) continue;
    const tables = await tablesOf(document, sheet, warnings);
    const text = document.text(sheet)!;
    if (tables.length > 0 && text.length <= MAX_SHEET && isPlain(text, 'worksheet'))
      document.change(sheet, rowEdits(text, tables, formats));
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

function lettersOf(column: number): string {
  const [rest, letter] = [Math.floor((column - 1) / 26), String.fromCharCode(65 + ((column - 1) % 26))];
  return rest === 0 ? letter : lettersOf(rest) + letter;
}

/** Rows and cells that do not state their place are left as they are. */
function rowEdits(text: string, tables: readonly Table[], formats: Formats): Edit[] {
  const edits: Edit[] = [];
  for (const { tag, from, to, content } of elementsIn(text, 'row')) {
    const row = Number(attributeIn(tag, 'r'));
    const own = tables.filter(({ top, bottom }) => top <= row && row <= bottom);
    if (own.length === 0) continue;
    const cells = own.reduce((xml, table) => withLooks(xml, table, row, formats), content);
    const isEmpty = tag.endsWith('/>');
    edits.push({ from: isEmpty ? from : to, to: to + content.length, text: isEmpty ? opened(tag, cells) : cells });
  }
  return edits;
}

const opened = (tag: string, content: string): string => `${tag.slice(0, -2)}>${content}</row>`;

/** `xml`: the cells of a row. */
function withLooks(xml: string, table: Table, row: number, formats: Formats): string {
  const tags = [...startTags(xml, 'c')].map(tag => ({
    ...tag,
    column: placeOf(attributeIn(tag.tag, 'r') ?? '')?.column,
  }));
  if (tags.some(({ column }) => column === undefined)) return xml;
  let changed = '';
  let at = 0;
  let next = 0;
  for (let column = table.left; column <= table.right; column++) {
    while (next < tags.length && tags[next]!.column! < column) next++;
    const found = tags[next]?.column === column ? tags[next] : undefined;
    const from = found?.from ?? tags[next]?.from ?? xml.length;
    const format = formats.with(Number((found && attributeIn(found.tag, 's')) ?? 0), lookOf(table, row, column));
    changed += xml.slice(at, from);
    changed += found ? withAttributes(found.tag, { s: format }) : `<c r="${lettersOf(column)}${row}" s="${format}"/>`;
    at = found?.to ?? from;
  }
  return changed + xml.slice(at);
}
