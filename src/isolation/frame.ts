/**
 * The frames on the pipe between docconv and a worker: 4 bytes with the length of the header
 * (little-endian), the header (JSON in UTF-8, whose `blobs` lists sizes in bytes), then exactly that many bytes.
 * Documents and PDFs are blobs, never part of the JSON.
 */

/** The descriptor of a worker from which it reads requests. */
export const REQUESTS = 3;
/**
 * And to which it writes answers: the same, but not on Windows, which does one operation on a pipe after the other. There a
 * read that waits for the next request would keep the answer from being written.
 */
export const ANSWERS = process.platform === 'win32' ? 4 : REQUESTS;

export const LENGTH_BYTES = 4;
/** Bytes of a header. Parsing so many takes a few milliseconds. */
export const MAX_HEADER = 1024 ** 2;

/** The length and the header of a frame. `sizes`: bytes of the blobs that follow. */
export function encodeHeader(header: object, sizes: readonly number[]): Buffer {
  const json = Buffer.from(JSON.stringify({ ...header, blobs: sizes }));
  if (json.length > MAX_HEADER)
    throw new RangeError(`a message of ${json.length} bytes, at most ${MAX_HEADER} allowed`);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json]);
}
