/** Literal and hexadecimal strings (ISO 32000-2, 7.3.4). The parser is positioned at the opening delimiter. */
import { hexValue, isDigit, isWhite, latin1 } from './chars.js';
import { MalformedObject } from './objects.js';
import type { Parser } from './parser.js';

/** White space between the digits is allowed; a missing last digit is 0. */
export function parseHexString(parser: Parser): Uint8Array {
  const start = parser.position + 1;
  const end = parser.indexOf(0x3e, start);
  if (end < 0) throw new MalformedObject('a hexadecimal string is not terminated');
  parser.position = end + 1;
  return hexBytes(parser.bytes.subarray(start, end));
}

function hexBytes(digits: Uint8Array): Uint8Array {
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

/** Parentheses are balanced, backslash escapes, and every line end becomes a line feed. */
export function parseLiteralString(parser: Parser): Uint8Array {
  const bytes: number[] = [];
  parser.position++;
  for (let open = 1; ; ) {
    const byte = parser.peek();
    if (byte === -1) throw new MalformedObject('a string is not terminated');
    parser.position++;
    if (byte === 0x28) open++;
    if (byte === 0x29 && --open === 0) return Uint8Array.from(bytes);
    if (byte === 0x5c) parseEscape(parser, bytes);
    else if (byte === 13) parseLineEnd(parser, bytes);
    else bytes.push(byte);
  }
}

function parseLineEnd(parser: Parser, bytes: number[]): void {
  if (parser.peek() === 10) parser.position++;
  bytes.push(10);
}

function parseEscape(parser: Parser, bytes: number[]): void {
  const byte = parser.peek();
  if (byte >= 0x30 && byte <= 0x37) {
    bytes.push(parseOctal(parser));
    return;
  }
  parser.position++;
  if (byte === 13 && parser.peek() === 10) parser.position++;
  if (byte !== 13 && byte !== 10) bytes.push(ESCAPES[byte] ?? byte);
}

function parseOctal(parser: Parser): number {
  let value = 0;
  for (let i = 0; i < 3; i++) {
    const byte = parser.peek();
    if (!isDigit(byte) || byte > 0x37) break;
    value = value * 8 + byte - 0x30;
    parser.position++;
  }
  return value & 0xff;
}
