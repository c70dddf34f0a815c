/** Reads the size of an image from its header: 60 KB of PNG can be 10 gigapixels of one colour. */
import { asBuffer } from '../../../system/bytes.js';
import { jpegSegments } from '../../../system/formats/jpeg-segments.js';
import { requireWithin } from '../../limits.js';
import { readTiffPages, tiffBytes } from '../tiff/pages.js';
import type { TagWatch } from './tags.js';
import type { Tally } from './tally.js';

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

interface Kind {
  /** The first bytes, in Latin-1. */
  readonly magic: RegExp;
  /** Null where the header has no size; throws a RangeError where it is cut off. */
  size(bytes: Buffer): ImageSize | null;
}

const KINDS: readonly Kind[] = [
  { magic: /^\x89PNG/, size: bytes => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }) },
  { magic: /^\xff\xd8\xff/, size: jpegSize },
  { magic: /^GIF8[79]a/, size: bytes => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }) },
  {
    magic: /^BM[\s\S]{12}[(l|]/,
    size: bytes => ({ width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }),
  },
  { magic: /^(?:II\*|MM.\*)/s, size: tiffSize },
  { magic: /^RIFF[\s\S]{4}WEBP/, size: webpSize },
];

export function isImage(head: Uint8Array): boolean {
  return kindOf(head) !== undefined;
}

/** Null where its header states no size. Throws LIMIT_EXCEEDED (pixels, allPixels). */
export function inspectImage(bytes: Uint8Array, tally: Tally, part: string | null): ImageSize | null {
  const size = imageSize(asBuffer(bytes));
  if (!size) return null;
  const pixels = Math.abs(size.width * size.height);
  requireWithin(tally.limits, 'pixels', pixels, part);
  tally.add('allPixels', pixels, part);
  return size;
}

/** Every page of a TIFF file. Throws LIMIT_EXCEEDED (pixels, allPixels, pageBreaks). */
export function inspectTiff(bytes: Uint8Array, tally: Tally): void {
  for (const { width, height } of readTiffPages(tiffBytes(bytes))) {
    requireWithin(tally.limits, 'pixels', width * height);
    tally.add('allPixels', width * height, null);
    tally.add('pageBreaks', 1, null);
  }
}

/** Characters of an encoded image that are decoded for its size. */
const ENCODED_HEAD = 64 * 1024;

/** Images in `data:` URLs of HTML and SVG. Their size is looked for in the first kilobyte, which a tag keeps. */
export function dataImages(tally: Tally): TagWatch {
  return {
    names: ['img', 'image', 'input', 'feimage', 'object', 'embed'],
    tag(text, _, part) {
      const data = encodedImage(text);
      if (data !== null) inspectImage(Buffer.from(data, 'base64'), tally, part);
    },
  };
}

/** The Base64 text of the `data:` URL in a tag, as much of it as the tag keeps. */
export function encodedImage(tag: string): string | null {
  return /data:[\w.+/-]*;base64,([\w+/=\s]*)/i.exec(tag)?.[1] ?? null;
}

/** Collects the Base64 text of an image, chunk by chunk. */
export class EncodedImage {
  #text = '';

  add(piece: Uint8Array): void {
    const missing = ENCODED_HEAD - this.#text.length;
    if (missing > 0) this.#text += Buffer.from(piece.subarray(0, missing)).toString('latin1');
  }

  /** Throws LIMIT_EXCEEDED (pixels, allPixels). */
  end(tally: Tally, part: string | null): void {
    if (this.#text !== '') inspectImage(Buffer.from(this.#text, 'base64'), tally, part);
    this.#text = '';
  }
}

/** The hexadecimal data of a picture in RTF, behind its control words: what its header states, and its beginning. */
export function inspectHexImage(
  bytes: Uint8Array,
  from: number,
  tally: Tally,
): { size: ImageSize | null; head: Buffer } {
  const text = Buffer.from(bytes.subarray(from, from + 4096)).toString('latin1');
  const [, digits = ''] = /[\s}]([\da-f\s]{32,})/i.exec(text) ?? [];
  const head = Buffer.from(digits.replace(/\s/g, ''), 'hex');
  return { size: inspectImage(head, tally, null), head };
}

/** As its header states it; null where there is none. */
export function imageSize(bytes: Buffer): ImageSize | null {
  try {
    return kindOf(bytes)?.size(bytes) ?? null;
  } catch {
    return null; // cut off: the engine will refuse it
  }
}

function kindOf(bytes: Uint8Array): Kind | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return KINDS.find(({ magic }) => magic.test(head));
}

/** The largest frame header. */
function jpegSize(bytes: Buffer): ImageSize | null {
  let largest: ImageSize | null = null;
  for (const { at, isFrame } of jpegSegments(bytes)) {
    if (!isFrame || at + 9 > bytes.length) continue;
    const size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

/** The first page; each page of a document by itself counts in inspectTiff(). */
function tiffSize(bytes: Buffer): ImageSize | null {
  const [first = null] = readTiffPages(tiffBytes(bytes));
  return first;
}

/** The canvas of VP8X, 14 bits each of VP8L, the frame of VP8 (RFC 9649). */
function webpSize(bytes: Buffer): ImageSize | null {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
