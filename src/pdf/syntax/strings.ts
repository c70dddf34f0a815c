/** The bytes of literal and hexadecimal strings (ISO 32000-2, 7.3.4), and of names, from what is between their delimiters. */
import { hexValue, isWhite, latin1 } from './chars.js';
import { MalformedObject } from './objects.js';

/** White space between the digits is allowed; a missing last digit is 0. */
export function hexBytes(digits: Uint8Array): Uint8Array {
  const whole = Buffer.from(latin1(digits), 'hex'); // stops at the first character that is not a digit
  if (whole.length * 2 === digits.length) return whole;
  const bytes = new Uint8Array((digits.length + 1) >> 1);
  let count = 0;
  for (const digit of digits) {
    const value = hexValue(digit);
    if (value < 0 && !isWhite(digit)) throw new MalformedObject('a hexadecimal string contains other characters');
    if (value >= 0) bytes[count >> 1]! |= count++ & 1 ? value : value << 4;
  }
  return bytes.subarray(0, (count + 1) >> 1);
}

const ESCAPES: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

/** Bytes of a string that is kept as text. */
const SHORT = 64;

/** Backslash escapes, and every line end becomes a line feed, unless the string is plain. Text: one character per byte. */
export function literalBytes(bytes: Uint8Array, start: number, end: number, isPlain: boolean): Uint8Array | string {
  if (isPlain && end - start <= SHORT) return latin1(bytes, start, end);
  const raw = bytes.subarray(start, end);
  return isPlain ? new Uint8Array(raw) : unescaped(raw);
}

function unescaped(raw: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(raw.length);
  let count = 0;
  for (let at = 0; at < raw.length; ) {
    const byte = raw[at]!;
    if (byte === 0x5c) {
      const escaped = readEscape(raw, at + 1);
      if (escaped.value !== null) bytes[count++] = escaped.value;
      at = escaped.end;
    } else {
      bytes[count++] = byte === 13 ? 10 : byte;
      at += isLineEnd(raw, at) ? 2 : 1;
    }
  }
  return bytes.subarray(0, count);
}

const isLineEnd = (raw: Uint8Array, at: number): boolean => raw[at] === 13 && raw[at + 1] === 10;

/** After the backslash. Null: a line end, which is no part of the string. */
function readEscape(raw: Uint8Array, at: number): { value: number | null; end: number } {
  const byte = raw[at]!;
  if (isOctal(byte)) return readOctal(raw, at);
  if (byte === 13 || byte === 10) return { value: null, end: at + (isLineEnd(raw, at) ? 2 : 1) };
  return { value: ESCAPES[byte] ?? byte, end: at + 1 };
}

const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x37;

function readOctal(raw: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  let at = start;
  for (; at < start + 3 && isOctal(raw[at]); at++) value = value * 8 + raw[at]! - 0x30;
  return { value: value & 0xff, end: at };
}

/**
 * Whether all programs read the same name. Some end it at a zero byte (#00), which 7.3.5 forbids, take the bytes 80 and FF for
 * white space, or read an escape of one digit or of other characters.
 */
export const isNameReadAlike = (raw: string): boolean => !/[\x80\xff]|#(?:00|(?![0-9A-Fa-f]{2}))/.test(raw);

/** 7.3.5: `#` and two digits are one byte; another `#` stays. One character per byte. */
export function decodeName(raw: string): string {
  const bytes = Buffer.alloc(raw.length);
  let count = 0;
  for (let at = 0; at < raw.length; at++) {
    const [high, low] = [hexValue(raw.charCodeAt(at + 1)), hexValue(raw.charCodeAt(at + 2))];
    const isEscape = raw[at] === '#' && high >= 0 && low >= 0;
    bytes[count++] = isEscape ? high * 16 + low : raw.charCodeAt(at);
    if (isEscape) at += 2;
  }
  return latin1(bytes, 0, count);
}
