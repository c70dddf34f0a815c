/** The fields of CSV and TSV (RFC 4180), for what LibreOffice would not print as it stands there. */
import type { Format } from '../formats.js';
import type { PdfOptions } from '../options.js';
import { outputOf } from '../outputs.js';
import type { QuirkId } from '../quirks/table.js';
import type { Warnings } from '../warnings.js';

/** Of a sheet of LibreOffice. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
/** About so many letters fit into the width of a page. LibreOffice prints no more of a column. */
const PAGE_WIDTH = 95;

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const EQUAL = 0x3d;

interface CsvFacts {
  /** From 0: with fields that would be printed as other numbers. */
  readonly codes: ReadonlySet<number>;
  readonly rows: number;
  readonly columns: number;
  /** Fields with a line that is longer than a page is wide. */
  readonly long: number;
}

/** `bytes` in UTF-8. */
function readCsv(bytes: Uint8Array, separator: number): CsvFacts {
  const codes = new Set<number>();
  let [rows, columns, long] = [0, 0, 0];
  let [column, start, lineStart] = [0, 0, 0];
  let isLong = false;
  let isQuoted = false;
  const endField = (at: number) => {
    if (isLong || isWide(bytes, lineStart, at)) long++;
    if (!codes.has(column) && isText(bytes, start, at)) codes.add(column);
    column++;
    [start, lineStart, isLong] = [at + 1, at + 1, false];
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE && (isQuoted || at === start)) isQuoted = !isQuoted;
    else if (isQuoted && byte === LF) {
      isLong ||= isWide(bytes, lineStart, at);
      lineStart = at + 1;
    } else if (isQuoted) continue;
    else if (byte === separator) endField(at);
    else if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) {
      endField(at);
      rows++;
      columns = Math.max(columns, column);
      column = 0;
    }
  }
  if (start < bytes.length) {
    endField(bytes.length);
    rows++;
  }
  return { codes, rows, columns: Math.max(columns, column), long };
}

/** Whether the field would be printed as another number, or as an error. */
function isText(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from <= LONGEST_CODE && CODE.test(textOf(bytes, from, to))) return true;
  const first = bytes[bytes[from] === QUOTE ? from + 1 : from];
  return first === EQUAL && NO_FORMULA.test(textOf(bytes, from, Math.min(to, from + LONGEST_CODE)));
}

/** Letters beyond Latin, Greek and Cyrillic count as two. */
function isWide(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from <= PAGE_WIDTH) return false;
  let width = 0;
  for (let at = from; at < to; at++) width += bytes[at]! < 0x80 ? 1 : bytes[at]! < 0xc0 ? 0 : bytes[at]! < 0xe0 ? 1 : 2;
  return width > PAGE_WIDTH;
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
}

const LONGEST_CODE = 64;
/** Digits with zeros or a plus sign before them, more digits than a number has, or what is taken for an exponent. */
const NUMBERS = ['0\\d+', '\\+\\d+', '-?\\d{16,}', '[+-]?\\d*\\.?\\d+e[+-]?\\d+'];
const CODE = new RegExp(`^"?(?:${NUMBERS.join('|')})"?\\r?$`, 'i');
/** Lines and titles: no operand behind the sign, or two without an operator between them; and DDE, which is not opened. */
const NO_FORMULA = /^"?=\s*(?:[=<>*/^&;:)]|"?\r?$|[\p{L}\p{N}_.]+\s+[\p{L}\p{N}]|[^"{(]*\|)/u;

/**
 * The language of the engine; neither fields in quotes as text, nor dates, times and amounts as such: they would be printed in the
 * format of the language, amounts without their currency, and days without a year with that of the conversion.
 */
const AS_IT_STANDS = '0,false,false';

interface CsvContext {
  readonly options: PdfOptions;
  /** Whether the engine's LibreOffice has this fault. */
  readonly has: (quirk: QuirkId) => boolean;
  readonly warnings: Warnings;
}

/** Columns of codes are read as text; what a sheet or page has no room for is a warning. */
export function surveyCsv(bytes: Uint8Array, format: Format, { options, has, warnings }: CsvContext): Format {
  const inputOptions = format.inputOptions ?? '';
  const { codes, rows, columns, long } = readCsv(bytes, Number(inputOptions.split(',')[0]));
  const beyond = [
    ...(rows > MAX_ROWS ? [`rows after ${MAX_ROWS}`] : []),
    ...(columns > MAX_COLUMNS ? [`columns after ${MAX_COLUMNS}`] : []),
  ];
  if (beyond.length > 0) warnings.add('content_lost', { what: beyond.join(', ') });
  const hasPages = outputOf(options).exports === undefined && !options.singlePageSheets;
  if (long > 0 && hasPages && has('csvCut')) warnings.add('cells_cut', { fields: long });
  const texts = [...codes].filter(column => column < MAX_COLUMNS).sort((a, b) => a - b);
  const formats = has('csvCodes') ? texts.map(column => `${column + 1}/2`).join('/') : '';
  return { ...format, inputOptions: `${inputOptions},${formats},${AS_IT_STANDS}` };
}
