/** The current path (ISO 32000-2, 8.5.2), reduced to its bounding box and to whether it is one rectangle. */
import { type Box, expanded, isAxisAligned, type Matrix, scaleOf, transformed, union } from './geometry.js';
import type { GraphicsState } from './graphics-state.js';

/** Corners of a rectangle, with a repeated first one. */
const MAX_CORNERS = 5;
/** Half the diagonal of a square pen: of projecting caps and of the corners of a rectangle. */
const SQUARE = Math.SQRT2;

export class Path {
  /** In user space; infinite and inverted while there are no points. */
  #left = Infinity;
  #bottom = Infinity;
  #right = -Infinity;
  #top = -Infinity;
  #corners: number[] = [];
  #subpaths = 0;
  #rectangles = 0;
  #lines = 0;
  #hasCurves = false;
  /** The points as placed before the matrix was changed: readers differ on which matrix applies. */
  #earlier: Box | null = null;

  get isEmpty(): boolean {
    return this.#left === Infinity;
  }

  move(x: number, y: number): void {
    this.#subpaths++;
    this.#point(x, y);
  }

  /** The end points of lines, end and control points of curves: a curve lies within their convex hull. */
  extend(points: readonly number[]): void {
    if (points.length > 2) this.#hasCurves = true;
    else this.#lines++;
    for (let i = 0; i + 1 < points.length; i += 2) this.#point(points[i]!, points[i + 1]!);
  }

  rectangle(x: number, y: number, width: number, height: number): void {
    this.#rectangles++;
    this.#point(x, y);
    this.#point(x + width, y + height);
  }

  #point(x: number, y: number): void {
    if (x < this.#left) this.#left = x;
    if (x > this.#right) this.#right = x;
    if (y < this.#bottom) this.#bottom = y;
    if (y > this.#top) this.#top = y;
    if (this.#corners.length <= 2 * MAX_CORNERS) this.#corners.push(x, y);
  }

  /** To be called before the matrix changes while a path is under construction. */
  keepPlace(matrix: Matrix): void {
    if (!this.isEmpty) this.#earlier = this.#placed(this.#box, matrix);
  }

  /** A single rectangle with horizontal and vertical sides. */
  isRectangle(matrix: Matrix): boolean {
    if (this.#hasCurves || this.#earlier !== null || !isAxisAligned(matrix)) return false;
    if (this.#rectangles === 1 && this.#subpaths === 0) return this.#lines === 0;
    return this.#rectangles === 0 && this.#subpaths === 1 && hasRightAngles(this.#corners);
  }

  fillBox({ matrix }: GraphicsState): Box {
    return this.#placed(this.#box, matrix);
  }

  strokeBox(state: GraphicsState): Box {
    const hasSharpCorners = state.hasMiterJoins && (this.#lines > 1 || this.#hasCurves);
    const reach = (Math.abs(state.lineWidth) / 2) * (hasSharpCorners ? Math.max(SQUARE, state.miterLimit) : SQUARE);
    const box = this.#placed(expanded(this.#box, reach), state.matrix);
    return this.#earlier === null ? box : union(box, expanded(this.#earlier, reach * scaleOf(state.matrix)));
  }

  #placed(box: Box, matrix: Matrix): Box {
    const placed = transformed(box, matrix);
    return this.#earlier === null ? placed : union(placed, this.#earlier);
  }

  get #box(): Box {
    return { left: this.#left, bottom: this.#bottom, right: this.#right, top: this.#top };
  }
}

/** Four corners, the fifth may repeat the first. */
function hasRightAngles(corners: readonly number[]): boolean {
  const [x0, y0, x1, y1, x2, y2, x3, y3, x4 = x0, y4 = y0] = corners;
  if ((corners.length !== 8 && corners.length !== 10) || x4 !== x0 || y4 !== y0) return false;
  const horizontalFirst = y0 === y1 && x1 === x2 && y2 === y3 && x3 === x0;
  return horizontalFirst || (x0 === x1 && y1 === y2 && x2 === x3 && y3 === y0);
}
