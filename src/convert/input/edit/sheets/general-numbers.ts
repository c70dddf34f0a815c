/**
 * Numbers in the format General, of which Excel prints at most 11 characters and a sign: digits behind the point are rounded, and
 * larger and smaller numbers have six digits and an exponent. LibreOffice prints 15 digits where the column has room.
 */
import { attributeOf } from '../../../../system/xml.js';
import { appendTo, type Edit } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, partOf } from '../document.js';
import { sheetParts } from '../excel.js';
import { standardWidth } from '../layout/sheets/columns.js';
import { columnWidths, placeIn } from '../layout/sheets/wrapped.js';
import { attributeIn, elementsIn, isPlain, startTags, whereReadable, withAttributes } from '../layout/tags.js';
import { addFormats, type NumberFormats, numberFormatsIn } from '../number-formats.js';

const SCIENTIFIC = '0.#####E+00';
/** Digits behind the point of a number with an exponent; LibreOffice leaves out those that have no room, as Excel does. */
const DIGITS = 5;
/** Places of a number with digits before and behind its point. */
const PLACES = 10;
const LARGE = 99_999_999_999.5;
const SMALL = 1e-4;
/** Characters of a sheet that is read. */
const MAX_SHEET = 4 * 1024 * 1024;
/** Cells with a number, and perhaps its formula. Numbers with few characters are printed as they are. */
const CELLS =
  /(<c(?=[\s>])[^<>]*>)((?:<f(?=[\s/>])[^<>]*(?:\/>|>[^<]*<\/f>))?<v>)(-?[\d.]{11,30}|-?[\d.]{1,30}E[-+]?\d{1,3})<\/v>/gi;
/** Formulas that are computed when the workbook is opened: those without a result, and some functions. */
const COMPUTED =
  /<f(?=[\s/>])[^<>]*(?:\/>|>[^<]*<\/f>)\s{0,9}(?:<v\s?\/>|<v><\/v>)?\s{0,9}<\/c>|<f(?=[\s>])[^<>]*>[^<]*\b(?:NOW|TODAY|RAND|RANDBETWEEN|OFFSET|INDIRECT|CELL|INFO)\s*\(/i;

export const printGeneralNumbers: DocumentEdit = whereReadable(async document => {
  const part = await partOf(document, /\.styles\+xml$/);
  if (part === null || !isPlain(document.text(part)!, 'styleSheet')) return;
  const elements = await document.elements(part, ['styleSheet', 'numFmts', 'numFmt', 'cellXfs']);
  const formats = numberFormatsIn(elements);
  const list = elements.find(({ local }) => local === 'cellXfs');
  if (!formats || !list) return;
  const xfs = Array.from(elementsIn(document.text(part)!.slice(list.contentStart, list.contentEnd), 'xf'));
  const styles = new ScientificStyles(xfs.map(({ tag }) => isGeneral(attributeIn(tag, 'numFmtId') ?? '0', formats)));
  const sheets = await readableSheets(document);
  const isComputed = sheets.some(sheet => COMPUTED.test(document.text(sheet)!));
  for (const sheet of sheets) document.change(sheet, numberEdits(document.text(sheet)!, styles, !isComputed));
  if (styles.added.length === 0) return;
  const id = String(1 + Math.max(200, ...[...formats.stated.keys()].map(Number).filter(Number.isInteger)));
  const added = styles.added.map(style => {
    const { tag, content } = xfs[style]!;
    const start = withAttributes(tag, { numFmtId: id, applyNumberFormat: 1 });
    return tag.endsWith('/>') ? start : `${start}${content}</xf>`;
  });
  document.change(part, [addFormats(formats, [[id, SCIENTIFIC]]), appendTo(list, added.join(''))]);
});

async function readableSheets(document: EditableDocument): Promise<string[]> {
  const isRead = (text: string) => text.length <= MAX_SHEET && isPlain(text, 'worksheet');
  return (await sheetParts(document)).filter(part => isRead(document.text(part)!));
}

function isGeneral(id: string, { stated }: NumberFormats): boolean {
  const own = stated.get(id);
  return own ? /^general$/i.test(attributeOf(own, 'formatCode') ?? '') : id === '0';
}

/** Formats of cells with an exponent, in place of those that have the format General. */
class ScientificStyles {
  /** Positions of the latter. */
  readonly added: number[] = [];
  readonly #known = new Map<number, number>();

  constructor(private readonly general: readonly boolean[]) {}

  isGeneral(style: number): boolean {
    return this.general[style] ?? false;
  }

  of(style: number): number {
    const known = this.#known.get(style) ?? this.general.length + this.added.push(style) - 1;
    this.#known.set(style, known);
    return known;
  }
}

/** `rounds`: whether no other cell is computed from the numbers. */
function numberEdits(text: string, styles: ScientificStyles, rounds: boolean): Edit[] {
  const [format] = startTags(text, 'sheetFormatPr');
  const widths = columnWidths(text, 1, standardWidth(format?.tag, 1));
  const edits: Edit[] = [];
  for (const { 1: tag, 2: formula, 3: digits, index } of text.matchAll(CELLS)) {
    const style = Number(attributeIn(tag!, 's') ?? 0);
    const printed =
      (attributeIn(tag!, 't') ?? 'n') === 'n' && styles.isGeneral(style) ? inGeneral(Number(digits)) : null;
    if (printed === null) continue;
    const value = index + tag!.length + formula!.length;
    if (printed !== 'exponent') {
      if (rounds) edits.push({ from: value, to: value + digits!.length, text: String(printed) });
    } else if (widths(placeIn(attributeIn(tag!, 'r')).column) > lengthOf(Number(digits)))
      edits.push({ from: index, to: index + tag!.length, text: withAttributes(tag!, { s: styles.of(style) }) });
  }
  return edits;
}

/** Characters of a number with an exponent, which has two digits at least. */
const lengthOf = (value: number): number => String(Number(value.toExponential(DIGITS)).toExponential()).length + 1;

/** The number that is printed; null for the same. */
function inGeneral(value: number): number | 'exponent' | null {
  const size = Math.abs(value);
  if (size >= LARGE) return 'exponent';
  if (size < SMALL) return size === Number(size.toFixed(PLACES - 1)) ? null : 'exponent';
  const rounded = Number(value.toFixed(Math.max(0, PLACES - Math.max(1, Math.floor(Math.log10(size)) + 1))));
  return rounded === value ? null : rounded;
}
