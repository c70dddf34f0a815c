/**
 * PNG (third edition, 5 and 10): the header and the palette are as their checksums say, and all pixels unpack. Pixels with a
 * wrong checksum of PNG need the one of zlib: overwritten data may unpack to other pixels.
 */
import { constants, crc32, inflateSync } from 'node:zlib';

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const hasPngSignature = (bytes: Uint8Array): boolean => SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));

/** Samples of a pixel and the bits that each may have, by colour type. */
const COLOURS: Readonly<Record<number, readonly [samples: number, bits: readonly number[]]>> = {
  0: [1, [1, 2, 4, 8, 16]],
  2: [3, [8, 16]],
  3: [1, [1, 2, 4, 8]],
  4: [2, [8, 16]],
  6: [4, [8, 16]],
};
const INDEXED = 3;
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
/** libpng refuses more columns or rows. */
const LONGEST_SIDE = 1_000_000;
/** libpng refuses a longer chunk that has no pixels. */
const LONGEST_CHUNK = 8_000_000;
const LAST_FILTER = 4;

export interface Chunk {
  readonly type: string;
  readonly content: Buffer;
  readonly isIntact: boolean;
}

export interface Png {
  /** Null where it is missing, damaged or invalid. */
  readonly header: Buffer | null;
  /** Other intact chunks before the pixels. */
  readonly before: readonly Chunk[];
  /** All compressed pixels. */
  readonly data: Buffer;
  /** Whether the data are as their checksums say. */
  readonly areIntact: boolean;
  readonly hasUnknown: boolean;
  /** Whether libpng reports no error, but for what the data unpack to. */
  readonly isRegular: boolean;
}

export function readPng(bytes: Buffer): Png {
  const before: Chunk[] = [];
  const data: Buffer[] = [];
  let header: Buffer | null = null;
  let areIntact = true;
  let order = '';
  for (const chunk of chunksOf(bytes)) {
    const letter = letterOf(chunk);
    if (!(order.endsWith(letter) && 'Da'.includes(letter))) order = `${order}${letter}`.slice(0, 20);
    if (letter === 'H') header ??= chunk.content;
    else if (chunk.type === 'IDAT') {
      data.push(chunk.content);
      areIntact &&= chunk.isIntact;
    } else if (data.length === 0 && chunk.isIntact && 'Pa'.includes(letter)) before.push(chunk);
  }
  const lacksPalette = header?.[9] === INDEXED && !order.includes('P');
  return {
    header: lacksPalette ? null : header,
    before,
    data: Buffer.concat(data),
    areIntact,
    hasUnknown: order.includes('u'),
    isRegular: hasPngSignature(bytes) && ORDER.test(order) && !lacksPalette,
  };
}

/** The letters of letterOf(), without repeated ones of D and a. */
const ORDER = /^Ha?(?:Pa?)?Da?E$/;

/** u: unknown, and necessary for drawing; x: invalid. */
function letterOf({ type, content, isIntact }: Chunk): string {
  if (!/^[A-Za-z]{4}$/.test(type)) return 'x';
  if (type === 'IEND') return 'E';
  if (type === 'IDAT') return isIntact ? 'D' : 'x';
  if (content.length > LONGEST_CHUNK) return 'x';
  if (type >= 'a') return 'a';
  if (type === 'IHDR') return isIntact && isHeader(content) ? 'H' : 'x';
  if (type === 'PLTE') return isIntact && isPalette(content) ? 'P' : 'x';
  return 'u';
}

function isHeader(content: Buffer): boolean {
  if (content.length !== 13) return false;
  const sides = [content.readUInt32BE(0), content.readUInt32BE(4)];
  if (sides.some(side => side === 0 || side > LONGEST_SIDE)) return false;
  const [, , , , , , , , bits, colour, compression, filters, interlacing] = content;
  const isKnown = COLOURS[colour!]?.[1].includes(bits!) ?? false;
  return isKnown && compression === 0 && filters === 0 && interlacing! <= 1;
}

