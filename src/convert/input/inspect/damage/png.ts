/**
 * PNG (third edition, 5 and 10): the header and the palette are as their checksums say, and all pixels unpack. Pixels with a
 * wrong checksum of PNG need the one of zlib: overwritten data may unpack to other pixels.
 */
import { constants, crc32, inflateSync } from 'node:zlib';

const HEADER = 8;
/** Samples of a pixel, by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** First column and row, and distances between them, of the passes of an interlaced picture. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** `budget`: the bytes of pixels that may be unpacked, from which they are taken; beyond it, only the header is checked. */
export function isBrokenPng(bytes: Buffer, budget: { bytes: number }): boolean {
  const data: Buffer[] = [];
  let length: number | null = null;
  let areIntact = true;
  for (const { type, content, isIntact } of chunksOf(bytes)) {
    if (type === 'IDAT') {
      data.push(content);
      areIntact &&= isIntact;
    } else if ((type === 'IHDR' || type === 'PLTE') && !isIntact) return true;
    if (type === 'IHDR') length = pixelBytes(content);
  }
  if (length === null || Number.isNaN(length)) return true;
  if (length > budget.bytes) return false;
  budget.bytes -= length;
  const pixels = Buffer.concat(data);
  return unpackedLength(pixels, length) < length || !(areIntact || isWhole(pixels, length));
}

interface Chunk {
  type: string;
  content: Buffer;
  isIntact: boolean;
}

/** The last one may be cut off. */
function* chunksOf(bytes: Buffer): Iterable<Chunk> {
  for (let at = HEADER; at + 8 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return;
    const isIntact = end + 4 <= bytes.length && crc32(bytes.subarray(at + 4, end)) === bytes.readUInt32BE(end);
    yield { type, content: bytes.subarray(at + 8, end), isIntact };
    at = end + 4;
  }
}

/** With the byte of the filter that begins each row. NaN for a colour type that does not exist. */
function pixelBytes(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = header[8]! * (SAMPLES[header[9]!] ?? Number.NaN);
  const rows = (columns: number, count: number) => (columns > 0 ? count * (1 + Math.ceil((columns * bits) / 8)) : 0);
  if (header[12] === 0) return rows(width, height);
  const passes = PASSES.map(([x, y, dx, dy]) => rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)));
  return passes.reduce((sum, length) => sum + length, 0);
}

/** At most one more than the length; 0 where the data are no zlib stream, or not those of its checksum. */
function unpackedLength(data: Buffer, length: number): number {
  try {
    const options = { maxOutputLength: length + 1, finishFlush: constants.Z_SYNC_FLUSH };
    return inflateSync(data, { ...options, chunkSize: Math.max(1024, length + 1) }).length;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? length + 1 : 0;
  }
}

/** Whether the data end as a zlib stream does, with its checksum, and are no longer. */
function isWhole(data: Buffer, length: number): boolean {
  try {
    return inflateSync(data, { maxOutputLength: length }).length === length;
  } catch {
    return false;
  }
}
