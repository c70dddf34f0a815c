/** Images as objects of a PDF (ISO 32000-2, 8.9): JPEG as it is, PNG as its pixels with their transparency. */
import { deflateSync } from 'node:zlib';
import { DocconvError } from '../../errors.js';
import { dict, dictWith, PdfArray, PdfName, type PdfObject, type PdfRef, type Update } from '../../pdf/index.js';
import { asBuffer } from '../../system/bytes.js';
import { type Orientation, orientationOf } from '../../system/formats/exif-orientation.js';
import { isJpeg, readJpeg } from '../../system/formats/jpeg-frame.js';
import { hasPngSignature } from '../../system/formats/png.js';
import { decodePng, type Pixels } from '../../system/formats/png-pixels.js';

/** As it is stored. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  readonly components: 1 | 3 | 4;
  /** 0 is full ink. */
  readonly isInverted: boolean;
  readonly filter: 'DCTDecode' | 'FlateDecode';
  readonly data: Uint8Array;
  /** Of each pixel, compressed; null: opaque. */
  readonly alpha: Uint8Array | null;
}

/** Decoded, a pixel takes four bytes. */
const MAX_PIXELS = 25_000_000;

/** Takes PNG and JPEG, and throws OPTION_INVALID for anything else. In a PDF/A, transparent parts become white, as paper. */
export function readImage(bytes: Uint8Array, isArchival: boolean): Image {
  const data = asBuffer(bytes);
  if (hasPngSignature(data)) return readPng(data, isArchival);
  if (isJpeg(data)) return readJpegImage(data, isArchival);
  throw new DocconvError('OPTION_INVALID.visible-image-format');
}

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
  const stored = { width, height, orientation: orientationOf(bytes), components: 3, isInverted: false } as const;
  return { ...stored, filter: 'FlateDecode', data: compressed, alpha: isTransparent ? deflateSync(alpha) : null };
}

function pixelsOf(bytes: Buffer): Pixels {
  try {
    return decodePng(bytes);
  } catch (cause) {
    throw new DocconvError('OPTION_INVALID.visible-image-damaged', {}, { cause });
  }
}

/** CMYK has no colour space that is device-independent without a profile, so it is not for a PDF/A. */
function readJpegImage(data: Buffer, isArchival: boolean): Image {
  const frame = readJpeg(data);
  if (!frame) throw new DocconvError('OPTION_INVALID.visible-image-damaged');
  const { width, height, components, isInverted } = frame;
  if (components === null) throw new DocconvError('OPTION_INVALID.visible-image-kind');
  if (components === 4 && isArchival) throw new DocconvError('OPTION_INVALID.visible-image-archival');
  requireSize(width, height);
  const orientation = orientationOf(data);
  return { width, height, orientation, components, isInverted, filter: 'DCTDecode', data, alpha: null };
}

function requireSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new DocconvError('OPTION_INVALID.visible-image-damaged');
  if (width * height > MAX_PIXELS) throw new DocconvError('OPTION_INVALID.visible-image-size', { limit: MAX_PIXELS });
}

const numbers = (...items: number[]): PdfArray => new PdfArray(items, null);
const WHITE = numbers(0.9505, 1, 1.089);
const PRIMARIES = numbers(0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505);
/** sRGB without a profile: device-independent, as PDF/A requires (8.6.5.3). */
const COLOURS: Readonly<Record<Image['components'], PdfObject>> = {
  1: new PdfArray([new PdfName('CalGray'), dict({ WhitePoint: WHITE, Gamma: 2.2 })], null),
  3: new PdfArray(
    [new PdfName('CalRGB'), dict({ WhitePoint: WHITE, Gamma: numbers(2.2, 2.2, 2.2), Matrix: PRIMARIES })],
    null,
  ),
  4: new PdfName('DeviceCMYK'),
};
const FULL_INK_FIRST = numbers(1, 0, 1, 0, 1, 0, 1, 0);

export function addImage(update: Update, image: Image): PdfRef {
  const { width, height, components, isInverted, filter, data, alpha } = image;
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
  const decode: Record<string, PdfObject> = isInverted ? { Decode: FULL_INK_FIRST } : {};
  return update.addStream(dictWith(common, { ColorSpace: COLOURS[components], ...decode, ...mask }), data);
}
