/** The button at the right edge of a combo box, which PDFium draws into the appearances that it writes. */
import { type Box, boundingBox, expanded } from '../../../pdf/index.js';
import { liesBetween } from './path-place.js';
import { isReadable } from './reader/colours.js';
import type { FieldLook, PaintedPath, TextRun } from './types.js';

/** In points. */
const [MIN_WIDTH, MAX_WIDTH] = [10, 16];
/** Distance of the button to the edges. */
const EDGE = 4;
/** Edges in relief, a frame, and the triangle. */
const MAX_PARTS = 4;
/** Width of the edges and the frame together, in points. */
const RELIEF = 2;
/** Height of the triangle relative to its width: it points downwards, and cannot look like a digit. */
const [MIN_SLOPE, MAX_SLOPE] = [0.25, 1];

/** What is painted besides such a button: a light area, what is drawn on it, at last a triangle; next to the text. */
export function withoutDropDown(look: FieldLook): readonly PaintedPath[] {
  const start = look.paths.findIndex(path => isButton(path, look));
  const area = look.paths[start];
  if (!area) return look.paths;
  const end = look.paths.findIndex((path, i) => i > start && !contains(area, path.points));
  const parts = look.paths.slice(start + 1, end < 0 ? look.paths.length : end);
  const isDrawn =
    parts.length <= MAX_PARTS &&
    isTriangle(parts.at(-1), area) &&
    parts.slice(0, -1).every(part => isRelief(part, area)) &&
    parts.every(({ stroke }) => stroke === 'none') &&
    !look.runs.some(run => isUnder(area, run));
  return isDrawn ? look.paths.filter(path => path !== area && !parts.includes(path)) : look.paths;
}

function isButton(path: PaintedPath, { box }: FieldLook): boolean {
  const [area, ...others] = path.rectangles;
  if (!area || others.length > 0 || path.stroke !== 'none') return false;
  const { left, bottom, right, top } = area;
  return (
    path.fill !== 'none' &&
    !isReadable(path.fill) &&
    right - left >= MIN_WIDTH &&
    right - left <= MAX_WIDTH &&
    Math.abs(box.right - right) <= EDGE &&
    Math.max(bottom - box.bottom, box.top - top) <= EDGE
  );
}

const boundsOf = ({ points }: PaintedPath): Box => boundingBox(points);

function contains(area: PaintedPath, points: PaintedPath['points']): boolean {
  const { left, bottom, right, top } = boundsOf(area);
  return points.every(([x, y]) => x >= left && x <= right && y >= bottom && y <= top);
}

/** Along the edges only, and from edge to edge: no character. */
function isRelief(part: PaintedPath, area: PaintedPath): boolean {
  const outer = boundsOf(area);
  const inner = expanded(outer, -RELIEF);
  const ends = [
    [inner.left, inner.bottom],
    [inner.right, inner.top],
  ] as const;
  return liesBetween(part, outer, inner) && contains(part, ends);
}

function isTriangle(path: PaintedPath | undefined, area: PaintedPath): boolean {
  if (path === undefined || path.fill === 'none' || area.fill === 'none') return false;
  const corners = new Set(path.points.map(point => point.join(' ')));
  const { left, bottom, right, top } = boundsOf(path);
  const slope = (top - bottom) / (right - left);
  return (
    path.points.length <= 4 &&
    corners.size === 3 &&
    slope >= MIN_SLOPE &&
    slope <= MAX_SLOPE &&
    isReadable(path.fill, area.fill)
  );
}

/** The button is beside the text, not over a part of it. */
const isUnder = (area: PaintedPath, { x, extent, direction }: TextRun): boolean =>
  direction !== '1 0 0 1' || x + extent > boundsOf(area).left;
