/** Paths in the space of the page. */
import { type Box, isAxisAligned, type Matrix, type Path, transformedPoint } from '../../../../pdf/index.js';
import type { PaintedPath } from '../types.js';

type Point = readonly [number, number];
type Style = Pick<PaintedPath, 'fill' | 'stroke' | 'lineWidth' | 'overText'> & {
  readonly dash: string;
  /** Null: not a rectangle. */
  readonly clip: Box | null;
};

export function paintedPath(path: Path, matrix: Matrix, { dash, clip, ...style }: Style): PaintedPath {
  const points: Point[] = [];
  for (let i = 0; i < path.coordinates.length; i += 2)
    points.push(transformedPoint(matrix, path.coordinates[i]!, path.coordinates[i + 1]!));
  const rounded = points.map(point => point.map(value => Math.round(value * 10) / 10).join(' ')).join(' ');
  const area = clip ? [clip.left, clip.bottom, clip.right, clip.top].map(Math.round).join(' ') : '?';
  const { fill, stroke, lineWidth, overText } = style;
  const width = Math.round(lineWidth * 10) / 10;
  const key = [path.segments.join(''), rounded, fill, stroke, width, dash, overText, area].join('|');
  const count = path.segments.filter(segment => segment === 're').length;
  const rectangles = isAxisAligned(matrix) && count > 0 && count * 4 === points.length;
  return { points, rectangles, lines: linesOf(path, points), ...style, key };
}

function linesOf({ segments }: Path, points: readonly Point[]): (readonly [Point, Point])[] {
  const lines: (readonly [Point, Point])[] = [];
  let start: Point | undefined;
  let at = 0;
  for (const segment of segments) {
    const end = at + POINTS[segment];
    const last = points[at - 1];
    if (segment === 're') for (let i = at; i < end; i++) lines.push([points[i]!, points[i + 1 < end ? i + 1 : at]!]);
    else if (segment === 'h' && last && start) lines.push([last, start]);
    else if (segment !== 'h' && segment !== 'm') lines.push([last ?? points[at]!, points[end - 1]!]);
    if (segment === 'm' || segment === 're') start = points[at];
    at = end;
  }
  return lines;
}

const POINTS: Readonly<Record<Path['segments'][number], number>> = { m: 1, l: 1, c2: 2, c3: 3, re: 4, h: 0 };
