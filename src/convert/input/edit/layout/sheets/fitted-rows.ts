/**
 * Rows that state no height, as programs write them: Excel makes them as high as their cells need. LibreOffice leaves them at
 * the standard height, and cuts what does not fit. Excel itself leaves out only the standard height.
 */

import { advanceWidth } from '../../../../../system/fonts/letter-widths.js';
import { withoutEntities } from '../../../../../system/xml.js';
import type { Edit } from '../../../../xml.js';
import { attributeIn, elementsIn, numberIn, startTags, withAttributes } from '../tags.js';
import { standardWidth } from './columns.js';
import type { RowContext } from './rows.js';
import type { CellStyle, WorkbookStyles } from './styles.js';
import {
  BOLD,
  type CellTag,
  type ColumnWidths,
  cellsIn,
  columnWidths,
  lettersOf,
  PADDING,
  placeIn,
  textOf,
  widthOf,
} from './wrapped.js';

/** Height of a line, in the size of its font: Calibri needs 1.22, and Noto Sans CJK 1.45. */
const LINE = { western: 1.3, eastAsian: 1.45 };
const EAST_ASIAN = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
/** Of the widest digit, where the font of Normal is not known. */
const DIGIT = 0.53;
/** Of a row, in points (ECMA-376-1, 18.3.1.73). */
const HIGHEST = 409;
/** On the format of a sheet that Excel has saved since 2010: what letters of Normal have below their line. */
const DESCENT = /[\s:]dyDescent\s*=\s*["']([\d.]+)/;
/** Fonts that are drawn in one of the widths of Calibri. */
const LIKE_CALIBRI = ['calibri light', 'aptos narrow'];
const LINE_BREAK = /\r\n?|\n|&#(?:10|x0?a);/i;
/** Behind a blank or hyphen. */
const BREAKS = /(?<=[ -])(?=[^ ])/;

export function fittedRowEdits(text: string, context: RowContext): Edit[] {
  const { normal } = context.styles;
  const { format, declared, isSaved } = formatOf(text);
  if (isSaved) return [];
  const standard = Math.max(declared || 0, Math.ceil(normal.size * LINE.western));
  const unit = context.unit > 0 ? context.unit : normal.size * DIGIT;
  const widths = columnWidths(text, unit, standardWidth(format?.tag, unit));
  const heights = new CellHeights(context, widths, mergedCells(text));
  const edits: Edit[] = [];
  let number = 0;
  for (const { tag, from, to, content } of elementsIn(text, 'row')) {
    number = numberIn(tag, 'r') || number + 1;
    if (attributeIn(tag, 'ht') !== undefined) continue;
    let needed = 0;
    for (const cell of cellsIn(content)) needed = Math.max(needed, heights.of(cell, number));
    const ht = Math.min(Math.ceil(needed), HIGHEST);
    if (ht > standard) edits.push({ from, to, text: withAttributes(tag, { ht }) });
  }
  return edits;
}

/** Of a sheet that is too long to be read: whether lines of a row may be cut, since one of its cells wraps or turns its text. */
export function mayCutLines(text: string, { cells }: WorkbookStyles): boolean {
  if (!cells.some(mayBeCut) || formatOf(text).isSaved) return false;
  let isOfRowWithoutHeight = false;
  for (const { tag } of startTags(text, '(?:row|c)')) {
    if (tag.startsWith('<row')) isOfRowWithoutHeight = attributeIn(tag, 'ht') === undefined;
    else if (isOfRowWithoutHeight && mayBeCut(cells[numberIn(tag, 's')])) return true;
  }
  return false;
}

const mayBeCut = (style?: CellStyle): boolean => style !== undefined && (style.isWrapped || style.rotation !== 0);

function formatOf(text: string) {
  const [format] = startTags(text, 'sheetFormatPr');
  const declared = format ? numberIn(format.tag, 'defaultRowHeight') : Number.NaN;
  return { format, declared, isSaved: format !== undefined && isSavedByExcel(format.tag, declared) };
}

/** Letters cannot reach below their row: ExcelJS writes 55. */
function isSavedByExcel(format: string, rowHeight: number): boolean {
  const descent = Number(DESCENT.exec(format)?.[1] ?? Number.NaN);
  return descent >= 0 && !(descent > rowHeight);
}

const keyOf = ({ row, column }: { row: number; column: number }): string => `${row} ${column}`;

/** Rows of the merged ranges, by their first cells, which have their text. */
function mergedCells(text: string): Map<string, number> {
  return new Map(
    Array.from(startTags(text, 'mergeCell'), ({ tag }) => {
      const [first, last] = (attributeIn(tag, 'ref') ?? '').split(':').map(placeIn);
      return [keyOf(first!), (last?.row ?? 0) - first!.row + 1];
    }),
  );
}

/** Of the cells of a sheet, in points; 0 where it is not known. Merged columns have the lines that their text states. */
class CellHeights {
  /** Many cells may refer to one text. */
  readonly #known = new Map<string, number>();

  constructor(
    private readonly context: RowContext,
    private readonly widths: ColumnWidths,
    private readonly merged: ReadonlyMap<string, number>,
  ) {}

  /** `row`: the number of the row that has the cell, which need not state it. */
  of(cell: CellTag, row: number): number {
    const style = this.context.styles.cells[cell.style];
    const rows = this.merged.get(keyOf({ row: cell.row || row, column: cell.column }));
    const isUnknown = !style || (style.isIrregular && style.rotation === 0);
    if (isUnknown || cell.content === '' || (rows ?? 1) > 1) return 0;
    const width =
      style.isWrapped && style.rotation === 0 && rows === undefined ? this.widths(cell.column) - PADDING : 0;
    if (cell.shared === null) return this.#height(cell, style, width);
    const key = `${cell.shared} ${cell.style} ${width}`;
    const height = this.#known.get(key) ?? this.#height(cell, style, width);
    this.#known.set(key, height);
    return height;
  }

  #height(cell: CellTag, style: CellStyle, width: number): number {
    const { shared, budget: wrapped, unwrapped } = this.context;
    const budget = mayBeCut(style) ? wrapped : unwrapped;
    const text = textOf(cell, shared) ?? '';
    if (text.length > budget.characters) {
      budget.isExceeded = true;
      return 0;
    }
    budget.characters -= text.length;
    const sizes = [style.font, ...(lettersOf(cell, style.font, shared) ?? [])].map(({ size }) => size);
    const size = Math.max(...sizes.filter(points => points > 0));
    const line = size * (EAST_ASIAN.test(text) ? LINE.eastAsian : LINE.western);
    if (style.rotation !== 0) return turnedHeight(text, style, line, size);
    return linesOf(text, width / size, measured(style)) * line;
  }
}

