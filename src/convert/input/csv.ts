/** The fields of CSV and TSV (RFC 4180), for what LibreOffice would not print as it stands there. */
import { utf8MarkLength } from '../../text.js';
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
  /** That would be printed as an error. */
  readonly marked: readonly MarkedField[];
  readonly rows: number;
  readonly columns: number;
  /** Fields with a line that is longer than a page is wide. */
  readonly long: number;
}

/** Text behind an equal sign. */
interface MarkedField {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

/** `bytes` in UTF-8. */
function readCsv(bytes: Uint8Array, separator: number): CsvFacts {
  const codes = new Set<number>();
  const marked: MarkedField[] = [];
  const first = utf8MarkLength(bytes);
  let [rows, columns, long] = [0, 0, 0];
  let [column, start, lineStart] = [0, first, first];
  let isLong = false;
  let isQuoted = false;
  const endField = (at: number) => {
    if (isLong || isWide(bytes, lineStart, at)) long++;
    const to = at > start && bytes[at - 1] === CR ? at - 1 : at;
    if (!codes.has(column) && isCode(bytes, start, to)) codes.add(column);
    if (marked.length < MAX_MARKED && isMarked(bytes, start, to)) marked.push({ column, from: start, to });
    column++;
    [start, lineStart, isLong] = [at + 1, at + 1, false];
  };
  for (let at = first; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE && (isQuoted || at === start || isSecondQuote(bytes, start, at))) isQuoted = !isQuoted;
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
  return { codes, marked, rows, columns: Math.max(columns, column), long };
}

/** Of two that stand for one, in a field in quotes. */
const isSecondQuote = (bytes: Uint8Array, start: number, at: number): boolean =>
  bytes[start] === QUOTE && bytes[at - 1] === QUOTE && at - 1 > start;

const isCode = (bytes: Uint8Array, from: number, to: number): boolean =>
  to - from <= LONGEST_CODE && CODE.test(textOf(bytes, from, to));

function isMarked(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[bytes[from] === QUOTE ? from + 1 : from];
  return first === EQUAL && to - from <= LONGEST_MARKED && NO_FORMULA.test(textOf(bytes, from, to));
}

/** As formulas with the text, which print it; a column of texts would print its other formulas, and sum none of its numbers. */
function withoutErrors(bytes: Uint8Array, marked: readonly MarkedField[]): Uint8Array {
  if (marked.length === 0) return bytes;
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const { from, to } of marked) {
    const field = textOf(bytes, from, to);
    const text = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
    parts.push(bytes.subarray(end, from), Buffer.from(quoted(`=${quoted(text)}`)));
    end = to;
  }
  return Buffer.concat([...parts, bytes.subarray(end)]);
}

/** As a field of CSV, and as a text in a formula. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

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
/** In bytes: a text in a formula has a limit, as have lines. */
const LONGEST_MARKED = 255;
const MAX_MARKED = 100_000;
/** Digits with zeros or a plus sign before them, more digits than a number has, or what is taken for an exponent. */
const NUMBERS = ['0\\d+', '\\+\\d+', '-?\\d{16,}', '[+-]?\\d*\\.?\\d+e[+-]?\\d+'];
const CODE = new RegExp(`^"?(?:${NUMBERS.join('|')})"?$`, 'i');
/** Lines and titles: no operand behind the sign, or two without an operator between them; and DDE, which is not opened. */
const NO_FORMULA = /^"?=\s*(?:[=<>*/^&;:)]|"?$|[\p{L}\p{N}_.]+\s+[\p{L}\p{N}]|[^"{(]*\|)/u;

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

interface PreparedCsv {
  readonly bytes: Uint8Array;
  readonly format: Format;
}

/** Columns of codes are read as text, and lines of equal signs; what a sheet or page has no room for is a warning. */
export function prepareCsv(bytes: Uint8Array, format: Format, { options, has, warnings }: CsvContext): PreparedCsv {
  const inputOptions = format.inputOptions ?? '';
  const { codes, marked, rows, columns, long } = readCsv(bytes, Number(inputOptions.split(',')[0]));
  const beyond = [
    ...(rows > MAX_ROWS ? [`rows after ${MAX_ROWS}`] : []),
    ...(columns > MAX_COLUMNS ? [`columns after ${MAX_COLUMNS}`] : []),
  ];
  if (beyond.length > 0) warnings.add('content_lost', { what: beyond.join(', ') });
  const hasPages = outputOf(options).exports === undefined && !options.singlePageSheets;
  if (long > 0 && hasPages && has('csvCut')) warnings.add('cells_cut', { fields: long });
  const texts = [...codes].filter(column => column < MAX_COLUMNS).sort((a, b) => a - b);
  const formats = has('csvCodes') ? texts.map(column => `${column + 1}/2`).join('/') : '';
  return {
    bytes: withoutErrors(
      bytes,
      marked.filter(({ column }) => formats === '' || !codes.has(column)),
    ),
    format: { ...format, inputOptions: `${inputOptions},${formats},${AS_IT_STANDS}` },
  };
}
