/** Ground and border that /MK and /BS ask for (ISO 32000-2, 12.5.6.19), and the paths that paint them. */
import type { PdfDict, PdfObject, PdfRevision } from '../../../pdf/index.js';
import { PdfArray } from '../../../pdf/index.js';
import type { Box } from '../overlay/geometry.js';
import { deviceColour, sameColour } from './colours.js';
import type { Colour, PaintedPath } from './types.js';

export interface Decoration {
  readonly ground: Colour | 'none';
  readonly border: Colour | 'none';
  /** In points. */
  readonly width: number;
  readonly rotation: number;
}

export function decorationOf(revision: PdfRevision, widget: PdfDict): Decoration {
  const style = revision.getDict(widget, 'MK');
  return {
    ground: colourIn(revision, revision.get(style, 'BG')),
    border: colourIn(revision, revision.get(style, 'BC')),
    width: revision.getNumber(revision.getDict(widget, 'BS'), 'W') ?? 1,
    rotation: revision.getNumber(style, 'R') ?? 0,
  };
}

/** An empty array is transparent. */
function colourIn(revision: PdfRevision, value: PdfObject): Colour | 'none' {
  if (!(value instanceof PdfArray) || value.items.length === 0) return 'none';
  return deviceColour(value.items.map(item => revision.resolve(item)));
}

/** Borders in the style Beveled or Inset are twice as wide; a tolerance of one point. */
const borderZone = ({ width }: Decoration, { left, bottom, right, top }: Box): number =>
  Math.min(2 * width + 1, (right - left) / 4, (top - bottom) / 4);

/** Ground below the text, or a border near the edge, or the dividers of a comb field. */
export function isDecoration(path: PaintedPath, box: Box, decoration: Decoration): boolean {
  if (path.fill !== 'none' && path.overText) return false;
  const isGround = path.rectangles && sameColour(path.fill, decoration.ground);
  const zone = borderZone(decoration, box);
  const isEdge = path.points.every(point => distanceToEdge(point, box) <= zone) && !encloses(path, box, zone);
  const fillFits = path.fill === 'none' || isGround || isEdge;
  return fillFits && (path.stroke === 'none' || strokeFits(path, decoration, isEdge || isGround));
}

function strokeFits(path: PaintedPath, { border, width }: Decoration, isEdge: boolean): boolean {
  if (path.lineWidth > Math.max(2, 2 * width)) return false;
  return (
    (isEdge && (border !== 'none' || path.lineWidth <= 1)) ||
    (path.straight && sameColour(path.stroke, border) && isDivided(path))
  );
}

/** Vertical lines: dividers of a comb field. */
const isDivided = ({ points }: PaintedPath): boolean =>
  points.length % 2 === 0 && points.every(([x], i) => i % 2 === 0 || Math.abs(x - points[i - 1]![0]) < 0.1);

function distanceToEdge([x, y]: readonly [number, number], { left, bottom, right, top }: Box): number {
  return Math.min(Math.abs(x - left), Math.abs(right - x), Math.abs(y - bottom), Math.abs(top - y));
}

/** A filled area between two opposite edges hides the inside, although all its points are near an edge. */
function encloses({ fill, points, rectangles }: PaintedPath, box: Box, zone: number): boolean {
  if (fill === 'none') return false;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const wide = Math.max(...xs) - Math.min(...xs) > 2 * zone + 1;
  const high = Math.max(...ys) - Math.min(...ys) > 2 * zone + 1;
  // a frame of two edges has six points (Beveled, Inset); a rectangle has four
  return wide && high && (rectangles || points.length < 6 || hasInnerArea(points, box, zone));
}

/** The area of a frame is at most that of the zone along the edges. */
function hasInnerArea(points: PaintedPath['points'], { left, bottom, right, top }: Box, zone: number): boolean {
  let doubled = 0;
  for (const [i, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    doubled += x * nextY - nextX * y;
  }
  return Math.abs(doubled) / 2 > 2 * zone * (right - left + top - bottom);
}
