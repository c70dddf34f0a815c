/**
 * Ruled and dotted lines, the borders of boxes and the edges of shaded areas: where forms ask for a signature. Neither text, nor
 * figures, nor pictures are lost where they are covered.
 */
import { counter } from '../masks.js';
import { distance } from './colours.js';

/** In points. A line is at most this thick. */
const THICKNESS = 2;
/** In points. The dots of a line are at most this high: small letters are higher. */
const DOT = 1.5;
/** In points. The strokes of letters are shorter. */
const LENGTH = 20;
/** In points, between the dots or dashes of one line. */
const GAP = 6;
/** In points: dots with other ink this close above or below are parts of letters. */
const ISOLATION = 1.5;
/** In points: the radius of round corners. */
const CORNER = 4;
/** In points. Shaded areas are at least this wide and high: smaller ones are drawings. */
const SHADE = { width: 50, height: 12 };
/** Differences in a channel, of 255, that are none. */
const SAME_COLOUR = 8;

export interface InkPixels {
  /** 1 for each pixel of the set. */
  readonly ink: Uint8Array;
  readonly colours: Int32Array;
  readonly width: number;
}

/** 1 for each pixel of the ink that belongs to a line. `scale` in pixels per point. */
export function linesIn({ ink, colours, width }: InkPixels, scale: number): Uint8Array {
  const height = ink.length / width;
  const turned = transposed(colours, width);
  const [high, wide] = [
    longColumns(colours, width, SHADE.height * scale),
    longColumns(turned, height, SHADE.width * scale),
  ];
  const shades = both(high, transposed(wide, height));
  const across = horizontalLines({ ink, shades, width }, scale);
  const upright = horizontalLines(
    { ink: transposed(ink, width), shades: transposed(shades, width), width: height },
    scale,
  );
  const [lines, ends] = [transposed(upright.lines, height), transposed(upright.ends, height)];
  const corners = both(across.ends, ends);
  return ink.map((value, at) => value & (across.lines[at]! | lines[at]! | corners[at]! | shades[at]!));
}

const both = (a: Uint8Array, b: Uint8Array): Uint8Array => a.map((value, at) => value & b[at]!);

function transposed<T extends Uint8Array | Int32Array>(values: T, width: number): T {
  const height = values.length / width;
  const turned = values.slice() as T;
  for (let y = 0, at = 0; y < height; y++) for (let x = 0; x < width; x++, at++) turned[x * height + y] = values[at]!;
  return turned;
}

interface Inked {
  readonly ink: Uint8Array;
  /** Shaded areas, which are ink where they end. */
  readonly shades: Uint8Array;
  readonly width: number;
}

interface Lines {
  readonly lines: Uint8Array;
  /** Around the ends of solid lines. */
  readonly ends: Uint8Array;
}

function horizontalLines(pixels: Inked, scale: number): Lines {
  const found = { lines: new Uint8Array(pixels.ink.length), ends: new Uint8Array(pixels.ink.length) };
  const [line, dot] = [THICKNESS, DOT].map(points => Math.round(points * scale) + 1); // antialiased
  markSolid(pixels, thinParts(pixels, line!), found, line!, scale);
  markDotted(pixels, thinParts(pixels, dot!), found, dot!, scale);
  return found;
}

/** 1 for each pixel in a part of its column that has one colour and is at least this high. */
function longColumns(colours: Int32Array, width: number, height: number): Uint8Array {
  const long = new Uint8Array(colours.length);
  for (let x = 0; x < width; x++)
    for (let at = x; at < colours.length; ) {
      const first = at;
      while (at < colours.length && distance(colours[at]!, colours[first]!) <= SAME_COLOUR) at += width;
      if (at - first >= height * width) for (let one = first; one < at; one += width) long[one] = 1;
    }
  return long;
}

/** Ink of columns that are at most this high, without the edge of a shaded area. */
function thinParts({ ink, shades, width }: Inked, thickness: number): Uint8Array {
  const thin = new Uint8Array(ink.length);
  for (let x = 0; x < width; x++)
    for (let at = x; at < ink.length; at += width) {
      if (ink[at] === 0) continue;
      const first = at;
      let counted = 0;
      for (; ink[at] === 1; at += width) counted += 1 - shades[at]!;
      if (counted <= thickness) for (let one = first; one < at; one += width) thin[one] = 1;
    }
  return thin;
}

/** Ink in one row that is thin, except where something as thick as a line crosses it, and long. */
function markSolid({ ink, width }: Inked, thin: Uint8Array, found: Lines, thickness: number, scale: number): void {
  for (let start = 0; start < ink.length; start += width)
    for (let at = start; at < start + width; at++) {
      if (thin[at] === 0) continue;
      const first = at;
      let last = at;
      while (++at < start + width && ink[at] === 1 && at - last <= thickness + 1) if (thin[at] === 1) last = at;
      at = last;
      if (last + 1 - first < LENGTH * scale) continue;
      found.lines.fill(1, Math.max(start, first - thickness), Math.min(start + width, last + 1 + thickness));
      for (const end of [first, last])
        markCorner(found.ends, end - start, start / width, width, Math.round(CORNER * scale));
    }
}

function markCorner(ends: Uint8Array, x: number, y: number, width: number, radius: number): void {
  const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
  for (let row = Math.max(0, y - radius); row <= y + radius && row * width < ends.length; row++)
    ends.fill(1, row * width + left, row * width + right);
}

/** Rows of dots or dashes, with nothing else between them. */
function markDotted({ ink, width }: Inked, thin: Uint8Array, { lines }: Lines, thickness: number, scale: number): void {
  const height = ink.length / width;
  const [all, flat] = [counter(ink, width, height), counter(thin, width, height)];
  const [gap, length, near] = [GAP * scale, LENGTH * scale, Math.round(ISOLATION * scale) + thickness];
  for (let y = 0; y < height; y++)
    for (let x = 0, start = y * width; x < width; x++) {
      if (thin[start + x] === 0) continue;
      let last = x;
      for (let next = x + 1; next < width && next - last <= gap; next++) {
        if (thin[start + next] === 1) last = next;
        else if (ink[start + next] === 1) break;
      }
      const frame = { left: x, top: y - near, right: last + 1, bottom: y + 1 + near };
      if (last + 1 - x >= length && all(frame) === flat(frame)) lines.fill(1, start + x, start + last + 1);
      x = last;
    }
}