/** ECMA-376-1, 18.8.1: up to 90 degrees upwards, behind them as many downwards, or characters below each other. */
const STACKED = 255;

/** Lines are not divided. */
function turnedHeight(text: string, style: CellStyle, line: number, size: number): number {
  const lines = withoutEntities(text).split(LINE_BREAK);
  if (style.rotation === STACKED) return longest(lines, each => [...each].length) * line;
  const angle = ((style.rotation > 90 ? style.rotation - 90 : style.rotation) * Math.PI) / 180;
  return longest(lines, measured(style)) * size * Math.sin(angle) + lines.length * line * Math.cos(angle) + PADDING;
}

const longest = (lines: readonly string[], measure: Measure): number =>
  lines.reduce((most, each) => Math.max(most, measure(each)), 0);

/** In ems. */
type Measure = (text: string) => number;

function measured({ font: { name, isBold } }: CellStyle): Measure {
  const font = LIKE_CALIBRI.includes(name) ? 'calibri' : name;
  return text => advanceWidth(font, isBold, text) ?? widthOf(text) * (isBold ? BOLD : 1);
}

/** `width`: in ems; lines are not divided where it is not known. */
function linesOf(text: string, width: number, measure: Measure): number {
  const lines = text.split(LINE_BREAK);
  return width > 0 ? lines.reduce((sum, line) => sum + pieces(line, width, measure), 0) : lines.length;
}

/** Lines of a text without line breaks. A word that is wider than the cell is divided. */
function pieces(text: string, width: number, measure: Measure): number {
  let lines = 1;
  let used = 0;
  for (const word of text.split(BREAKS)) {
    const needed = measure(word.trimEnd());
    if (used > 0 && used + needed > width) {
      lines++;
      used = 0;
    }
    const more = Math.max(0, Math.ceil(needed / width) - 1);
    lines += more;
    used += measure(word) - more * width;
  }
  return lines;
}
