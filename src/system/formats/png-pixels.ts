import { PNG } from 'pngjs';
import { asBuffer } from '../bytes.js';
import { pixelsOf, readPng } from './png.js';
import { writePng } from './png-writer.js';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits each. */
  readonly data: Uint8Array;
}

/**
 * Throws an error when the PNG is damaged: where pixels are missing, pngjs would return what the memory of this process
 * contained before. What is behind the pixels or the end is ignored, as viewers do.
 */
export function decodePng(bytes: Uint8Array): Pixels {
  const png = readPng(asBuffer(bytes));
  const { header } = png;
  const pixels = pixelsOf(png);
  if (!header || !pixels) throw new Error('the PNG is damaged');
  const { width, height, data } = PNG.sync.read(writePng({ ...png, header }, pixels, 0));
  return { width, height, data };
}
