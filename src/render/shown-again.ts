/** Tells content that shows again from coincidences, where marks were removed or redrawn. */
import { type Bitmap, pixelsOf } from './bitmap.js';
import { distance } from './colours.js';
import type { Hidden } from './hidden.js';

/** In pixels: a stroke of text that a field shows now may have the colour of the content there, its surroundings have not. */
const SURROUNDINGS = 2;
/** In a channel, of 255. */
const SAME = 24;
/** Colours this close to the ground of the page are paper. */
const PAPER = 10;

/**
 * Leaves out of `changed` what is not content again: a pixel whose surroundings differ from the content, and paper beside ink.
 * All images have the same size; `ground`: of the page.
 */
export function shownAgain(hidden: Hidden, content: Bitmap, now: Bitmap, ground: number): Hidden {
  const [clear, covered] = [pixelsOf(content), pixelsOf(now)];
  const changed = hidden.changed.slice();
  for (let at = 0; at < changed.length; at++) {
    if (changed[at] === 0 || hidden.lost[at] === 1) continue;
    const isPaper = distance(clear[at]!, ground) <= PAPER;
    if (isPaper || !isSame(clear, covered, at, content.width)) changed[at] = 0;
  }
  return { ...hidden, changed };
}

function isSame(a: Int32Array, b: Int32Array, at: number, width: number): boolean {
  const x = at % width;
  const [left, right] = [Math.max(0, x - SURROUNDINGS), Math.min(width - 1, x + SURROUNDINGS)];
  for (let row = -SURROUNDINGS; row <= SURROUNDINGS; row++) {
    const start = at - x + row * width;
    for (let i = start + left; i <= start + right; i++) {
      if (a[i] !== b[i] && a[i] !== undefined && distance(a[i]!, b[i]!) > SAME) return false;
    }
  }
  return true;
}
