/** What is ink on a page and what is its background. Limits are differences in a channel, of 255. */
import { type Bitmap, pixelsOf } from '../bitmap.js';
import { byTile, counter, type Frame, frameOf, grown, intersection } from '../masks.js';
import { distance, Histogram, Median } from './colours.js';

/** Ink in the colour of the page, like white text in a dark heading, differs from its neighbours by at least this. */
const LOCAL_CONTRAST = 12;
/** Flat ink differs from the background by more than this. */
const BACKGROUND_TOLERANCE = 10;
/** Noise (scans) raises both limits to this multiple of it. Measured: 5 to 0.01 % of the blank pixels are above. */
const NOISE_FACTOR = 7;
/** Beyond this, noise is content. */
const MAX_NOISE_LIMIT = 40;
/** Colours this close to the most frequent one belong to the background. */
const SAME_BACKGROUND = 24;
/** A background is flat if this part of it differs by at most FLAT. */
const FLAT = 2;
const FLAT_PART = 0.75;
/** Side in pixels of the tiles that have one background each, measured with a margin of the same size. */
const TILE = 8;

export interface Ink {
  /** 1: the pixel is ink. */
  readonly mask: Uint8Array;
  /** The colour of the background around a pixel. */
  backgroundAt(x: number, y: number): number;
  /** Differences of less than this are noise. */
  readonly noiseLimit: number;
}

/** `background`: of the whole page. */
export function inkOf(bitmap: Bitmap, background: number): Ink {
  const { width, height } = bitmap;
  const pixels = pixelsOf(bitmap);
  const noiseLimit = Math.min(MAX_NOISE_LIMIT, NOISE_FACTOR * noiseOf(bitmap, background));
  const tileBackground = backgroundFinder(bitmap, background);
  const backgroundAt = ofTiles(bitmap, tileBackground);
  const isFlatAt = ofTiles(bitmap, tile => isFlat(bitmap, tile, tileBackground(tile), Math.max(FLAT, noiseLimit)));
  const edges = contrasts(bitmap, Math.max(LOCAL_CONTRAST, noiseLimit));
  const mask = new Uint8Array(edges.length);
  const tolerance = Math.max(BACKGROUND_TOLERANCE, noiseLimit);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const pixel = pixels[at]!;
      const isBlank = distance(pixel, background) <= tolerance;
      if (isBlank && edges[at] === 0) continue;
      // the flat background of a coloured cell or of a dark heading is no ink, a gradient is
      if (distance(pixel, backgroundAt(x, y)) > tolerance || !(isBlank || isFlatAt(x, y))) mask[at] = 1;
    }
  return { mask, backgroundAt, noiseLimit };
}

/** The most frequent colour of a page. */
export const pageBackground = (bitmap: Bitmap): number => backgroundOf(bitmap, frameOf(bitmap));

/** A property of the tile that contains a pixel, determined with a margin of one tile. */
function ofTiles<T>(bitmap: Bitmap, determine: (frame: Frame) => T): (x: number, y: number) => T {
  return byTile(bitmap, TILE, tile => determine(intersection(grown(tile, TILE), frameOf(bitmap))));
}

/** Finds the background of an area. Where most pixels are close to the background of the page, that is it. */
function backgroundFinder(bitmap: Bitmap, background: number): (frame: Frame) => number {
  const { width, height } = bitmap;
  const blank = new Uint8Array(width * height);
  const pixels = pixelsOf(bitmap);
  for (let at = 0; at < pixels.length; at++) if (distance(pixels[at]!, background) <= SAME_BACKGROUND) blank[at] = 1;
  const count = counter(blank, width, height);
  return frame => {
    const size = (frame.right - frame.left) * (frame.bottom - frame.top);
    return count(frame) * 2 > size ? background : backgroundOf(bitmap, frame);
  };
}

/** Whether most of the background of an area has the same colour. */
function isFlat(bitmap: Bitmap, frame: Frame, background: number, tolerance: number): boolean {
  const pixels = pixelsOf(bitmap);
  let [all, same] = [0, 0];
  for (let y = frame.top; y < frame.bottom; y++)
    for (let x = frame.left, at = y * bitmap.width + x; x < frame.right; x++, at++) {
      const difference = distance(pixels[at]!, background);
      if (difference <= SAME_BACKGROUND) all++;
      if (difference <= tolerance) same++;
    }
  return same >= FLAT_PART * all;
}

/** Pixels of a large area that are looked at. */
const SAMPLES = 50_000;
const histogram = new Histogram();
const median = new Median(2 * SAMPLES);

/** The most frequent colour of an area. */
function backgroundOf(bitmap: Bitmap, { left, top, right, bottom }: Frame): number {
  const pixels = pixelsOf(bitmap);
  const step = Math.max(1, Math.ceil(((right - left) * (bottom - top)) / SAMPLES));
  for (let y = top; y < bottom; y++)
    for (let x = left + (y % step); x < right; x += step) histogram.add(pixels[y * bitmap.width + x]!);
  const most = histogram.take();
  for (let y = top; y < bottom; y++)
    for (let x = left + (y % step); x < right; x += step) {
      const pixel = pixels[y * bitmap.width + x]!;
      if (distance(pixel, most) <= SAME_BACKGROUND) median.add(pixel);
    }
  return median.take();
}

/** The median difference between neighbours on the background; 0 for everything but scans. */
function noiseOf(bitmap: Bitmap, background: number): number {
  const pixels = pixelsOf(bitmap);
  const counts = new Uint32Array(256);
  let all = 0;
  for (let at = 1; at < pixels.length; at++) {
    const difference = distance(pixels[at]!, pixels[at - 1]!);
    if (difference > SAME_BACKGROUND || distance(pixels[at]!, background) > SAME_BACKGROUND) continue;
    counts[difference]!++;
    all++;
  }
  let level = 0;
  for (let below = counts[0]!; below < all / 2; below += counts[level]!) level++;
  return level;
}

/** Pixels that differ from one of their eight neighbours by `limit` or more. */
function contrasts(bitmap: Bitmap, limit: number): Uint8Array {
  const { width, height } = bitmap;
  const pixels = pixelsOf(bitmap);
  const mask = new Uint8Array(width * height);
  const compare = (at: number, other: number) => {
    if (pixels[at] !== pixels[other] && distance(pixels[at]!, pixels[other]!) >= limit) mask[at] = mask[other] = 1;
  };
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (x + 1 < width) compare(at, at + 1);
      if (y + 1 === height) continue;
      compare(at, at + width);
      if (x + 1 < width) compare(at, at + width + 1);
      if (x > 0) compare(at, at + width - 1);
    }
  return mask;
}
