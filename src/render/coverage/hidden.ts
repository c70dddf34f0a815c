/** What of the ink of a page is hidden when marks are drawn over it. */
import { type Bitmap, pixelsOf } from '../bitmap.js';
import { byTile, counter, type Frame, frameOf, grown, intersection } from '../masks.js';
import { contrastLeft, distance, Median } from './colours.js';
import { type Ink, inkOf } from './ink.js';

/** Pixels that differ by more than this in a channel look different. */
const VISIBLE_DIFFERENCE = 24;
/** Ink with less contrast to its background carries no text: the edge of antialiased ink, or a gradient. */
const TEXT_CONTRAST = 16;
/** A separate part of the ink with less contrast is a speck of a scan, not a decimal point. */
const SPECK_CONTRAST = 64;
/** Ink is lost if less than this part of its contrast is left: text under a light highlighter keeps 0.6 and more. */
const LOST_BELOW = 0.4;
/** Colours this close to the background are the background. */
const SAME_BACKGROUND = 24;
/** In photographs, which have no background, the contrast to the mean of the neighbours counts. */
const ANY = 255;
/** Pixels of background that are enough to know its colour. */
const ENOUGH_BACKGROUND = 12;
/** Side in pixels of the tiles for which the background under the marks is determined. */
const TILE = 4;
/** Margins around a tile. A stroke of 1 pt does not become the background of the first; the second is for dense ink. */
const LARGEST_MARGIN = 6;
const MARGINS = [2, LARGEST_MARGIN];

/** Colours less different from the background than this are those of an eraser, not of a marker. */
const PALE_DIFFERENCE = 64;
export const PALE = 1;
export const BLANK = 2;

/** 1 for each pixel of the set. */
export interface Hidden {
  /** Ink that looks different. */
  readonly changed: Uint8Array;
  /** Ink that can no longer be told from its background. */
  readonly lost: Uint8Array;
  /** Lost ink in whose place there is about the colour of its background (PALE), or exactly that (BLANK). */
  readonly erased: Uint8Array;
  /** All ink of the content that contrasts with its background. */
  readonly text: Uint8Array;
  /** The part of it with much contrast. */
  readonly strong: Uint8Array;
}

/** Both images have the same size. `background`: of the whole page. */
export function hiddenInk(content: Bitmap, marked: Bitmap, background: number): Hidden {
  const ink = inkOf(content, background);
  const limit = Math.max(TEXT_CONTRAST, ink.noiseLimit);
  const [clear, covered] = [pixelsOf(content), pixelsOf(marked)];
  const empty = () => new Uint8Array(clear.length);
  const [changed, lost, erased, text, strong] = [empty(), empty(), empty(), empty(), empty()];
  const backgroundsAt = backgroundsUnderMarks(content, marked, ink);
  for (let at = 0; at < clear.length; at++) {
    if (ink.mask[at] === 0) continue;
    const [pixel, now] = [clear[at]!, covered[at]!];
    if (distance(pixel, now) > VISIBLE_DIFFERENCE) changed[at] = 1;
    const backgrounds = backgroundsAt(at % content.width, Math.floor(at / content.width));
    const contrast = distance(pixel, backgrounds.clear);
    if (contrast < limit) continue;
    text[at] = 1;
    if (contrast >= SPECK_CONTRAST) strong[at] = 1;
    // black text under a black box does not change, but its whole background does
    if (pixel === now && !backgrounds.isCovered) continue;
    if (contrastLeft(pixel, backgrounds.clear, now, backgrounds.covered) < LOST_BELOW) lost[at] = 1;
    erased[at] = erasure(pixel, backgrounds.clear, now);
  }
  return { changed, lost, erased, text, strong };
}

function erasure(pixel: number, background: number, now: number): number {
  const difference = distance(now, background);
  if (difference > PALE_DIFFERENCE || contrastLeft(pixel, background, now, background) >= LOST_BELOW) return 0;
  return difference > VISIBLE_DIFFERENCE ? PALE : BLANK;
}

interface Backgrounds {
  /** Without the marks. */
  readonly clear: number;
  /** With the marks. */
  readonly covered: number;
  /** All of it looks different with the marks. */
  readonly isCovered: boolean;
}

const LARGEST_AREA = (TILE + 2 * LARGEST_MARGIN) ** 2;
const medians = { clear: new Median(LARGEST_AREA), covered: new Median(LARGEST_AREA) };

/** The background around a pixel without and with the marks. */
function backgroundsUnderMarks(
  content: Bitmap,
  marked: Bitmap,
  { backgroundAt }: Ink,
): (x: number, y: number) => Backgrounds {
  const { width, height } = content;
  const [clear, covered] = [pixelsOf(content), pixelsOf(marked)];
  const differences = counter(differing(clear, covered), width, height);

  function measure(area: Frame, background: number, tolerance: number): Backgrounds | null {
    const { left, top, right, bottom } = intersection(area, frameOf(content));
    let same = 0;
    for (let y = top; y < bottom; y++)
      for (let x = left, at = y * width + x; x < right; x++, at++) {
        const [before, after] = [clear[at]!, covered[at]!];
        if (distance(before, background) > tolerance) continue;
        medians.clear.add(before);
        medians.covered.add(after);
        if (distance(before, after) <= VISIBLE_DIFFERENCE) same++;
      }
    const isEnough = medians.clear.size >= ENOUGH_BACKGROUND;
    const backgrounds = { clear: medians.clear.take(), covered: medians.covered.take(), isCovered: same === 0 };
    return isEnough ? backgrounds : null;
  }

  return byTile(content, TILE, tile => {
    const background = backgroundAt(tile.left, tile.top);
    const unchanged = { clear: background, covered: background, isCovered: false };
    if (differences(grown(tile, LARGEST_MARGIN)) === 0) return unchanged;
    for (const margin of MARGINS) {
      const backgrounds = measure(grown(tile, margin), background, SAME_BACKGROUND);
      if (backgrounds) return backgrounds;
    }
    return measure(grown(tile, LARGEST_MARGIN), background, ANY) ?? unchanged;
  });
}

function differing(a: Int32Array, b: Int32Array): Uint8Array {
  const mask = new Uint8Array(a.length);
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) mask[at] = 1;
  return mask;
}
