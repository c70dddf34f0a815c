/** A smaller PDF: compressed streams, no unused objects, and images as JPEG where that takes fewer bytes. */
import {
  dict,
  isName,
  openPdf,
  PdfDict,
  PdfName,
  PdfRef,
  type PdfRevision,
  PdfStream,
  UNLIMITED_WORK,
  Update,
} from '../../pdf/index.js';
import { type Bitmap, openEncoder, openJpegDecoder } from '../../render/page-images.js';
import { readJpeg } from '../../system/formats/jpeg-frame.js';
import type { OptimizeOperation } from '../operation-types.js';
import { rewrite } from '../output/pdf/qpdf.js';
import type { Context } from './context.js';
import { claimedLevel } from './finish.js';

export async function optimize(pdf: Uint8Array, { quality }: OptimizeOperation, context: Context): Promise<Uint8Array> {
  const images = quality === undefined ? pdf : await withSmallerImages(pdf, quality, context);
  // ISO 19005-1, 6.1.4: no compressed cross-references
  const streams = (await claimedLevel(pdf)) === '1b' ? 'disable' : 'generate';
  const smaller = await rewrite(images, ['--recompress-flate', '--compression-level=9', `--object-streams=${streams}`]);
  return smaller.length < pdf.length ? smaller : pdf;
}

/** Of the bytes that an image takes: less is not worth the loss. */
const MIN_SAVING = 0.05;
/** Bytes: a smaller image is an icon, whose edges suffer most. */
const MIN_BYTES = 2048;

async function withSmallerImages(pdf: Uint8Array, quality: number, { limits }: Context): Promise<Uint8Array> {
  const { latest } = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const images = imagesOf(latest).filter(({ pixels }) => pixels <= limits.imagePixels);
  if (images.length === 0) return pdf;
  const update = new Update(latest);
  const encode = await openEncoder('jpg', quality);
  const decode = await openJpegDecoder();
  for (const { ref, stream } of images) {
    const raw = latest.rawStream(stream);
    const bitmap = await bitmapOf(latest, stream, raw, decode);
    const jpeg = bitmap && (await encode(bitmap));
    if (!jpeg || jpeg.length > raw.length * (1 - MIN_SAVING) || readJpeg(jpeg)?.components !== 3) continue;
    const kept = [...stream.dict.entries].filter(([key]) => !['Filter', 'DecodeParms', 'Length'].includes(key));
    update.replaceStream(ref, dict({ ...Object.fromEntries(kept), Filter: new PdfName('DCTDecode') }), jpeg);
  }
  return update.appendTo(pdf);
}

interface Image {
  readonly ref: PdfRef;
  readonly stream: PdfStream;
  readonly pixels: number;
}

/** Opaque values of red, green and blue with 8 bits: masks and palettes have to stay exact. */
function imagesOf(revision: PdfRevision): Image[] {
  const found: Image[] = [];
  for (const num of revision.objectNumbers()) {
    const object = revision.object(num);
    const stream = object?.value;
    if (!(stream instanceof PdfStream) || !isName(revision.get(stream, 'Subtype'), 'Image')) continue;
    if (stream.data.end - stream.data.start < MIN_BYTES || !hasColours(revision, stream)) continue;
    const [width, height] = [revision.getNumber(stream, 'Width') ?? 0, revision.getNumber(stream, 'Height') ?? 0];
    if (width > 0 && height > 0) found.push({ ref: new PdfRef(num, object!.gen), stream, pixels: width * height });
  }
  return found;
}

function hasColours(revision: PdfRevision, stream: PdfStream): boolean {
  if (revision.getNumber(stream, 'BitsPerComponent') !== 8 || stream.dict.has('Decode')) return false;
  if (Array.isArray(revision.getArray(stream.dict, 'Mask')?.items)) return false; // a range of exact colours
  const space = revision.get(stream, 'ColorSpace');
  if (isName(space, 'DeviceRGB')) return true;
  const [kind, profile] = revision.getArray(stream.dict, 'ColorSpace')?.items.map(item => revision.resolve(item)) ?? [];
  if (isName(kind ?? null, 'CalRGB')) return true;
  return isName(kind ?? null, 'ICCBased') && profile instanceof PdfStream && revision.getNumber(profile, 'N') === 3;
}

/** Null: it has another filter, or is damaged. */
async function bitmapOf(
  revision: PdfRevision,
  stream: PdfStream,
  raw: Uint8Array,
  decode: (bytes: Uint8Array) => Promise<Bitmap>,
): Promise<Bitmap | null> {
  const [width, height] = [revision.getNumber(stream, 'Width')!, revision.getNumber(stream, 'Height')!];
  const { bytes, pending, damaged } = revision.decode(stream);
  if (pending === 'DCTDecode' && isName(revision.get(stream, 'Filter'), 'DCTDecode')) {
    if (readJpeg(raw)?.components !== 3 || revision.get(stream, 'DecodeParms') instanceof PdfDict) return null;
    const bitmap = await decode(raw).catch(() => null);
    return bitmap && bitmap.width === width && bitmap.height === height ? bitmap : null;
  }
  if (pending !== null || damaged || bytes.length < width * height * 3) return null;
  const data = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    data.set(bytes.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
    data[pixel * 4 + 3] = 255;
  }
  return { width, height, data };
}
