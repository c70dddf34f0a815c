/**
 * Numbers in the format General, of which Excel prints at most 11 characters and a sign: digits behind the point are rounded, and
 * larger and smaller numbers have six digits and an exponent. LibreOffice prints 15 digits where the column has room. The cells
 * get another format; their values stay, since LibreOffice computes some formulas, rules of formats, and charts from them.
 */
import { sum } from '../../../../system/collections.js';
import { type advanceWidth, widthsWith } from '../../../../system/fonts/letter-widths.js';
import { attributeOf } from '../../../../system/xml.js';
import { appendTo, type Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, partOf } from '../document.js';
import { sheetParts } from '../excel.js';
import { standardWidth, unitOf } from '../layout/sheets/columns.js';
import { type CellFont, type CellStyle, readStyles } from '../layout/sheets/styles.js';
import { BOLD, type ColumnWidths, columnWidths, PADDING as POINTS, placeIn } from '../layout/sheets/wrapped.js';
import {
  attributeIn,
  elementsIn,
  isPlain,
  numberIn,
  startTags,
  whereReadable,
  withAttributes,
} from '../layout/tags.js';
import { addFormats, type NumberFormats, numberFormatsIn } from '../number-formats.js';

const SCIENTIFIC = '0.#####E+00';
/** Digits behind the point of a number with an exponent. */
const DIGITS = 5;
/** Places of a number with digits before and behind its point. */
const PLACES = 10;
const LARGE = 99_999_999_999.5;
const SMALL = 1e-4;
/** How much wider the digits of another font than that of columns may be. */
const OTHER_FONT = 1.3;
/** Of a column, in characters. */
const PADDING = 1;
/** Characters of a sheet that is read. */
const MAX_SHEET = 4 * 1024 * 1024;
/** Cells with a number, and perhaps its formula. Numbers with few characters are printed as they are. */
const CELLS =
  /(<c(?=[\s>])[^<>]*>)(?:<f(?=[\s/>])[^<>]*(?:\/>|>[^<]*<\/f>))?<v>(-?[\d.]{11,30}|-?[\d.]{1,30}E[-+]?\d{1,3})<\/v>/gi;

export const printGeneralNumbers: DocumentEdit = whereReadable(async (document, context) => {
  const part = await partOf(document, /\.styles\+xml$/);
  // a chart has the formats of its cells, also for other numbers
  if (part === null || !isPlain(document.text(part)!, 'styleSheet') || (await partOf(document, CHART)) !== null) return;
  const fonts = await readStyles(document, part);
  const elements = await document.elements(part, ['styleSheet', 'numFmts', 'numFmt', 'cellXfs']);
  const formats = numberFormatsIn(elements);
  const list = elements.find(({ local }) => local === 'cellXfs');
  if (!fonts || !formats || !list) return;
  const xfs = Array.from(elementsIn(document.text(part)!.slice(list.contentStart, list.contentEnd), 'xf'));
  const isFormatted = xfs.map(({ tag }) => !isGeneral(attributeIn(tag, 'numFmtId') ?? '0', formats));
  const advance = widthsWith(await context.fonts());
  const widths = xfs.map(({ content }, i) =>
    isFormatted[i] ? null : widthsIn(fonts.cells[i], content, { normal: fonts.normal, advance }),
  );
  const styles = new AddedStyles(widths, formats, unitOf(fonts.normal));
  for (const sheet of await readableSheets(document))
    document.change(sheet, numberEdits(document.text(sheet)!, styles));
  if (styles.added.length === 0) return;
  const added = styles.added.map(({ style, id }) => {
    const { tag, content } = xfs[style]!;
    const start = withAttributes(tag, { numFmtId: id, applyNumberFormat: 1 });
    return tag.endsWith('/>') ? start : `${start}${content}</xf>`;
  });
  document.change(part, [addFormats(formats, styles.codes), appendTo(list, added.join(''))]);
});

const CHART = /drawingml\.chart\+xml$|ms-office\.chartex\+xml$/;

async function readableSheets(document: EditableDocument): Promise<string[]> {
  const isRead = (text: string) => text.length <= MAX_SHEET && isPlain(text, 'worksheet');
  return (await sheetParts(document)).filter(part => isRead(document.text(part)!));
}

function isGeneral(id: string, { stated }: NumberFormats): boolean {
  const own = stated.get(id);
  return own ? /^general$/i.test(attributeOf(own, 'formatCode') ?? '') : id === '0';
}

/** Of what a cell prints. */
interface Widths {
  /** In points; NaN where the letters of the font are not known. */
  points(text: string): number;
  /** In characters of a column, rather too much. */
  characters(text: string): number;
}

