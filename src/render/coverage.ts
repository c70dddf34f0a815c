/** Decides from rendered pages what marks cover. */
import { type Bitmap, pixelsOf } from './bitmap.js';
import type { Coverage, CoverageMark, PageCoverage } from './compare-coverage.js';

/** All of the same size. */
export interface PageImages {
  readonly content: { readonly before: Bitmap; readonly after: Bitmap };
  readonly before: Bitmap | null;
  readonly after: readonly Bitmap[];
}

/** `scale` in pixels per point. */
export function coverageOf(images: PageImages, marks: readonly CoverageMark[], _scale: number): PageCoverage {
  const { content, before, after } = images;
  const hiddenBefore = before && hiddenPixels(content.before, before);
  const hiddenAfter = after.map(bitmap => hiddenPixels(content.after, bitmap));
  return {
    sameContent: Buffer.compare(content.before.data, content.after.data) === 0,
    marks: marks.map(mark => coverageOfMark(mark, content.after, hiddenBefore, hiddenAfter)),
  };
}

function coverageOfMark(
  { side, area }: CoverageMark,
  { width, height }: Bitmap,
  before: Uint8Array | null,
  after: readonly Uint8Array[],
): Coverage {
  const [left, top] = [Math.ceil(area.left * width) + 1, Math.ceil(area.top * height) + 1];
  const right = Math.floor((area.left + area.width) * width) - 1;
  const bottom = Math.floor((area.top + area.height) * height) - 1;
  let count = 0;
  for (let y = Math.max(0, top); y < Math.min(bottom, height); y++)
    for (let x = Math.max(0, left); x < Math.min(right, width); x++) {
      const at = y * width + x;
      const [then, now] = [before?.[at] === 1, after.some(hidden => hidden[at] === 1)];
      if (side === 'after' ? now && !then : then && !after.every(hidden => hidden[at] === 1)) count++;
    }
  return { effect: count >= 24 ? 'hides' : count >= 3 ? 'touches' : 'none', erasesWord: count >= 100 };
}

/** Ink of `content` that differs in `marked`. */
function hiddenPixels(content: Bitmap, marked: Bitmap): Uint8Array {
  const ground = mostFrequent(pixelsOf(content));
  const hidden = new Uint8Array(content.width * content.height);
  const differ = (a: number, b: number, tolerance: number) =>
    [0, 8, 16].some(shift => Math.abs(((a >>> shift) & 255) - ((b >>> shift) & 255)) > tolerance);
  const [a, b] = [pixelsOf(content), pixelsOf(marked)];
  for (let at = 0; at < a.length; at++)
    if (a[at] !== b[at] && differ(a[at]!, ground, 10) && differ(a[at]!, b[at]!, 24)) hidden[at] = 1;
  return hidden;
}

function mostFrequent(pixels: Uint32Array): number {
  const sorted = pixels.slice().sort();
  let [best, most, start] = [0, 0, 0];
  for (let at = 1; at <= sorted.length; at++) {
    if (sorted[at] === sorted[start]) continue;
    if (at - start > most) [best, most] = [sorted[start]!, at - start];
    start = at;
  }
  return best;
}
