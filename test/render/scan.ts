/** Grey images like those of a scanner: paper with noise, dark bars of the size of letters, and the loss of a JPEG. */
import { type Body, stream } from '../helpers/pdf-writer.js';

const [WIDTH, HEIGHT] = [600, 200];

/** Quantization of luminance (ISO/IEC 10918-1, Table K.1). */
const QUANTIZATION = [
  [16, 11, 10, 16, 24, 40, 51, 61],
  [12, 12, 14, 19, 26, 58, 60, 55],
  [14, 13, 16, 24, 40, 57, 69, 56],
  [14, 17, 22, 29, 51, 87, 80, 62],
  [18, 22, 37, 56, 68, 109, 103, 77],
  [24, 35, 55, 64, 81, 104, 113, 92],
  [49, 64, 78, 87, 103, 121, 120, 101],
  [72, 92, 95, 98, 112, 100, 103, 99],
];

/** `quality` from 50 to 100; `noise`: standard deviation of the paper, of 255. 600 x 200 pixels. */
export function scannedImage(quality: number, noise: number): Body {
  return image(compressed(paper(noise), quality));
}

/** Texture everywhere. */
export function photograph(): Body {
  const pixels = new Uint8Array(WIDTH * HEIGHT);
  const random = randomNumbers();
  for (const at of pixels.keys()) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    pixels[at] = 128 + 60 * Math.sin(x / 17) * Math.cos(y / 11) + 20 * Math.sin(x / 3) + 10 * random();
  }
  return image(pixels);
}

function image(pixels: Uint8Array): Body {
  const size = `/Width ${WIDTH}/Height ${HEIGHT}`;
  return stream(pixels, `/Type/XObject/Subtype/Image${size}/ColorSpace/DeviceGray/BitsPerComponent 8`);
}

/** Deterministic, from -1 to 1. */
function randomNumbers(): () => number {
  let state = 7;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** The letters are in two lines, 20 and 40 points from the top; below is blank paper. */
function paper(noise: number): Float64Array {
  const random = randomNumbers();
  const pixels = Float64Array.from({ length: WIDTH * HEIGHT }, () => 245 + noise * 1.73 * random());
  for (let letter = 0; letter < 60; letter++) {
    const [left, top] = [40 + (letter % 30) * 12, 40 + Math.floor(letter / 30) * 40];
    for (let y = 0; y < 16; y++)
      for (let x = 0; x < 7; x++) if (x < 2 || y < 2 || y > 13) pixels[(top + y) * WIDTH + left + x] = 30;
  }
  return pixels;
}

const COSINES = Array.from({ length: 8 }, (_, u) =>
  Array.from({ length: 8 }, (_, x) => (u === 0 ? Math.SQRT1_2 / 2 : 0.5) * Math.cos(((2 * x + 1) * u * Math.PI) / 16)),
);
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
const sum = (value: (i: number) => number): number => EIGHT.reduce((total, i) => total + value(i), 0);

function compressed(pixels: Float64Array, quality: number): Uint8Array {
  const result = new Uint8Array(pixels.length);
  for (let top = 0; top < HEIGHT; top += 8)
    for (let left = 0; left < WIDTH; left += 8) {
      const at = (x: number, y: number) => (top + y) * WIDTH + left + x;
      const coefficients = EIGHT.map(v =>
        EIGHT.map(u => {
          const step = Math.max(1, Math.round(QUANTIZATION[v]![u]! * (2 - quality / 50)));
          const exact = sum(y => sum(x => (pixels[at(x, y)]! - 128) * COSINES[u]![x]! * COSINES[v]![y]!));
          return Math.round(exact / step) * step;
        }),
      );
      for (const y of EIGHT)
        for (const x of EIGHT) {
          const level = 128 + sum(v => sum(u => coefficients[v]![u]! * COSINES[u]![x]! * COSINES[v]![y]!));
          result[at(x, y)] = Math.max(0, Math.min(255, Math.round(level)));
        }
    }
  return result;
}
