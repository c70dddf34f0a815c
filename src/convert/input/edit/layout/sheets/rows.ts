/** The heights of the rows of a sheet (ECMA-376-1, 18.3.1.73). */
import type { Edit } from '../../../../xml.js';
import { attributeIn, elementsIn, isOn, numberIn, startTags, tagEdits, withAttributes } from '../tags.js';
import type { PrintedRows } from './row-heights.js';
import type { CellFont, WorkbookStyles } from './styles.js';
import {
  type CellTag,
  type ColumnWidths,
  cellsIn,
  columnWidths,
  lettersOf,
  linesMayBreak,
  type SharedTexts,
} from './wrapped.js';

export interface RowContext {
  readonly styles: WorkbookStyles;
  readonly shared: SharedTexts;
  /** Points of a character, in which columns are counted. */
  readonly unit: number;
  /** What may still be measured of all sheets together, for the rows that state no height. */
  readonly budget: Budget;
  /** The same for texts that do not wrap, of which no line is cut where they are not read. */
  readonly unwrapped: Budget;
}

interface Budget {
  characters: number;
  isExceeded: boolean;
}

export interface PrintedRowContext extends RowContext {
  readonly rows: PrintedRows;
}

/** Rows whose height is not known stay as they are. */
export function rowEdits(text: string, context: PrintedRowContext): Edit[] {
  const { rows } = context;
  const widths = columnWidths(text, context.unit);
  const isStandard = hasStandardColumns(text, context);
  const edits = formatEdits(text, rows, isStandard);
  for (const { tag, from, to, content } of elementsIn(text, 'row')) {
    const isKnown = isStandard && !(isOn(tag, 'customFormat') && isHigher(numberIn(tag, 's'), context));
    const saved = rows.set(numberIn(tag, 'ht'));
    const fitted = () => (isKnown ? fittedTo([...cellsIn(content)], saved, widths, context) : null);
    const height = isOn(tag, 'customHeight') ? saved : fitted();
    if (height !== null && height >= 0)
      edits.push({ from, to, text: withAttributes(tag, { ht: height, customHeight: 1 }) });
  }
  return edits;
}

/** Whether the styles of all columns leave a row without cells as high as the standard one. */
function hasStandardColumns(text: string, context: PrintedRowContext): boolean {
  for (const { tag } of startTags(text, 'col')) {
    const style = attributeIn(tag, 'style');
    if (style !== undefined && isHigher(Number(style), context)) return false;
  }
  return true;
}

/** Whether the font of a style is higher than the standard row, or not known. */
function isHigher(style: number, { rows, styles }: PrintedRowContext): boolean {
  const font = styles.cells[style]?.font;
  const needed = font ? rows.needed(font) : null;
  return needed === null || needed > rows.standard;
}

function formatEdits(text: string, rows: PrintedRows, isStandard: boolean): Edit[] {
  return tagEdits(text, 'sheetFormatPr', tag => {
    const isSet = isOn(tag, 'customHeight');
    if (!isSet && !isStandard) return null;
    const declared = isSet ? rows.set(numberIn(tag, 'defaultRowHeight')) : Number.NaN;
    const defaultRowHeight = declared >= 0 ? declared : rows.standard;
    return withAttributes(tag, { defaultRowHeight, customHeight: 1 });
  });
}

/**
 * Excel fits a row to its texts and numbers anew; empty cells, formulas and letters with fonts of their own do not make it
 * higher than it was saved.
 */
function fittedTo(
  cells: readonly CellTag[],
  saved: number,
  widths: ColumnWidths,
  context: PrintedRowContext,
): number | null {
  const { styles, shared } = context;
  const styled = cells.map(cell => ({ cell, style: styles.cells[cell.style] }));
  if (styled.some(({ cell, style }) => style && linesMayBreak(cell, style, widths, shared))) return null;
  const fonts = styled.map(({ style }) => style?.font);
  const letters = styled.flatMap(({ cell, style }) =>
    style ? (lettersOf(cell, style.font, shared) ?? [undefined]) : [],
  );
  const needed = highest([...fonts, ...letters], context);
  const entered = highest(
    fonts.filter((_, i) => isEntered(cells[i]!)),
    context,
  );
  if (needed === null || entered === null || Number.isNaN(saved)) return needed;
  return Math.min(needed, Math.max(entered, saved));
}

const isEntered = ({ content }: CellTag): boolean => content !== '' && !/<f[\s/>]/.test(content);

/** Of the lines in these fonts; null where one is not known. */
function highest(fonts: readonly (CellFont | undefined)[], { rows }: PrintedRowContext): number | null {
  let height = rows.standard;
  for (const font of fonts) {
    const needed = font ? rows.needed(font) : null;
    if (needed === null) return null;
    height = Math.max(height, needed);
  }
  return height;
}
