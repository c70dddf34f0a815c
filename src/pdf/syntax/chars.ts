/** Character classes of ISO 32000-2, 7.2.3. */
import { asBuffer } from '../../system/bytes.js';

export const REGULAR = 0;
export const WHITE = 1;
const DELIMITER = 2;
/** For loops over bytes: calls of the functions below would take longer than all the rest. */
export const CLASSES = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) CLASSES[byte] = WHITE;
for (const character of '()<>[]{}/%') CLASSES[character.charCodeAt(0)] = DELIMITER;

/** Like the others, false for -1, the end of input. */
export const isWhite = (byte: number): boolean => CLASSES[byte] === WHITE;
export const isRegular = (byte: number): boolean => CLASSES[byte] === REGULAR;
export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Value of a hexadecimal digit, or -1. */
export function hexValue(byte: number): number {
  if (isDigit(byte)) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** A view of a part costs more than its text: the part is given by its ends. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return asBuffer(bytes).toString('latin1', start, end);
}
