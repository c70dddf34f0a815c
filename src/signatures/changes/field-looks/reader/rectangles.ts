/** Paths of rectangles, as `re` or as lines. */
import { type Box, boundingBox, overlap, type Path } from '../../../../pdf/index.js';

type Point = readonly [number, number];

interface Rectangle {
  readonly box: Box;
  readonly isClockwise: boolean;
}

/** Of more, no pairs are compared. */
const MAX_COMPARED = 500;

/** The boxes of the subpaths; none unless each is a rectangle along the axes, and all are filled as a whole. */
export function rectanglesOf({ segments }: Path, points: readonly Point[], isEvenOdd: boolean): readonly Box[] {
  const outlines = outlinesOf(segments, points);
  const rectangles = outlines?.map(rectangleFrom) ?? [];
  const found = rectangles.filter(rectangle => rectangle !== null);
  return found.length < rectangles.length || hasHole(found, isEvenOdd) ? [] : found.map(({ box }) => box);
}

/** The corners of each subpath; null for curves, and for lines that continue a closed subpath. */
function outlinesOf(segments: Path['segments'], points: readonly Point[]): Point[][] | null {
  const outlines: Point[][] = [];
  let at = 0;
  let isOpen = false;
  for (const segment of segments) {
    if (segment === 're') outlines.push(points.slice(at, at + 4));
    else if (segment === 'm') outlines.push([points[at]!]);
    else if (segment === 'l' && isOpen) outlines.at(-1)!.push(points[at]!);
    else if (segment !== 'h') return null;
    if (segment !== 'h') at += segment === 're' ? 4 : 1;
    isOpen = segment === 'm' || segment === 'l';
  }
  return outlines;
}

/** In points. */
const PRECISION = 0.01;

function rectangleFrom(outline: readonly Point[]): Rectangle | null {
  const corners = isSame(outline[0]!, outline[4]) ? outline.slice(0, -1) : outline;
  const [a, b, c, d, ...others] = corners;
  if (!a || !b || !c || !d || others.length > 0) return null;
  const sides = [
    [a, b],
    [b, c],
    [c, d],
    [d, a],
  ] as const;
  // they lie along the axes in turn
  const isTurned = (turns: number): boolean =>
    sides.every(([from, to], i) => Math.abs(from[(i + turns) % 2]! - to[(i + turns) % 2]!) <= PRECISION);
  if (!isTurned(0) && !isTurned(1)) return null;
  return { box: boundingBox(corners), isClockwise: (b[0] - a[0]) * (c[1] - b[1]) < (b[1] - a[1]) * (c[0] - b[0]) };
}

const isSame = ([x, y]: Point, other: Point | undefined): boolean =>
  other !== undefined && Math.abs(x - other[0]) <= PRECISION && Math.abs(y - other[1]) <= PRECISION;

/** Where two overlap, the even-odd rule fills nothing, nor does the other one where they turn in different ways (8.5.3.3). */
function hasHole(rectangles: readonly Rectangle[], isEvenOdd: boolean): boolean {
  const mayCancel = isEvenOdd || rectangles.some(({ isClockwise }) => isClockwise !== rectangles[0]!.isClockwise);
  if (!mayCancel) return false;
  if (rectangles.length > MAX_COMPARED) return true;
  return rectangles.some(({ box }, i) => rectangles.slice(i + 1).some(other => overlap(box, other.box) > 0));
}
