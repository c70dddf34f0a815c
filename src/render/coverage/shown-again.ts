/** Tells content that shows again from coincidences, where marks were removed or redrawn. */
import { type Bitmap, pixelsOf } from '../bitmap.js';
import { distance } from './colours.js';
import type { Hidden } from './hidden.js';

/**
 * In pixels: a stroke of text that a field shows now may have the colour of the content there, its surroundings do not look
 * like the content.
 */
const SURROUNDINGS = 3;
/** Correlation of the brightness; content under a light highlighter has 0.95 and more. */
const SIMILAR = 0.85;
/** Variance of the brightness: less is one colour. */
const FLAT = 16;
/** Colours this close, in a channel, look the same where there is nothing else to compare. */
const SAME = 24;
/** Colours this close to the background of the page are paper. */
const PAPER = 10;

/** Leaves out what is not content again. All images have the same size; `background`: of the page. */
export function shownAgain(hidden: Hidden, content: Bitmap, now: Bitmap, background: number): Hidden {
  const { width } = content;
  const [clear, covered] = [pixelsOf(content), pixelsOf(now)];
  const [changed, lost] = [hidden.changed.slice(), hidden.lost.slice()];
  for (let at = 0; at < changed.length; at++) {
    if (changed[at] === 0 && lost[at] === 0) continue;
    if (!resembles(clear, covered, at, width)) changed[at] = lost[at] = 0;
    // paper beside ink belongs to neither
    else if (lost[at] === 0 && distance(clear[at]!, background) <= PAPER) changed[at] = 0;
  }
  return { ...hidden, changed, lost };
}

/** Whether two images look alike around a pixel. */
function resembles(a: Int32Array, b: Int32Array, at: number, width: number): boolean {
  const x = at % width;
  const [left, right] = [Math.max(0, x - SURROUNDINGS), Math.min(width - 1, x + SURROUNDINGS)];
  let [count, sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0, 0];
  for (let row = -SURROUNDINGS; row <= SURROUNDINGS; row++) {
    const start = at - x + row * width;
    if (start < 0 || start >= a.length) continue;
    for (let i = start + left; i <= start + right; i++) {
      const [valueA, valueB] = [brightness(a[i]!), brightness(b[i]!)];
      count++;
      sumA += valueA;
      sumB += valueB;
      squaresA += valueA * valueA;
      squaresB += valueB * valueB;
      products += valueA * valueB;
    }
  }
  const [varianceA, varianceB] = [variance(count, sumA, squaresA), variance(count, sumB, squaresB)];
  if (varianceA < FLAT || varianceB < FLAT)
    return varianceA < FLAT && varianceB < FLAT && distance(a[at]!, b[at]!) <= SAME;
  const covariance = products / count - (sumA / count) * (sumB / count);
  return covariance >= SIMILAR * Math.sqrt(varianceA * varianceB);
}

const variance = (count: number, sum: number, squares: number): number => squares / count - (sum / count) ** 2;

/** 0 to 255; the order of red and blue does not matter. */
const brightness = (pixel: number): number => ((pixel & 255) + 2 * ((pixel >>> 8) & 255) + ((pixel >>> 16) & 255)) / 4;
