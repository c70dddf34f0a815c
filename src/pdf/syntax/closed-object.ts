/** Tells without parsing that an object ends before the next one starts. */
import { asBuffer } from '../../system/bytes.js';
import { CLASSES, isWhite, REGULAR } from './chars.js';

const [OPEN, CLOSE, BACKSLASH, PERCENT, LESS, GREATER] = [0x28, 0x29, 0x5c, 0x25, 0x3c, 0x3e];
const [OPEN_ARRAY, CLOSE_ARRAY] = [0x5b, 0x5d];

/**
 * Whether the bytes are the object 'num gen obj' and other tokens that all end within them: true of what every program reads so.
 * False also of streams, comments and strings with parentheses, which have to be parsed.
 */
export function isClosedObject(bytes: Uint8Array, num: number, gen: number): boolean {
  const buffer = asBuffer(bytes);
  const header = `${num} ${gen} obj`;
  if (buffer.toString('latin1', 0, header.length) !== header || CLASSES[bytes[header.length]!] === REGULAR)
    return false;
  return endsObject(buffer) && !buffer.includes('stream', 0, 'latin1') && isBalanced(bytes);
}

function endsObject(buffer: Buffer): boolean {
  let end = buffer.length;
  while (end > 0 && isWhite(buffer[end - 1]!)) end--;
  return buffer.toString('latin1', Math.max(0, end - 6), end) === 'endobj';
}

/** Every array, dictionary and string ends. */
function isBalanced(bytes: Uint8Array): boolean {
  const open: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === PERCENT || byte === CLOSE) return false;
    if (byte === OPEN) at = endOfString(bytes, at);
    else if (byte === LESS && bytes[at + 1] !== LESS) at = endOfHex(bytes, at);
    else if (byte === OPEN_ARRAY) open.push(CLOSE_ARRAY);
    else if (byte === LESS) at = open.push(GREATER) && at + 1;
    else if (byte === GREATER && bytes[++at] !== GREATER) return false;
    else if ((byte === GREATER || byte === CLOSE_ARRAY) && open.pop() !== byte) return false;
    if (at < 0) return false;
  }
  return open.length === 0;
}

/** Of its last byte; negative: it does not end, or contains parentheses. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === CLOSE) return at;
    if (bytes[at] === OPEN) break;
    if (bytes[at] === BACKSLASH) at++;
  }
  return -1;
}

/** The same. Programs differ in what they make of other bytes than digits. */
function endOfHex(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(GREATER, start);
  for (let at = start + 1; at < end; at++) if (CLASSES[bytes[at]!] !== REGULAR && !isWhite(bytes[at]!)) return -1;
  return end;
}
