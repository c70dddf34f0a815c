/** Words on rendered pages: ink that is joined over small gaps. */
import type { Frame } from '../masks.js';

/** In points. Letters of small fonts are at most this far apart. */
const MIN_GAP = 1;
/** Letters of larger fonts are at most this part of the height of a word apart, and words further. */
const GAP_TO_HEIGHT = 0.25;
/** In points. Lines of text are further apart. */
const LINE_GAP = 0.5;

export interface Word {
  readonly frame: Frame;
  /** Indexes of its pixels. */
  readonly pixels: Int32Array;
}

type Box = { -readonly [side in keyof Frame]: number };

/** The words of `text` that contain a pixel of `seeds`, each once. Both have 1 for each pixel of the set. */
export function* wordsAt(seeds: Uint8Array, text: Uint8Array, width: number, scale: number): Generator<Word> {
  const find = wordFinder(text, width, scale);
  for (let at = 0; at < seeds.length; at++) {
    if (seeds[at] === 0) continue;
    const word = find(at);
    if (word) yield word;
  }
}

/** Null: the pixel is not in `text`, or in a word that was found already. */
function wordFinder(text: Uint8Array, width: number, scale: number): (at: number) => Word | null {
  const height = text.length / width;
  const left = text.slice();
  const queue = new Int32Array(text.length);
  let end = 0;
  const columns = Math.max(1, Math.round(MIN_GAP * scale)) + 1;
  const rows = Math.max(1, Math.round(LINE_GAP * scale)) + 1;

  function take(at: number): void {
    left[at] = 0;
    queue[end++] = at;
  }

  /** Takes all pixels within a rectangle. Right and bottom are inclusive. */
  function takeWithin(x0: number, y0: number, x1: number, y1: number): void {
    for (let y = Math.max(0, y0); y <= Math.min(height - 1, y1); y++)
      for (let x = Math.max(0, x0), at = y * width + x; x <= Math.min(width - 1, x1); x++, at++)
        if (left[at] === 1) take(at);
  }

  function flood(from: number, box: Box): void {
    for (let next = from; next < end; next++) {
      const [x, y] = [queue[next]! % width, Math.floor(queue[next]! / width)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
      takeWithin(x - columns, y - rows, x + columns, y + rows);
    }
  }

  return at => {
    if (left[at] === 0) return null;
    const start = end;
    const box: Box = { left: width, top: height, right: 0, bottom: 0 };
    take(at);
    for (let from = start; from < end; ) {
      flood(from, box);
      from = end;
      const gap = Math.round(Math.max(MIN_GAP * scale, (box.bottom - box.top) * GAP_TO_HEIGHT));
      takeWithin(box.left - gap, box.top, box.left - 1, box.bottom - 1);
      takeWithin(box.right, box.top, box.right + gap - 1, box.bottom - 1);
    }
    return { frame: box, pixels: queue.subarray(start, end) };
  };
}
