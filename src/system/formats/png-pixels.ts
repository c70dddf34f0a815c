import { PNG } from 'pngjs';
import { isSoundPng, readPng } from './png.js';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, 8 bits each. */
  readonly data: Uint8Array;
}

/**
 * Throws an error when the PNG is damaged: where pixels are missing, pngjs would return what
 * the memory of this process contained before.
 */
export function decodePng(bytes: Uint8Array): Pixels {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isSoundPng(readPng(file), Number.POSITIVE_INFINITY)) throw new Error('the PNG is damaged');
  const { width, height, data } = PNG.sync.read(file);
  return { width, height, data };
}
