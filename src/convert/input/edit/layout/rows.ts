/** The heights of the rows of a sheet (ECMA-376-1, 18.3.1.73). */
import type { Edit } from '../../../xml.js';
import type { PrintedRows } from './row-heights.js';
import type { WorkbookStyles } from './styles.js';
import { elementsIn, isOn, numberIn, tagEdits, withAttributes } from './tags.js';
import { type CellTag, type ColumnWidths, cellsIn, columnWidths, linesMayBreak, type SharedTexts } from './wrapped.js';

export interface RowContext {
  readonly rows: PrintedRows;
  readonly styles: WorkbookStyles;
  readonly shared: SharedTexts;
  /** Points of a character, in which columns are counted. */
  readonly unit: number;
}

/** Rows whose height is not known stay as they are. */
export function rowEdits(text: string, context: RowContext): Edit[] {
  const { rows } = context;
  const widths = columnWidths(text, context.unit);
  const edits = elementsIn(text, 'row').flatMap(({ tag, from, to, content }): Edit[] => {
    const height = isOn(tag, 'customHeight')
      ? rows.set(numberIn(tag, 'ht'))
      : neededBy(cellsIn(content), widths, context);
    if (!(height !== null && height >= 0)) return [];
    return [{ from, to, text: withAttributes(tag, { ht: height, customHeight: 1 }) }];
  });
  return [...formatEdits(text, rows), ...edits];
}

function formatEdits(text: string, rows: PrintedRows): Edit[] {
  return tagEdits(text, 'sheetFormatPr', tag => {
    const declared = isOn(tag, 'customHeight') ? rows.set(numberIn(tag, 'defaultRowHeight')) : Number.NaN;
    const defaultRowHeight = declared >= 0 ? declared : rows.standard;
    return withAttributes(tag, { defaultRowHeight, customHeight: 1 });
  });
}

/** By the highest font of its cells, also of empty ones; null where a text may take several lines. */
function neededBy(
  cells: readonly CellTag[],
  widths: ColumnWidths,
  { rows, styles, shared }: RowContext,
): number | null {
  let height = rows.standard;
  for (const cell of cells) {
    const style = styles.cells[cell.style];
    const needed = style ? rows.needed(style.font) : null;
    if (needed === null || linesMayBreak(cell, style!, widths, shared)) return null;
    height = Math.max(height, needed);
  }
  return height;
}
