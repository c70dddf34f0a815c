/** A PNG that libpng reads without an error, from the pixels that a damaged one still has. */
import { constants, createInflateRaw, deflateSync } from 'node:zlib';
import { filtersOf, isSoundPng, pixelBytes, readPng, SIGNATURE } from '../../../../system/formats/png.js';
import { pngChunk, writePng } from '../../../../system/formats/png-writer.js';

/** Bytes of pixels of one picture: those of larger ones are not checked. */
const MOST_PIXELS = 256 * 1024 ** 2;
/** Bytes that deflate can make of one. */
const MOST_EXPANSION = 1032;
const GREY = 0;
const RGB = 2;
const ZLIB_HEADER = 2;

export const isPng = (bytes: Uint8Array): boolean => SIGNATURE.subarray(0, 4).equals(bytes.subarray(0, 4));

/** Levels of compression. */
const QUICKEST = 1;
export const SMALLEST = 9;

/** The same bytes where nothing is damaged; null where no pixel can be read. */
export async function repairedPng(bytes: Buffer, level = QUICKEST): Promise<Buffer | null> {
  const png = readPng(bytes);
  if (isSoundPng(png, MOST_PIXELS)) return bytes;
  const { header } = png;
  if (header === null || pixelBytes(header) > Math.min(MOST_PIXELS, MOST_EXPANSION * bytes.length)) return null;
  const pixels = await unpackedPart(png.data, pixelBytes(header));
  return pixels.length === 0 ? null : writePng({ ...png, header }, completed(pixels, header), level);
}

/** As much as unpacks before the first error. */
function unpackedPart(data: Buffer, length: number): Promise<Buffer> {
  return new Promise(resolve => {
    const pieces: Buffer[] = [];
    let count = 0;
    // what is in an unfinished piece is lost at an error
    const chunkSize = Math.min(16_384, Math.max(constants.Z_MIN_CHUNK, length >> 6));
    const inflate = createInflateRaw({ chunkSize, finishFlush: constants.Z_SYNC_FLUSH });
    const end = () => {
      inflate.destroy();
      resolve(Buffer.concat(pieces).subarray(0, length));
    };
    inflate.on('data', (piece: Buffer) => {
      pieces.push(piece);
      count += piece.length;
      if (count >= length) end();
    });
    inflate.on('error', end).on('end', end);
    inflate.end(data.subarray(ZLIB_HEADER)); // and without the checksum at the end
  });
}

/** Rows that are missing, or whose filter is unknown: white without transparency, otherwise transparent or of the first colour. */
function completed(pixels: Buffer, header: Buffer): Buffer {
  const isOpaque = [GREY, RGB].includes(header[9]!);
  const whole = Buffer.alloc(pixelBytes(header), isOpaque ? 0xff : 0);
  const rows = filtersOf(header);
  for (const [i, at] of rows.entries()) {
    const end = rows[i + 1] ?? whole.length;
    if (end <= pixels.length && pixels[at]! <= 4) pixels.copy(whole, at, at, end);
    else whole[at] = 0;
  }
  return whole;
}

/** One transparent pixel. */
export const BLANK_PNG = Buffer.concat([
  SIGNATURE,
  pngChunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])),
  pngChunk('IDAT', deflateSync(Buffer.alloc(5))),
  pngChunk('IEND', Buffer.alloc(0)),
]);