/** Null where the room for the number is not known. */
function widthsIn(
  cell: CellStyle | undefined,
  content: string,
  { normal, advance }: { normal: CellFont; advance: typeof advanceWidth },
): Widths | null {
  const [alignment] = startTags(content, 'alignment');
  if (!cell || cell.isIrregular || numberIn(alignment?.tag ?? '', 'indent') > 0) return null;
  const { name, size, isBold } = cell.font;
  const wider = (isBold ? BOLD : 1) * (name === normal.name ? 1 : OTHER_FONT);
  const ofDigit = (size / normal.size) * wider;
  if (!ofDigit) return null;
  const known = new Map<string, number>();
  const ofLetter = (letter: string): number => {
    const points = known.get(letter) ?? (advance(name, isBold, letter) ?? Number.NaN) * size;
    known.set(letter, points);
    return points;
  };
  return { points: text => sum(Array.from(text, ofLetter)), characters: text => text.length * ofDigit };
}

/** Styles of cells with a format in place of General. */
class AddedStyles {
  readonly added: { readonly style: number; readonly id: string }[] = [];
  readonly #known = new Map<string, number>();
  readonly #ids = new Map<string, string>();
  readonly #first: number;

  /** `widths`: by styles; null where one has another format. `unit`: points of a character; NaN where they are not known. */
  constructor(
    private readonly widths: readonly (Widths | null)[],
    { stated }: NumberFormats,
    readonly unit: number,
  ) {
    this.#first = 1 + [...stated.keys()].map(Number).reduce((most, id) => (id > most ? id : most), 200);
  }

  /** The format codes of these styles, by their numbers. */
  get codes(): (readonly [id: string, code: string])[] {
    return [...this.#ids].map(([code, id]) => [id, code]);
  }

  widthsIn(style: number): Widths | null {
    return this.widths[style] ?? null;
  }

  of(style: number, code: string): number {
    const key = `${style} ${code}`;
    const known = this.#known.get(key) ?? this.widths.length + this.added.push({ style, id: this.#idOf(code) }) - 1;
    this.#known.set(key, known);
    return known;
  }

  #idOf(code: string): string {
    const id = this.#ids.get(code) ?? String(this.#first + this.#ids.size);
    this.#ids.set(code, id);
    return id;
  }
}

function numberEdits(text: string, styles: AddedStyles): Edit[] {
  const hasRoom = roomIn(text, styles.unit);
  const edits: Edit[] = [];
  for (const { 1: tag, 2: digits, index } of text.matchAll(CELLS)) {
    const style = Number(attributeIn(tag!, 's') ?? 0);
    const widths = styles.widthsIn(style);
    if (widths === null || (attributeIn(tag!, 't') ?? 'n') !== 'n') continue;
    const printed = inGeneral(Number(digits));
    // General takes fewer digits where there is no room, other formats print ###
    if (!printed || !hasRoom(placeIn(attributeIn(tag!, 'r')).column, printed.text, widths)) continue;
    const changed = withAttributes(tag!, { s: styles.of(style, printed.code) });
    edits.push({ from: index, to: index + tag!.length, text: changed });
  }
  return edits;
}

/** Whether a column has room for a text. */
function roomIn(sheet: string, unit: number): (column: number, text: string, widths: Widths) => boolean {
  const [format] = startTags(sheet, 'sheetFormatPr');
  const widthsIn = (of: number): ColumnWidths => columnWidths(sheet, of, standardWidth(format?.tag, of));
  const characters = widthsIn(1);
  const points = widthsIn(unit > 0 ? unit : 1);
  return (column, text, widths) => {
    const needed = unit > 0 ? widths.points(text) : Number.NaN;
    if (needed >= 0) return needed <= Math.round(points(column)) - POINTS;
    return widths.characters(text) <= characters(column) - PADDING;
  };
}

/** The format code of what Excel prints, and the text; null where LibreOffice prints the same. */
function inGeneral(value: number): { code: string; text: string } | null {
  if (!Number.isFinite(value)) return null;
  const size = Math.abs(value);
  const isSmall = size < SMALL && size !== Number(size.toFixed(PLACES - 1));
  if (size >= LARGE || isSmall) return { code: SCIENTIFIC, text: scientific(value) };
  const rounded = Number(value.toFixed(Math.max(0, PLACES - Math.max(1, Math.floor(Math.log10(size)) + 1))));
  if (rounded === value || size < SMALL) return null;
  const [, decimals = ''] = String(rounded).split('.');
  return { code: decimals === '' ? '0' : `0.${'0'.repeat(decimals.length)}`, text: String(rounded) };
}

/** An exponent has two digits at least. */
function scientific(value: number): string {
  const [mantissa, sign, exponent] = Number(value.toExponential(DIGITS))
    .toExponential()
    .split(/e([+-])/);
  return `${mantissa}E${sign}${exponent!.padStart(2, '0')}`;
}
