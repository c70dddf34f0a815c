/**
 * Widths of columns (ECMA-376-1, 18.3.1.13 and 18.3.1.81) are counted in the widest digit of the Normal font. Excel for Mac
 * takes it in whole points and a column in whole points, Excel for Windows in pixels, LibreOffice in twips.
 */
import { ownValue } from '../../../../../system/collections.js';
import type { Edit } from '../../../../xml.js';
import { numberIn, tagEdits, withAttributes } from '../tags.js';
import type { CellFont } from './styles.js';

/** Widest digit, in ems, of fonts for which systems without them have one of the same widths. */
const DIGIT: Readonly<Record<string, number>> = {
  calibri: 0.5068,
  'calibri light': 0.5068,
  'aptos narrow': 0.5068, // its own have 0.5, which gives the same number of points with 10 to 12
  arial: 0.5562,
  'times new roman': 0.5,
  'courier new': 0.6001,
};

const TWIPS = 20;
/** Of a sheet that does not state it. */
const DEFAULT_CHARACTERS = { withFormat: 8, withoutFormat: 10 };

/** What Excel adds to a default column: for the margins of its cells and the line between two. */
const paddingOf = (unit: number): number => 2 * Math.ceil(unit / 4) + 1;

/** Points of the widest digit; NaN where it is not known. */
const digitOf = ({ name, size }: CellFont): number => (ownValue(DIGIT, name) ?? Number.NaN) * size;

/** Points of a character; NaN where the width of the font is not known. */
export const unitOf = (font: CellFont): number => Math.round(digitOf(font));

/** Points of a column that states no width. `format`: the tag sheetFormatPr of the sheet, where it has one. */
export function standardWidth(format: string | undefined, unit: number): number {
  const declared = numberIn(format ?? '', 'defaultColWidth');
  if (declared > 0) return Math.round(declared * unit);
  const base = numberIn(format ?? '', 'baseColWidth');
  const preset = format === undefined ? DEFAULT_CHARACTERS.withoutFormat : DEFAULT_CHARACTERS.withFormat;
  return (base >= 0 ? base : preset) * unit + paddingOf(unit);
}

export function columnEdits(text: string, normal: CellFont): Edit[] {
  const digit = digitOf(normal);
  const unit = unitOf(normal);
  if (!(unit > 0)) return [];
  /** Points of Excel, in the characters of LibreOffice. */
  const characters = (points: number) => Number(((points * TWIPS) / Math.round(digit * TWIPS)).toFixed(4));
  const columns = tagEdits(text, 'col', tag => {
    const width = numberIn(tag, 'width');
    return width > 0 ? withAttributes(tag, { width: characters(Math.round(width * unit)) }) : null;
  });
  const format = tagEdits(text, 'sheetFormatPr', tag =>
    withAttributes(tag, { defaultColWidth: characters(standardWidth(tag, unit)) }),
  );
  return [...columns, ...(format.length > 0 ? format : withFormat(text, characters(standardWidth(undefined, unit))))];
}

/** sheetFormatPr stands before cols and sheetData. */
function withFormat(text: string, width: number): Edit[] {
  const at = text.search(/<(?:cols|sheetData)[\s/>]/);
  return at < 0 ? [] : [{ from: at, to: at, text: `<sheetFormatPr defaultColWidth="${width}"/>` }];
}
