/** Images as objects of a PDF (ISO 32000-2, 8.9): JPEG as it is, PNG as its pixels with their transparency. */
import { deflateSync } from 'node:zlib';
import { DocconvError } from '../../errors.js';
import { dict, dictWith, PdfArray, PdfName, type PdfObject, type PdfRef, type Update } from '../../pdf/index.js';
import { type Orientation, orientationOf, UPRIGHT } from '../../system/formats/exif-orientation.js';
import { jpegSegments } from '../../system/formats/jpeg-segments.js';
import { decodePng, type Pixels } from '../../system/formats/png-pixels.js';

/** As it is stored. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly components: 1 | 3;
  readonly filter: 'DCTDecode' | 'FlateDecode';
  readonly data: Uint8Array;
  /** Of each pixel, compressed; null: opaque. */
  readonly alpha: Uint8Array | null;
}

/** Decoded, a pixel takes four bytes. */
const MAX_PIXELS = 25_000_000;

/** Takes PNG and JPEG, and throws OPTION_INVALID for anything else. `opaque`: transparent parts become white, as paper. */
export function readImage(bytes: Uint8Array, opaque: boolean): Image {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.subarray(0, 8).equals(PNG_SIGNATURE)) return readPng(data, opaque);
  if (data.subarray(0, 2).equals(JPEG_SIGNATURE)) return readJpeg(data);
  throw new DocconvError('OPTION_INVALID.visible-image-format');
}

const JPEG_SIGNATURE = Buffer.from('ffd8', 'hex');
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function readPng(bytes: Buffer, opaque: boolean): Image {
  const [width, height] = bytes.length < 24 ? [0, 0] : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  requireSize(width, height);
  const { data } = pixelsOf(bytes);
  const count = width * height;
  const colours = Buffer.alloc(3 * count);
  const alpha = Buffer.alloc(count);
  for (let i = 0; i < count; i++) {
    const share = data[4 * i + 3]!;
    alpha[i] = share;
    for (let c = 0; c < 3; c++) {
      const value = data[4 * i + c]!;
      colours[3 * i + c] = opaque ? Math.round((value * share + 255 * (255 - share)) / 255) : value;
    }
  }
  const isTransparent = !opaque && alpha.some(share => share < 255);
  const compressed = deflateSync(colours);
  const all = { width, height, orientation: UPRIGHT, components: 3, filter: 'FlateDecode', data: compressed } as const;
  return { ...all, alpha: isTransparent ? deflateSync(alpha) : null };
}

function pixelsOf(bytes: Buffer): Pixels {
  try {
    return decodePng(bytes);
  } catch (cause) {
    throw new DocconvError('OPTION_INVALID.visible-image-damaged', {}, { cause });
  }
}

/** Markers of frames that the filter DCTDecode supports (ITU-T T.81, table B.1): baseline, extended and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const END_OF_IMAGE = Buffer.from('ffd9', 'hex');

/** Its pixels are not decoded, but their end has to be there. */
function readJpeg(data: Buffer): Image {
  let image: Image | null = null;
  for (const { at, isFrame, isScan } of jpegSegments(data)) {
    if (at + 10 > data.length) break;
    if (isScan && image && data.includes(END_OF_IMAGE, at)) return image;
    if (isFrame) image = jpegOf(data, at);
  }
  throw new DocconvError('OPTION_INVALID.visible-image-damaged');
}

function jpegOf(data: Buffer, at: number): Image {
  const [height, width, components] = [data.readUInt16BE(at + 5), data.readUInt16BE(at + 7), data[at + 9]!];
  if (!FRAMES.includes(data[at + 1]!) || data[at + 4] !== 8 || (components !== 1 && components !== 3)) {
    throw new DocconvError('OPTION_INVALID.visible-image-kind');
  }
  requireSize(width, height);
  return { width, height, orientation: orientationOf(data), components, filter: 'DCTDecode', data, alpha: null };
}

function requireSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new DocconvError('OPTION_INVALID.visible-image-damaged');
  if (width * height > MAX_PIXELS) throw new DocconvError('OPTION_INVALID.visible-image-size', { limit: MAX_PIXELS });
}

const numbers = (...items: number[]): PdfArray => new PdfArray(items, null);
const WHITE = numbers(0.9505, 1, 1.089);
const PRIMARIES = numbers(0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505);
/** sRGB without a profile: device-independent, as PDF/A requires (8.6.5.3). */
const COLOURS: Readonly<Record<Image['components'], PdfArray>> = {
  1: new PdfArray([new PdfName('CalGray'), dict({ WhitePoint: WHITE, Gamma: 2.2 })], null),
  3: new PdfArray(
    [new PdfName('CalRGB'), dict({ WhitePoint: WHITE, Gamma: numbers(2.2, 2.2, 2.2), Matrix: PRIMARIES })],
    null,
  ),
};

export function addImage(update: Update, { width, height, components, filter, data, alpha }: Image): PdfRef {
  const common = dict({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Image'),
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    Filter: new PdfName(filter),
  });
  const mask: Record<string, PdfObject> = alpha
    ? { SMask: update.addStream(dictWith(common, { ColorSpace: new PdfName('DeviceGray') }), alpha) }
    : {};
  return update.addStream(dictWith(common, { ColorSpace: COLOURS[components], ...mask }), data);
}