const isPalette = ({ length }: Buffer): boolean => length > 0 && length % 3 === 0 && length <= 3 * 256;

/** `budget`: the bytes of pixels that may be unpacked, from which they are taken; beyond it, only the chunks are checked. */
export function isBrokenPng(bytes: Buffer, budget: { bytes: number }): boolean {
  const { header, data, areIntact, hasUnknown } = readPng(bytes);
  if (header === null || hasUnknown) return true;
  const length = pixelBytes(header);
  if (length > budget.bytes) return false;
  budget.bytes -= length;
  return !hasPixels(data, header, areIntact);
}

/** Whether libpng, which ends the WASM engine with any error, reads it without one. `largest`: see isBrokenPng(). */
export function isSoundPng({ isRegular, header, data }: Png, largest: number): boolean {
  if (!isRegular || header === null) return false;
  return pixelBytes(header) > largest || hasPixels(data, header, false);
}

/** The pixels of one that libpng reads, also with a warning about more data than its header states; null: it is damaged. */
export function pixelsOf({ isRegular, header, data }: Png): Buffer | null {
  if (!isRegular || header === null) return null;
  const length = pixelBytes(header);
  const pixels = unpacked(data, length, true, length)?.subarray(0, length);
  return pixels && areComplete(pixels, header) ? pixels : null;
}

/** `isTolerant`: the data need no end and no checksum. */
function hasPixels(data: Buffer, header: Buffer, isTolerant: boolean): boolean {
  const length = pixelBytes(header);
  const pixels = unpacked(data, length, isTolerant);
  return pixels === null ? isTolerant : areComplete(pixels, header);
}

const areComplete = (pixels: Buffer, header: Buffer): boolean =>
  pixels.length === pixelBytes(header) && filtersOf(header).every(at => pixels[at]! <= LAST_FILTER);

/** Where the rows of the pixels begin: with the number of their filter. */
export function filtersOf(header: Buffer): number[] {
  const found: number[] = [];
  let at = 0;
  for (const { count, bytes } of passesOf(header)) for (let row = 0; row < count; row++, at += bytes) found.push(at);
  return found;
}

/** The last one may be cut off. */
export function* chunksOf(bytes: Buffer): Iterable<Chunk> {
  for (let at = SIGNATURE.length; at + 8 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const isIntact = end + 4 <= bytes.length && crc32(bytes.subarray(at + 4, end)) === bytes.readUInt32BE(end);
    if (type !== 'IEND' || end + 4 <= bytes.length) yield { type, content: bytes.subarray(at + 8, end), isIntact };
    if (type === 'IEND') return;
    at = end + 4;
  }
}

/** Rows of each pass, and the bytes of each, with that of its filter. */
function passesOf(header: Buffer): readonly { count: number; bytes: number }[] {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = header[8]! * COLOURS[header[9]!]![0];
  const rows = (columns: number, count: number) => ({
    count: columns > 0 ? Math.max(0, count) : 0,
    bytes: 1 + Math.ceil((columns * bits) / 8),
  });
  if (header[12] === 0) return [rows(width, height)];
  return PASSES.map(([x, y, dx, dy]) => rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)));
}

export function pixelBytes(header: Buffer): number {
  return passesOf(header).reduce((sum, { count, bytes }) => sum + count * bytes, 0);
}

/** Empty where the data are no zlib stream; null where they are longer, by more than `surplus`. */
function unpacked(data: Buffer, length: number, isTolerant: boolean, surplus = 0): Buffer | null {
  try {
    const options = isTolerant ? { finishFlush: constants.Z_SYNC_FLUSH } : {};
    return inflateSync(data, { ...options, maxOutputLength: length + surplus, chunkSize: Math.max(1024, length + 1) });
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? null : Buffer.alloc(0);
  }
}
