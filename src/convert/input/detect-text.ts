/** Which document a text is: whether the bytes are text at all, their encoding, and HTML, SVG, ODF or CSV by content. */
import { isUtf8 } from 'node:buffer';
import { cached } from '../../system/collections.js';
import { decodeWindows1252 } from '../../system/formats/windows-1252.js';
import { attributeOf, readRoot } from '../../system/xml.js';
import { utf16Order } from '../../text.js';
import { FORMATS, type Format, formatNamed } from '../formats.js';
import { type EastAsian, eastAsianEncoding } from './east-asian.js';
import { isPageMessage, isWebArchive } from './mime.js';

const SAMPLE = 64 * 1024;
/** UTF-8, in the options of LibreOffice's CSV filter: engines get no other text. */
const UTF8 = 76;

/** The first part of a text, decoded; null for bytes that are not text: UTF-32, and many control characters. */
export function sampleText(bytes: Uint8Array): string | null {
  const encoding = encodingOf(bytes);
  // only the sample is decoded: its last character may be cut
  return encoding === null ? null : decodeAs(encoding, bytes.subarray(0, SAMPLE));
}

/** The whole text, in the encoding that sampleText() finds. */
export function decodeText(bytes: Uint8Array): string {
  return decodeAs(encodingOf(bytes) ?? 'windows-1252', bytes);
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | EastAsian;

/** Null for bytes that are not text. */
const encodingOf = cached((bytes: Uint8Array): Encoding | null => {
  const head = bytes.subarray(0, SAMPLE);
  const order = utf16Order(head);
  if (order !== null) {
    const marked = order === 'little' ? 'utf-16le' : 'utf-16be';
    return decodeAs(marked, head).includes('\0') ? null : marked;
  }
  if (hasManyControls(countControls(head), head.length)) return unmarkedUtf16(head);
  if (isUtf8(bytes)) return 'utf-8';
  return (looksForeign(head) ? eastAsianEncoding(head) : null) ?? 'windows-1252';
});

/** Text has few, such as a NUL where a program has cut it. */
const hasManyControls = (controls: number, length: number) => controls > 1 && controls > length / 100;

/** A text in UTF-16 without a mark: one byte of blanks, digits and Latin letters is 0, always the same of the two. */
function unmarkedUtf16(head: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]!++;
  });
  const [even, odd] = zeros as [number, number];
  if (head.length % 2 !== 0 || even > 0 === odd > 0) return null;
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
  const text = decodeAs(encoding, head);
  return hasManyControls(text.match(NO_TEXT)?.length ?? 0, text.length) ? null : encoding;
}

/** Control characters, unassigned and private ones, and halves of a character. */
const NO_TEXT = /[\p{Cn}\p{Co}\uFFFD]|[^\P{Cc}\s]/gu;

/** Whether the bytes can only be plain text, CSV or TSV: markup is inspected byte by byte. */
export function isNoMarkup(bytes: Uint8Array): boolean {
  return bytes.subarray(0, SAMPLE).includes(0) && utf16Order(bytes) === null;
}

function decodeAs(encoding: Encoding, bytes: Uint8Array): string {
  return encoding === 'windows-1252' ? decodeWindows1252(bytes) : new TextDecoder(encoding).decode(bytes);
}

