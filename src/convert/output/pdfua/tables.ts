/** Tables (ISO 14289-1, 7.5): all rows have the same number of columns; a header cell says what it is the header of. */
import { PdfName, type Update } from '../../../pdf/index.js';
import { addAttributes, attribute } from './attributes.js';
import { Tag, type TagTree } from './tags.js';

/** Of rows. */
export const GROUPS: readonly string[] = ['THead', 'TBody', 'TFoot'];
const CELLS = ['TH', 'TD'];
/** Columns of a table, and rows that a cell spans. */
const MAX_SPAN = 10_000;

/** A row that ends before others gets empty cells. */
export function completeTables(tree: TagTree, update: Update): void {
  for (const table of tree.ofType('Table')) {
    const rows = rowsOf(tree, table);
    const widths = widthsOf(tree, rows);
    const columns = Math.max(0, ...widths);
    for (const [i, row] of rows.entries()) {
      for (const cell of cellsOf(tree, row)) limitRows(tree, cell, rows.length - i);
      const missing = Array.from({ length: columns - widths[i]! }, () => tree.create(update, 'TD'));
      if (missing.length > 0) row.setKids([...row.kids, ...missing]);
    }
  }
}

/** A header cell is that of its column in the first row, else that of its row. */
export function scopeHeaders(tree: TagTree): void {
  for (const table of tree.ofType('Table')) {
    for (const [i, row] of rowsOf(tree, table).entries()) {
      for (const cell of cellsOf(tree, row)) {
        if (tree.typeOf(cell) !== 'TH' || attribute(tree.revision, cell, 'Table', 'Scope') !== null) continue;
        addAttributes(tree.revision, cell, 'Table', { Scope: new PdfName(i === 0 ? 'Column' : 'Row') });
      }
    }
  }
}

export function rowsOf(tree: TagTree, table: Tag): Tag[] {
  return tagsIn(table).flatMap(kid => {
    const type = tree.typeOf(kid) ?? '';
    if (GROUPS.includes(type)) return rowsOf(tree, kid);
    return type === 'TR' ? [kid] : [];
  });
}

const tagsIn = (tag: Tag): Tag[] => tag.kids.filter(kid => kid instanceof Tag);

export const cellsOf = (tree: TagTree, row: Tag): Tag[] =>
  tagsIn(row).filter(kid => CELLS.includes(tree.typeOf(kid) ?? ''));

/** The columns that are taken in each row, by its own cells and by those that span it from above. */
export function widthsOf(tree: TagTree, rows: readonly Tag[]): number[] {
  /** Per column: how many of the next rows are taken. */
  let taken: number[] = [];
  return rows.map(row => {
    const next = taken.map(rowsLeft => Math.max(0, rowsLeft - 1));
    let column = 0;
    for (const cell of cellsOf(tree, row)) {
      while ((taken[column] ?? 0) > 0) column++;
      const last = column + span(tree, cell, 'ColSpan');
      for (; column < last; column++) next[column] = span(tree, cell, 'RowSpan') - 1;
    }
    const width = Math.max(column, taken.findLastIndex(rowsLeft => rowsLeft > 0) + 1);
    taken = next;
    return width;
  });
}

/** A cell cannot span more rows than follow. */
function limitRows(tree: TagTree, cell: Tag, left: number): void {
  if (span(tree, cell, 'RowSpan') > left) addAttributes(tree.revision, cell, 'Table', { RowSpan: left });
}

function span({ revision }: TagTree, cell: Tag, key: 'ColSpan' | 'RowSpan'): number {
  const value = attribute(revision, cell, 'Table', key);
  return typeof value === 'number' ? Math.min(Math.max(1, Math.trunc(value)), MAX_SPAN) : 1;
}
