/**
 * Numbers in the format General, of which Excel prints at most 11 characters and a sign: digits behind the point are rounded, and
 * larger and smaller numbers have six digits and an exponent. LibreOffice prints 15 digits where the column has room. The cells
 * get another format; their values stay, since LibreOffice computes some formulas, rules of formats, and charts from them.
 */
import { attributeOf } from '../../../../system/xml.js';
import { appendTo, type Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, partOf } from '../document.js';
import { sheetParts } from '../excel.js';
import { standardWidth } from '../layout/sheets/columns.js';
import { type CellFont, type CellStyle, readStyles } from '../layout/sheets/styles.js';
import { BOLD, columnWidths, placeIn } from '../layout/sheets/wrapped.js';
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

export const printGeneralNumbers: DocumentEdit = whereReadable(async document => {
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
  const sizes = xfs.map(({ content }, i) => (isFormatted[i] ? null : sizeOf(fonts.cells[i], fonts.normal, content)));
  const styles = new AddedStyles(sizes, formats);
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

/** How wide digits may be, in those of the font that columns are counted in; null where the room for them is not known. */
function sizeOf(cell: CellStyle | undefined, normal: CellFont, content: string): number | null {
  const [alignment] = startTags(content, 'alignment');
  if (!cell || cell.isIrregular || numberIn(alignment?.tag ?? '', 'indent') > 0) return null;
  const { name, size, isBold } = cell.font;
  const wider = (isBold ? BOLD : 1) * (name === normal.name ? 1 : OTHER_FONT);
  return (size / normal.size) * wider || null;
}

/** Styles of cells with a format in place of General. */
class AddedStyles {
  readonly added: { readonly style: number; readonly id: string }[] = [];
  readonly #known = new Map<string, number>();
  readonly #ids = new Map<string, string>();
  readonly #first: number;

  /** `sizes`: of the digits of each style; null where it has another format. */
  constructor(
    private readonly sizes: readonly (number | null)[],
    { stated }: NumberFormats,
  ) {
    this.#first = 1 + [...stated.keys()].map(Number).reduce((most, id) => (id > most ? id : most), 200);
  }

  /** The format codes of these styles, by their numbers. */
  get codes(): (readonly [id: string, code: string])[] {
    return [...this.#ids].map(([code, id]) => [id, code]);
  }

  sizeIn(style: number): number | null {
    return this.sizes[style] ?? null;
  }

  of(style: number, code: string): number {
    const key = `${style} ${code}`;
    const known = this.#known.get(key) ?? this.sizes.length + this.added.push({ style, id: this.#idOf(code) }) - 1;
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
  const [format] = startTags(text, 'sheetFormatPr');
  const widths = columnWidths(text, 1, standardWidth(format?.tag, 1));
  const edits: Edit[] = [];
  for (const { 1: tag, 2: digits, index } of text.matchAll(CELLS)) {
    const style = Number(attributeIn(tag!, 's') ?? 0);
    const size = styles.sizeIn(style);
    if (size === null || (attributeIn(tag!, 't') ?? 'n') !== 'n') continue;
    const printed = inGeneral(Number(digits));
    // General takes fewer digits where there is no room, other formats print ###
    if (!printed || printed.length * size > widths(placeIn(attributeIn(tag!, 'r')).column) - PADDING) continue;
    const changed = withAttributes(tag!, { s: styles.of(style, printed.code) });
    edits.push({ from: index, to: index + tag!.length, text: changed });
  }
  return edits;
}

/** The format code of what Excel prints, and its characters; null where LibreOffice prints the same. */
function inGeneral(value: number): { code: string; length: number } | null {
  if (!Number.isFinite(value)) return null;
  const size = Math.abs(value);
  const isSmall = size < SMALL && size !== Number(size.toFixed(PLACES - 1));
  // an exponent has two digits at least
  const exponential = String(Number(value.toExponential(DIGITS)).toExponential());
  if (size >= LARGE || isSmall) return { code: SCIENTIFIC, length: exponential.length + 1 };
  const rounded = Number(value.toFixed(Math.max(0, PLACES - Math.max(1, Math.floor(Math.log10(size)) + 1))));
  if (rounded === value || size < SMALL) return null;
  const [, decimals = ''] = String(rounded).split('.');
  return { code: decimals === '' ? '0' : `0.${'0'.repeat(decimals.length)}`, length: String(rounded).length };
}