/** The encoding that a page of HTML states of itself. */
export const STATED_CHARSET = /(<meta\s[^<>]*charset\s*=\s*["']?)([\w-]+)/i;

/** A whole page of HTML. `charset`: what comes with the page states it; else the bytes decide, and then what the page states. */
export function decodeHtml(bytes: Uint8Array, charset?: string): string {
  const isKnown = isUtf8(bytes) || utf16Order(bytes) !== null;
  const label = charset ?? (isKnown ? undefined : statedCharset(bytes));
  try {
    return label === undefined ? decodeText(bytes) : new TextDecoder(label).decode(bytes);
  } catch {
    return decodeText(bytes); // no known encoding has this name
  }
}

function statedCharset(bytes: Uint8Array): string | undefined {
  return STATED_CHARSET.exec(Buffer.from(bytes.subarray(0, SAMPLE)).toString('latin1'))?.[2];
}

/** Whether a text is not UTF-8 and engines would take it for that: it has to become UTF-8. */
export function isUnread(bytes: Uint8Array, format: Format): boolean {
  return format.container === 'text' ? encodingOf(bytes) !== 'utf-8' : hasUnknownEncoding(bytes, format);
}

/** Whether a text is neither UTF-8 nor UTF-16 and does not say what it is: decodeText() guesses. */
function hasUnknownEncoding(bytes: Uint8Array, { container }: Format): boolean {
  if (container !== 'text' && container !== 'html') return false;
  if (encodingOf(bytes)?.startsWith('utf')) return false;
  const head = Buffer.from(bytes.subarray(0, SAMPLE)).toString('latin1');
  return container === 'text' || !/<meta\s[^<>]*charset\s*=|^\s*<\?xml\s[^<>]*encoding\s*=/i.test(head);
}

/** The encoding that decodeText() guesses, where it is doubtful; else null. */
export function doubtfulEncoding(bytes: Uint8Array, format: Format): string | null {
  if (!hasUnknownEncoding(bytes, format) || !looksForeign(bytes)) return null;
  const guessed = encodingOf(bytes);
  return guessed === 'windows-1252' || guessed === null ? 'Windows-1252' : guessed;
}

/**
 * Whether a text is hardly Windows-1252: in the languages that it is for, letters beyond ASCII stand alone among others, and
 * five bytes have no character. In other encodings whole words consist of bytes beyond ASCII, or of what is rarely used. A line
 * of one character, such as a dash, counts as one that stands alone.
 */
function looksForeign(bytes: Uint8Array): boolean {
  let [all, foreign] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue;
    if (NO_CHARACTER.includes(bytes[at]!)) return true;
    if (bytes[at] === bytes[at - 1]) continue;
    all++;
    const isBeside = (other: number | undefined) => other! >= 0x80 && other !== bytes[at];
    if (RARE.includes(bytes[at]!) || isBeside(bytes[at - 1]) || isBeside(bytes[at + 1])) foreign++;
  }
  return foreign > all / 2;
}

const NO_CHARACTER = [0x81, 0x8d, 0x8f, 0x90, 0x9d];
/** ‚ ƒ † ‡ ˆ ‰ ‹ ˜ ›: the first bytes of kana in Shift JIS among them. */
const RARE = [0x82, 0x83, 0x86, 0x87, 0x88, 0x89, 0x8b, 0x98, 0x9b];

/** Control characters other than white space, form feed, backspace and escape. */
function countControls(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27 ? count + 1 : count), 0);
}

const OFFICE = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0';

/**
 * The format of a text; null where the content does not show it. Plain text, CSV and TSV show nothing, so that only
 * `expected`, the format of the name or of `--from`, tells them apart.
 */
export async function formatOfText(text: string, expected: Format | null): Promise<Format | null> {
  // a page or an image that is called plain text is printed as its source
  const isArchive = expected?.container === 'mime' ? isPageMessage(text) : isWebArchive(text);
  const shown = isPlain(expected) ? null : isArchive ? formatNamed('mhtml') : await formatOfMarkup(text);
  if (shown) return shown;
  if (expected?.container === 'html' && /<[a-z!/][^<>]*>/i.test(text)) return expected;
  if (expected?.container !== 'text') return null;
  // with the encoding and the separator in the filter's options: LibreOffice would guess them by the machine's language
  if (expected.family === 'writer') return { ...expected, inputOptions: 'UTF8' };
  const stated = expected.name === 'tsv' ? null : SEPARATOR_LINE.exec(text);
  const separator = expected.name === 'tsv' ? '\t' : (stated?.[2] ?? separatorOf(text));
  return { ...expected, inputOptions: `${separator.charCodeAt(0)},34,${UTF8},${stated ? 2 : 1}` };
}

const isPlain = (expected: Format | null) => expected?.container === 'text' && expected.family === 'writer';

