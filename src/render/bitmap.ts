/** Images of pages and areas of them. */
import type { Frame } from './masks.js';

/** Four bytes per pixel, row by row. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A rectangle as fractions of the image's width and height, from the top left corner. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One number for each pixel; signed, because V8 keeps larger ones on the heap. */
export const pixelsOf = ({ data }: Bitmap): Int32Array =>
  new Int32Array(data.buffer, data.byteOffset, data.byteLength / 4);

export function sameSize(a: Bitmap, b: Bitmap): boolean {
  return a.width === b.width && a.height === b.height;
}

/** A copy of the part inside `frame`. */
export function crop(bitmap: Bitmap, { left, top, right, bottom }: Frame): Bitmap {
  const [width, height] = [right - left, bottom - top];
  const pixels = pixelsOf(bitmap);
  const part = new Int32Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * bitmap.width + left;
    part.set(pixels.subarray(start, start + width), y * width);
  }
  return { width, height, data: new Uint8Array(part.buffer) };
}
