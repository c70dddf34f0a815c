/** The current path (ISO 32000-2, 8.5.2) in user space. */
import { type Box, expanded, union } from '../content/boxes.js';
import type { GraphicsState } from './graphics-state.js';
import { isAxisAligned, type Matrix, scaleOf, transformed } from './matrix.js';

/** By operator, curves by the number of their points. */
export type Segment = 'm' | 'l' | 'c2' | 'c3' | 're' | 'h';

/** Half the diagonal of a square pen: of projecting caps and of the corners of a rectangle. */
const SQUARE = Math.SQRT2;

export class Path {
  readonly segments: Segment[] = [];
  /** The coordinates of all segments: end and control points of curves, the four corners of rectangles. */
  readonly coordinates: number[] = [];
  /** Infinite and inverted while there are no points. */
  #left = Infinity;
  #bottom = Infinity;
  #right = -Infinity;
  #top = -Infinity;
  #corners = 0;
  #hasPoint = false;
  /** The points as placed before the matrix was changed: readers differ on which matrix applies. */
  #earlier: Box | null = null;

  get isEmpty(): boolean {
    return this.coordinates.length === 0;
  }

  /** The matrix was changed while the path was under construction. */
  get isAmbiguous(): boolean {
    return this.#earlier !== null;
  }

  /** A curve lies within the convex hull of its points. */
  add(segment: Segment, coordinates: readonly number[]): void {
    this.segments.push(segment);
    if (segment === 'l') this.#corners++;
    else if (segment === 'c2' || segment === 'c3') this.#corners += 2;
    for (let i = 0; i + 1 < coordinates.length; i += 2) this.#point(coordinates[i]!, coordinates[i + 1]!);
  }

  /** A rectangle without sides: viewers differ on whether its outline is a point (8.5.3.2). */
  get hasPoint(): boolean {
    return this.#hasPoint;
  }

  addRectangle(x: number, y: number, width: number, height: number): void {
    this.#hasPoint ||= width === 0 && height === 0;
    this.add('re', [x, y, x + width, y, x + width, y + height, x, y + height]);
  }

  #point(x: number, y: number): void {
    if (x < this.#left) this.#left = x;
    if (x > this.#right) this.#right = x;
    if (y < this.#bottom) this.#bottom = y;
    if (y > this.#top) this.#top = y;
    this.coordinates.push(x, y);
  }

  /** When the matrix may change. The path is no part of the graphics state, so that Q leaves it as it is. */
  keepPlace(matrix: Matrix, next: Matrix): void {
    const isSame = matrix.every((value, i) => value === next[i]);
    if (!this.isEmpty && !isSame) this.#earlier = this.fillBox(matrix);
  }

  /** A single rectangle with horizontal and vertical sides. */
  isRectangle(matrix: Matrix): boolean {
    if (this.isAmbiguous || !isAxisAligned(matrix) || this.segments.length > MAX_SIDES) return false;
    const segments = this.segments.join('');
    return /^reh*$/.test(segments) || (/^mllll?h*$/.test(segments) && hasRightAngles(this.coordinates));
  }

  fillBox(matrix: Matrix): Box {
    const placed = transformed(this.#box, matrix);
    return this.#earlier === null ? placed : union(placed, this.#earlier);
  }

  strokeBox({ matrix, lineWidth, hasMiterJoins, miterLimit }: GraphicsState): Box {
    const hasSharpCorners = hasMiterJoins && this.#corners > 1;
    const reach = (Math.abs(lineWidth) / 2) * (hasSharpCorners ? Math.max(SQUARE, miterLimit) : SQUARE);
    const box = transformed(expanded(this.#box, reach), matrix);
    return this.#earlier === null ? box : union(box, expanded(this.#earlier, reach * scaleOf(matrix)));
  }

  get #box(): Box {
    return { left: this.#left, bottom: this.#bottom, right: this.#right, top: this.#top };
  }
}

/** Segments of a rectangle that is drawn line by line, repeats its first corner, and is closed more than once. */
const MAX_SIDES = 8;

/** Four corners, the fifth may repeat the first. */
function hasRightAngles(corners: readonly number[]): boolean {
  const [x0, y0, x1, y1, x2, y2, x3, y3, x4 = x0, y4 = y0] = corners;
  if (x4 !== x0 || y4 !== y0) return false;
  const horizontalFirst = y0 === y1 && x1 === x2 && y2 === y3 && x3 === x0;
  return horizontalFirst || (x0 === x1 && y1 === y2 && x2 === x3 && y3 === y0);
}
