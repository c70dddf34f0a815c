/** Where a painted path lies in a field. A part of a curve counts as the convex hull of its points, so that it may lie nearer than it seems. */
import { type Box, expanded } from '../../../pdf/index.js';
import { sum } from '../../../system/collections.js';
import type { PaintedPath } from './types.js';

type Point = readonly [number, number];
type Line = readonly [Point, Point];

/** The path stays within `outer`, and neither a line nor a filled area of it reaches into `inner`; lines have no width. */
export function liesBetween(path: PaintedPath, outer: Box, inner: Box): boolean {
  const isFilled = path.fill !== 'none';
  const hulls = hullsOf(path.points, isFilled ? outlineOf(path) : path.lines);
  return (
    path.points.every(([x, y]) => x >= outer.left && x <= outer.right && y >= outer.bottom && y <= outer.top) &&
    hulls.every(hull => misses(hull, inner)) &&
    // no line divides the inner area: it is filled as its middle is
    !(isFilled && covers(hulls.map(chordOf), middleOf(inner), path.isEvenOdd))
  );
}

/** A convex outline around the middle that leaves this area free, also where it is closed: a circle, ellipse, diamond or rectangle. */
export function isRingAround(path: PaintedPath, outer: Box, inner: Box): boolean {
  const free = expanded(inner, path.lineWidth / 2);
  const hulls = hullsOf(path.points, outlineOf(path));
  return (
    liesBetween({ ...path, fill: 'none' }, outer, free) &&
    hulls.every(hull => misses(hull, free)) &&
    isConvex(path.points) &&
    covers(hulls.map(chordOf), middleOf(inner), false)
  );
}

/** Cosine of the turn of two lines from which on their miter may reach far beyond them (8.4.3.5). */
const SHARP = -0.5;

export function hasSharpJoin({ lines }: PaintedPath): boolean {
  const first = new Map(lines.toReversed().map(line => [line[0], line]));
  return lines.some((line, i) => {
    const next = lines[i + 1];
    const joined = next?.[0] === line[1] ? next : first.get(line[1]);
    return joined !== undefined && turnOf(line, joined) < SHARP;
  });
}

/** Cosine; not a number for a line without length. */
function turnOf([[x, y], [atX, atY]]: Line, [, [toX, toY]]: Line): number {
  const [dx, dy, nextX, nextY] = [atX - x, atY - y, toX - atX, toY - atY];
  return (dx * nextX + dy * nextY) / (Math.hypot(dx, dy) * Math.hypot(nextX, nextY));
}

export const middleOf = ({ left, bottom, right, top }: Box): Point => [(left + right) / 2, (bottom + top) / 2];

const cycle = (points: readonly Point[]): Line[] =>
  points.map((point, i) => [point, points[(i + 1) % points.length]!] as const);

const outlineOf = ({ lines }: PaintedPath): Line[] => [...lines, ...closingLines(lines)];

/** Filling closes each subpath. */
function closingLines(lines: readonly Line[]): Line[] {
  const starts = lines.flatMap(([from], i) => (from === lines[i - 1]?.[1] ? [] : [i]));
  return starts.map((start, i) => [lines[(starts[i + 1] ?? lines.length) - 1]![1], lines[start]![0]] as const);
}

/** Each line, and each part of a curve with its control points. */
function hullsOf(points: readonly Point[], lines: readonly Line[]): Point[][] {
  const places = new Map(points.map((point, i) => [point, i]));
  const ends = new Set(lines.flat());
  return lines.flatMap(([from, to]) => {
    const [start, end] = [places.get(from)!, places.get(to)!];
    const between = points.slice(Math.max(start + 1, end - 2), end);
    const hull = [from, ...between, to];
    // a line from the start of a closed subpath has ends of others between its own
    const isCubic = between.length === 2 && !between.some(point => ends.has(point));
    return isCubic ? halvesOf(hull).flatMap(halvesOf) : [hull];
  });
}

/** The halves of a curve, with their own control points (de Casteljau). */
function halvesOf(curve: Point[]): [Point[], Point[]] {
  const between = (points: readonly Point[]): Point[] => points.slice(1).map((to, i) => middleOfLine([points[i]!, to]));
  const [first, second, third] = [between(curve), between(between(curve)), between(between(between(curve)))];
  const ends = (at: 0 | -1): Point[] => [curve, first, second, third].map(points => points.at(at)!);
  return [ends(0), ends(-1).reverse()];
}

const middleOfLine = ([[x, y], [toX, toY]]: Line): Point => [(x + toX) / 2, (y + toY) / 2];
const chordOf = (hull: readonly Point[]): Line => [hull[0]!, hull.at(-1)!];

/** In points. */
const PRECISION = 1e-6;

/** Two convex areas are disjoint where they are so along an axis or the normal of a side. */
function misses(hull: readonly Point[], { left, bottom, right, top }: Box): boolean {
  const corners: Point[] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
  const normals = hull.flatMap((from, i) => hull.slice(i + 1).map(to => normalOf(from, to)));
  return [[1, 0] as const, [0, 1] as const, ...normals].some(([dx, dy]) => {
    const [own, others] = [hull, corners].map(area => area.map(([x, y]) => x * dx + y * dy)) as [number[], number[]];
    return Math.max(...own) <= Math.min(...others) + PRECISION || Math.min(...own) >= Math.max(...others) - PRECISION;
  });
}

/** Of length 1; not a number where the points are the same. */
function normalOf([x, y]: Point, [toX, toY]: Point): Point {
  const length = Math.hypot(toX - x, toY - y);
  return [(y - toY) / length, (toX - x) / length];
}

/** By the nonzero winding number rule, or the even-odd rule (8.5.3.3). */
function covers(outline: readonly Line[], [x, y]: Point, isEvenOdd: boolean): boolean {
  const crossings = outline
    .filter(([from, to]) => from[1] <= y !== to[1] <= y)
    .filter(([from, to]) => from[0] + ((y - from[1]) * (to[0] - from[0])) / (to[1] - from[1]) > x)
    .map(([from, to]) => Math.sign(to[1] - from[1]));
  return isEvenOdd ? crossings.length % 2 !== 0 : sum(crossings) !== 0;
}

/** In radians. */
const [TURN, TOLERANCE] = [2 * Math.PI, 0.1];

/** Its sides turn one way, and once around. */
function isConvex(points: readonly Point[]): boolean {
  const sides = cycle(points)
    .map(([from, to]): Point => [to[0] - from[0], to[1] - from[1]])
    .filter(([dx, dy]) => Math.hypot(dx, dy) > PRECISION);
  const turns = cycle(sides).map(([a, b]) => Math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]));
  return Math.abs(sum(turns)) >= TURN - TOLERANCE && sum(turns.map(Math.abs)) <= TURN + TOLERANCE;
}
