/** A file with room for a signature value: the byte range is stated, and the value is filled in last. */
import { DocconvError } from '../errors.js';

/** What the dictionary of a signature has until the length of the file is known. */
export const BYTE_RANGE = '[0 /********** /********** /**********]';

export interface PreparedFile {
  /** The bytes before and after /Contents, which are signed. */
  readonly signed: readonly [Uint8Array, Uint8Array];
  /** Returns the complete file; null: the value is longer than the room. */
  fill(value: Uint8Array): Buffer | null;
}

/** States the byte range in `file`, whose placeholder follows the first `start` bytes. Takes over the buffer. */
export function prepare(file: Buffer, start: number): PreparedFile {
  const range = file.indexOf(`/ByteRange ${BYTE_RANGE}`, start, 'latin1');
  const open = file.indexOf('<00', range, 'latin1');
  const close = file.indexOf('>', open, 'latin1');
  if (range < 0 || open < 0 || close < 0) throw new DocconvError('CORRUPT_DOCUMENT.not-signable-placeholder');
  const after = close + 1;
  const stated = `[0 ${open} ${after} ${file.length - after}]`;
  file.write(`/ByteRange ${stated.padEnd(BYTE_RANGE.length)}`, range, 'latin1');
  return { signed: [file.subarray(0, open), file.subarray(after)], fill };

  function fill(value: Uint8Array): Buffer | null {
    const digits = Buffer.from(value).toString('hex');
    if (digits.length > close - open - 1) return null;
    file.write(digits, open + 1, 'latin1');
    return file;
  }
}
