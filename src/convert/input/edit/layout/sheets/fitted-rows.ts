/**
 * Rows that state no height, as programs write them: Excel makes them as high as their cells need. LibreOffice leaves them at
 * the standard height, and cuts what does not fit.
 */
import type { Edit } from '../../../../xml.js';
import { advanceWidth } from '../letter-widths.js';
import { attributeIn, elementsIn, numberIn, startTags, withAttributes } from '../tags.js';
import type { RowContext } from './rows.js';
import type { CellStyle } from './styles.js';
import { BOLD, type CellTag, type ColumnWidths, cellsIn, columnWidths, lettersOf, PADDING, textOf } from './wrapped.js';

/** Height of a line, in the size of its font: Calibri needs 1.22, and Noto Sans CJK 1.45. */
const LINE = { western: 1.3, eastAsian: 1.45 };
const EAST_ASIAN = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
/** Of the widest digit, where the font of Normal is not known. */
const DIGIT = 0.53;
/** Of a row, in points (ECMA-376-1, 18.3.1.73). */
const HIGHEST = 409;
const LINE_BREAK = /\r\n?|\n|&#(?:10|x0?a);/i;
/** Behind a blank or hyphen. */
const BREAKS = /(?<=[ -])(?=[^ ])/;

export function fittedRowEdits(text: string, context: RowContext): Edit[] {
  const { normal } = context.styles;
  const [format] = startTags(text, 'sheetFormatPr');
  const declared = format ? numberIn(format.tag, 'defaultRowHeight') : Number.NaN;
  const standard = declared > 0 ? declared : normal.size * LINE.western;
  const widths = columnWidths(text, context.unit > 0 ? context.unit : normal.size * DIGIT);
  const merged = mergedCells(text);
  const edits: Edit[] = [];
  for (const { tag, from, to, content } of elementsIn(text, 'row')) {
    if (attributeIn(tag, 'ht') !== undefined) continue;
    const heights = [...cellsIn(content)].map(heightIn(widths, merged, context));
    const ht = Math.min(Math.ceil(Math.max(0, ...heights)), HIGHEST);
    if (ht > standard) edits.push({ from, to, text: withAttributes(tag, { ht }) });
  }
  return edits;
}

/** Rows of the merged ranges, by their first cells, which have their text. */
function mergedCells(text: string): Map<string, number> {
  const rowOf = (place = '') => Number(place.replace(/^[A-Z]+/i, ''));
  return new Map(
    Array.from(startTags(text, 'mergeCell'), ({ tag }) => {
      const [first = '', last] = attributeIn(tag, 'ref')?.split(':') ?? [];
      return [first, rowOf(last) - rowOf(first) + 1];
    }),
  );
}

/** Of a cell, in points; 0 where it is not known. Merged columns have one line. */
function heightIn(
  widths: ColumnWidths,
  merged: ReadonlyMap<string, number>,
  { styles, shared }: RowContext,
): (cell: CellTag) => number {
  return cell => {
    const style = styles.cells[cell.style];
    const rows = merged.get(cell.place);
    if (!style || style.isIrregular || cell.content === '' || (rows ?? 1) > 1) return 0;
    const text = textOf(cell, shared) ?? '';
    const sizes = [style.font, ...(lettersOf(cell, style.font, shared) ?? [])].map(({ size }) => size);
    const size = Math.max(...sizes.filter(points => points > 0));
    const width = widths(cell.column) - PADDING;
    const isDivided = style.isWrapped && rows === undefined && width > 0;
    const lines = isDivided ? linesOf(text, width / size, measured(style, shared.widthOf)) : 1;
    return lines * size * (EAST_ASIAN.test(text) ? LINE.eastAsian : LINE.western);
  };
}

/** In ems. */
type Measure = (text: string) => number;

function measured({ font: { name, isBold } }: CellStyle, estimate: Measure): Measure {
  return text => advanceWidth(name, isBold, text) ?? estimate(text) * (isBold ? BOLD : 1);
}

function linesOf(text: string, width: number, measure: Measure): number {
  const lines = text.split(LINE_BREAK).map(line => pieces(line, width, measure));
  return lines.reduce((sum, count) => sum + count, 0);
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
