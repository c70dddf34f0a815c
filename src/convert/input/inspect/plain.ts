/** Inspects documents that are one text: flat ODF, SVG, HTML, RTF, CSV and plain text. */
import type { Format } from '../../formats.js';
import { type Limits, requireWithin } from '../../limits.js';
import { MarkupMeter, type TagWatch } from './markup.js';

/** Bytes that are scanned before the event loop runs other work. */
const STEP = 4 * 1024 * 1024;

export async function inspectMarkup(
  bytes: Uint8Array,
  watch: TagWatch,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<void> {
  requireWithin(limits, 'textBytes', bytes.length);
  const meter = new MarkupMeter(limits, null, watch);
  for (let at = 0; at < bytes.length; at += STEP) {
    if (at > 0) await new Promise(resolve => setImmediate(resolve));
    signal?.throwIfAborted();
    meter.feed(bytes.subarray(at, at + STEP));
  }
  meter.end();
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const BACKSLASH = 0x5c;
/** First letters of \\bin, \\cell, \\itap and \\nestcell. */
const COUNTED = [...Buffer.from('bcin')];

/** Nested groups, nested tables (`\itapN`), and cells (RTF 1.9.1, "Table Definitions"). */
export function inspectRtf(bytes: Uint8Array, limits: Limits): void {
  requireWithin(limits, 'textBytes', bytes.length);
  let depth = 0;
  let cells = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN) requireWithin(limits, 'depth', ++depth);
    else if (byte === CLOSE) depth--;
    else if (byte === BACKSLASH) {
      if (!COUNTED.includes(bytes[at + 1] ?? 0)) {
        at++; // another word, or an escaped brace or backslash
        continue;
      }
      const { word, number, length } = controlWord(bytes, at + 1);
      if (word === 'itap') requireWithin(limits, 'depth', number);
      if (word === 'cell' || word === 'nestcell') requireWithin(limits, 'tableCells', ++cells);
      at += length + (word === 'bin' ? number : 0); // raw bytes may contain braces
    }
  }
}

/** A control word, or one escaped character. */
function controlWord(bytes: Uint8Array, from: number): { word: string; number: number; length: number } {
  const text = Buffer.from(bytes.subarray(from, from + 48)).toString('latin1');
  const [whole = '', word = '', digits = ''] = /^([a-z]{1,32})(\d{0,9})/i.exec(text) ?? [];
  return { word, number: Number(digits), length: Math.max(1, whole.length) };
}

const NEWLINE = 0x0a;

/** The longest line of a text, and the fields of CSV and TSV. */
export function inspectText(bytes: Uint8Array, format: Format, limits: Limits): void {
  requireWithin(limits, 'textBytes', bytes.length);
  const separator = Number(format.inputOptions?.split(',')[0]);
  const counts = format.family === 'calc';
  let cells = 0;
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    requireWithin(limits, 'textRun', end - start);
    if (counts) cells += fields(bytes.subarray(start, end), separator);
    requireWithin(limits, 'sheetCells', cells);
    start = end + 1;
  }
}

function fields(line: Uint8Array, separator: number): number {
  let count = 1;
  for (let at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, at + 1)) count++;
  return count;
}
