/**
 * Cells with a format of dates and the value 0, such as the copy of an empty cell: Excel prints the day 0 of January 1900, where
 * its dates begin (ECMA-376-1, 18.17.4.1), LibreOffice 12/30/1899. Their formats get this day as text under a condition.
 */
import { ownValue } from '../../../system/collections.js';
import { attributeOf, type XmlElement } from '../../../system/xml.js';
import { escapeXml } from '../../../text.js';
import { type Edit, editStartTag } from '../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart, partOf } from './document.js';
import { sheetParts } from './excel.js';
import { attributeIn, isOn, isPlain, startTags, whereReadable } from './layout/tags.js';
import { addFormats, BUILT_IN, type NumberFormats, numberFormatsIn } from './number-formats.js';

const CELLS_AND_ZEROS = /<c(?=[\s>])[^<>]*>|<v>0<\/v>/g;
/** What a format without a date may have as well: most workbooks without dates are not read further. */
const DATE = /formatCode\s*=\s*["'][^"'<]*[dmy]|numFmtId\s*=\s*["'](?:1[4-7]|22)["']/i;

const TOKENS = /"[^"]*"|\\.|[_*].|\[[^\]]*\]|AM\/PM|A\/P|([a-z])\1*|./gis;
/** Weekdays and times are those of LibreOffice; so are blanks of the width of a letter, and colours. */
const SAME = /^(?:d{3,4}|h+|s+|AM\/PM|A\/P|[_*].|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\])$/is;
/** Numerals, calendar and language; only the usual ones of the former. */
const LANGUAGE = /^\[\$-(?:[01]{0,2}0[01]|[01])?([\da-f]{3,4})\]$/i;
/** Names of formats of the system, which do not use what follows. */
const SYSTEM = /^F[48]00$/i;
/** Of number formats, calendars of other countries, conditions, and text with a quotation mark. */
const OTHER = /^(?:[0#?@%;]|[a-z]+|\[.*|\\")$/is;

const NUMBERS: Readonly<Record<string, string>> = {
  d: '0',
  dd: '00',
  m: '1',
  mm: '01',
  y: '00',
  yy: '00',
  yyy: '1900',
  yyyy: '1900',
};
const ENGLISH: Readonly<Record<string, string>> = { mmm: 'Jan', mmmm: 'January', mmmmm: 'J' };

export const printDayZero: DocumentEdit = whereReadable(async (document, { language }) => {
  const part = await partOf(document, /\.styles\+xml$/);
  if (part === null || !DATE.test(document.text(part)!) || (await countsFrom1904(document))) return;
  const styles = await stylesOfZeros(document);
  if (styles.size === 0) return;
  const elements = await document.elements(part, ['styleSheet', 'numFmts', 'numFmt', 'cellXfs', 'xf']);
  const formats = numberFormatsIn(elements);
  if (formats) document.change(part, formatEdits(formats, elements, styles, language));
});

async function countsFrom1904(document: EditableDocument): Promise<boolean> {
  const part = await mainPart(document);
  if (part === null) return true;
  for (const { tag } of startTags(document.text(part)!, 'workbookPr')) if (isOn(tag, 'date1904')) return true;
  return false;
}

/** Positions of the formats of cells with the number 0. */
async function stylesOfZeros(document: EditableDocument): Promise<ReadonlySet<number>> {
  const styles = new Set<number>();
  for (const part of await sheetParts(document)) {
    const text = document.text(part)!;
    if (!text.includes('<v>0</v>') || !isPlain(text, 'worksheet')) continue;
    let cell = '';
    for (const [found] of text.matchAll(CELLS_AND_ZEROS)) {
      if (found.startsWith('<c')) cell = found;
      else if (isNumber(cell)) styles.add(Number(attributeIn(cell, 's') ?? 0));
    }
  }
  return styles;
}

const isNumber = (cell: string): boolean => (attributeIn(cell, 't') ?? 'n') === 'n';

function formatEdits(
  formats: NumberFormats,
  elements: readonly XmlElement[],
  styles: ReadonlySet<number>,
  language: string,
): Edit[] {
  const cellFormats = elements.filter(({ local, parent }) => local === 'xf' && parent?.local === 'cellXfs');
  const used = cellFormats.filter((_, at) => styles.has(at)).map(format => attributeOf(format, 'numFmtId') ?? '0');
  const edits: Edit[] = [];
  const added: [id: string, code: string][] = [];
  for (const id of new Set(used)) {
    const own = formats.stated.get(id);
    const known = language === 'en-US' ? BUILT_IN.get(Number(id)) : undefined; // in other languages other formats
    const code = withDayZero((own && attributeOf(own, 'formatCode')) ?? known ?? '', language.startsWith('en'));
    if (code === null) continue;
    if (own) edits.push(editStartTag(own, () => false, ` numFmtId="${escapeXml(id)}" formatCode="${escapeXml(code)}"`));
    else added.push([id, code]);
  }
  return added.length > 0 ? [...edits, addFormats(formats, added)] : edits;
}

/** `english`: whether months without a language have English names. Null for a format that does not change. */
function withDayZero(code: string, english: boolean): string | null {
  const [, section = code] = /^(.*);@$/s.exec(code) ?? [];
  const tokens = [...section.matchAll(TOKENS)].map(([token]) => token);
  const names = hasEnglishNames(tokens, english) ? { ...NUMBERS, ...ENGLISH } : NUMBERS;
  let isDated = false;
  let day = '';
  for (const [at, token] of tokens.entries()) {
    const text = isMinute(tokens, at) ? undefined : ownValue(names, token.toLowerCase());
    isDated ||= text !== undefined;
    const printed = text === undefined ? unchanged(tokens, at) : `"${text}"`;
    if (printed === null) return null;
    day += printed;
  }
  return isDated ? `[=0]${day.replaceAll('""', '')};${section}` : null;
}

function hasEnglishNames(tokens: readonly string[], otherwise: boolean): boolean {
  const [, language] = LANGUAGE.exec(tokens.find(token => token.startsWith('[$')) ?? '') ?? [];
  return language === undefined ? otherwise : (Number.parseInt(language, 16) & 0x3ff) === 9;
}

/** Behind an hour or before a second. */
function isMinute(tokens: readonly string[], at: number): boolean {
  if (!/^m{1,2}$/i.test(tokens[at]!)) return false;
  return /^h/i.test(nearest(tokens, at, -1)) || /^s/i.test(nearest(tokens, at, 1));
}

/** The next part of a date or time in this direction, within the few tokens that separate two. */
function nearest(tokens: readonly string[], at: number, step: 1 | -1): string {
  const near = Array.from({ length: 4 }, (_, i) => tokens[at + step * (i + 1)] ?? '');
  return near.find(token => /^[dmyhs]/i.test(token)) ?? '';
}

/** Null where it is not known what Excel prints for it. */
function unchanged(tokens: readonly string[], at: number): string | null {
  const token = tokens[at]!;
  if (SAME.test(token) || isMinute(tokens, at)) return token;
  const [, language] = LANGUAGE.exec(token) ?? [];
  if (language !== undefined) return SYSTEM.test(language) ? null : token;
  if (OTHER.test(token)) return null;
  if (token.startsWith('"')) return token;
  return token === ':' ? token : `"${token.replace('\\', '')}"`;
}
