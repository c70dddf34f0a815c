/**
 * The pages of one PDF as images, rendered in this process: only for worker processes, because a PDF can make PDFium use
 * any amount of processor time.
 */
import type { Bitmap } from './bitmap.js';
import { compileWasm } from './pdfium.js';

export type { Bitmap } from './bitmap.js';
export { openPdf, type Resolution, TOO_LARGE } from './pdfium.js';

export type ImageFormat = 'png' | 'jpg' | 'webp';
/** Resolves to the bytes of an image. */
export type Encode = (bitmap: Bitmap) => Promise<Uint8Array>;

const DEFAULT_QUALITY = 90;

/** `quality` from 1 to 100, for formats with loss. */
export async function openEncoder(format: ImageFormat, quality = DEFAULT_QUALITY): Promise<Encode> {
  if (format === 'png') {
    const { encodePng } = await import('./png.js');
    return async bitmap => encodePng(bitmap);
  }
  const encode = format === 'jpg' ? await loadJpeg() : await loadWebp();
  return async ({ width, height, data }) => {
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
    return new Uint8Array(await encode({ width, height, data: pixels }, { quality, ...FAST }));
  };
}

/** A third of the processor time for a tenth more bytes. Encoders ignore the options of others. */
const FAST = { baseline: true, method: 2 };

/** RGBA of a JPEG. Throws an error when it cannot be read. */
export async function openJpegDecoder(): Promise<(bytes: Uint8Array) => Promise<Bitmap>> {
  const decoder = await import('@jsquash/jpeg/decode.js');
  await decoder.init(compileWasm('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
  return async bytes => {
    const { width, height, data } = await decoder.default(new Uint8Array(bytes).buffer);
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
  };
}

/** The packages take an ImageData, which Node does not have; they read these members. */
type EncodePixels = (
  image: { width: number; height: number; data: Uint8ClampedArray },
  options: object,
) => Promise<ArrayBuffer>;
interface Encoder {
  readonly default: unknown;
  init(program: WebAssembly.Module): Promise<unknown>;
}

async function loadJpeg(): Promise<EncodePixels> {
  return startEncoder(await import('@jsquash/jpeg/encode.js'), '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm');
}

async function loadWebp(): Promise<EncodePixels> {
  const [encoder, { simd }] = await Promise.all([import('@jsquash/webp/encode.js'), import('wasm-feature-detect')]);
  return startEncoder(encoder, `@jsquash/webp/codec/enc/webp_enc${(await simd()) ? '_simd' : ''}.wasm`);
}

/** By itself a package would fetch its program, as in a browser. */
async function startEncoder(encoder: Encoder, program: string): Promise<EncodePixels> {
  await encoder.init(compileWasm(program));
  return encoder.default as EncodePixels;
}
