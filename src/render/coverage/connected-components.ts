/** Connected components of the ink: a decimal point, a hyphen, the dot of an i. */

import type { Frame } from '../masks.js';
import type { Hidden } from './hidden.js';

/** Part of the ink that must be lost. */
const ERASED = 0.6;

/**
 * The indexes of the frames in which a connected part of `text` of at least `least` pixels is lost completely. A thin line in
 * the colour of the background hides a decimal point, and a letter only in part.
 */
export function erasedComponents(
  { lost, text, strong, width }: Pick<Hidden, 'lost' | 'text' | 'strong'> & { readonly width: number },
  frames: readonly Frame[],
  least: number,
): Set<number> {
  const erasing = new Set<number>();
  const left = text.slice();
  const queue = new Int32Array(text.length);
  for (let seed = 0; seed < lost.length; seed++) {
    if (lost[seed] === 0 || left[seed] === 0) continue;
    const pixels = queue.subarray(0, flood(left, seed, width, queue));
    const erased = pixels.filter(at => lost[at] === 1);
    if (pixels.length < least || erased.length < ERASED * pixels.length) continue;
    if (!pixels.some(at => strong[at] === 1)) continue;
    const [x, y] = [seed % width, Math.floor(seed / width)];
    for (const [mark, frame] of frames.entries())
      if (x >= frame.left && x < frame.right && y >= frame.top && y < frame.bottom) erasing.add(mark);
  }
  return erasing;
}

/** Removes the pixels that are connected with `seed` from `left`, and returns how many of them are in `queue`. */
function flood(left: Uint8Array, seed: number, width: number, queue: Int32Array): number {
  let end = 0;
  const take = (at: number): void => {
    left[at] = 0;
    queue[end++] = at;
  };
  take(seed);
  for (let next = 0; next < end; next++) {
    const at = queue[next]!;
    const column = at % width;
    for (const row of [at - width, at, at + width])
      for (const near of [column > 0 ? row - 1 : row, row, column < width - 1 ? row + 1 : row])
        if (left[near] === 1) take(near);
  }
  return end;
}