async function formatOfMarkup(text: string): Promise<Format | null> {
  if (!/^\uFEFF?\s*</.test(text)) return null;
  const root = await readRoot(text);
  const name = root?.local.toLowerCase();
  if (root?.uri === OFFICE && name === 'document') {
    const mediaType = attributeOf(root, 'mimetype') ?? '';
    return FORMATS.find(row => row.container === 'flat-odf' && row.marks.includes(mediaType)) ?? null;
  }
  const known = FORMATS.find(row => row.container === 'xml' && row.marks.includes(root?.uri ?? ''));
  if (known) return known;
  if (name === 'svg') return formatNamed('svg');
  return name === 'html' || (!root?.uri && FIRST_TAG.test(text)) ? formatNamed('html') : null;
}

/** HTML is no XML: it may begin with any of these, as the reports of web applications do, and without closing what it opens. */
const FIRST_TAG =
  /^\uFEFF?\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|link|style|table|h[1-6]|p|div|center|font|ul|ol|pre)[\s>]/is;

/** A first line for Excel, which does not show it. */
const SEPARATOR_LINE = /^\uFEFF?("?)sep=([ -~\t])\1(?:\r?\n|\r|$)/i;

/** In the order in which they are preferred. */
const SEPARATORS = [',', ';', '\t', '|'] as const;
type Separator = (typeof SEPARATORS)[number];

/** The separator of the first lines, or of those between titles and notes; a comma when none is sure. */
function separatorOf(text: string): Separator {
  const lines = text
    .replace(QUOTED, '$1""')
    .split(/\r\n?|\n/)
    .slice(0, 20)
    .map(line => line.replace(/"[^"]*"/g, '""'));
  return separatorIn(lines.filter(isFilled)) ?? separatorBetweenNotes(lines) ?? ',';
}

/** A field in quotes, which may have line ends and separators, with what stands before it. */
const QUOTED = /(^\uFEFF?|[\t;|,\r\n]) *"(?:[^"]|"")*"(?= *(?:[\t;|,\r\n]|$))/g;

const isFilled = (line: string): boolean => line !== '';

/** The separator in all records that cuts them into the same number of fields, or into most; null when none is in all. */
function separatorIn(records: readonly string[]): Separator | null {
  if (records.length === 0) return null;
  const score = (separator: Separator): number => {
    const least = Math.min(...records.map(record => separatorsIn(record, separator)));
    return isEven(records, separator) ? least * 2 : least;
  };
  const candidates = SEPARATORS.slice(hasDecimalCommas(records) ? 1 : 0);
  const [best] = candidates.toSorted((a, b) => score(b) - score(a));
  return score(best!) > 0 ? best! : null;
}

const separatorsIn = (record: string, separator: Separator): number => record.split(separator).length - 1;

const isEven = (records: readonly string[], separator: Separator): boolean =>
  new Set(records.map(record => separatorsIn(record, separator))).size === 1;

/** Whether another separator cuts the records evenly, and all commas are then within numbers. */
function hasDecimalCommas(records: readonly string[]): boolean {
  return SEPARATORS.slice(1).some(
    separator =>
      separatorsIn(records[0]!, separator) > 0 &&
      isEven(records, separator) &&
      records.every(record => record.split(separator).every(field => !field.includes(',') || DECIMAL.test(field))),
  );
}

/** As in "-1.234,50 €" and "10:00:00,123". */
const DECIMAL = /^[^\p{L},]*\d,\d+[^\d,]{0,4}$/u;

/**
 * The separator of a table with lines of text above or below it; null when it is doubtful: the lines of a single column also have
 * separators within their texts.
 */
function separatorBetweenNotes(lines: readonly string[]): Separator | null {
  const isRow = (line: string) => /[\t;|,](?! |$)/.test(line);
  const first = lines.findIndex(isRow);
  const rows = lines.slice(first, lines.findLastIndex(isRow) + 1).filter(isFilled);
  const separator = separatorIn(rows);
  if (separator === null || rows.length < 2 || !isEven(rows, separator)) return null;
  return separatorsIn(rows[0]!, separator) > 1 || lines[first - 1] === '' ? separator : null;
}
