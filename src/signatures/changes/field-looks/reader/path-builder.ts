/** Builds a path in the space of the page (ISO 32000-2, 8.5.2). */
import { transformedPoint } from '../../../../pdf/index.js';
import { type Box, boundingBox, isAxisAligned, type Matrix } from '../../painting/geometry.js';
import type { PaintedPath } from '../types.js';

type Point = readonly [number, number];
type Style = Pick<PaintedPath, 'fill' | 'stroke' | 'lineWidth'> & { readonly dash: string };

export class PathBuilder {
  clips = false;
  readonly #points: Point[] = [];
  readonly #lines: (readonly [Point, Point])[] = [];
  readonly #segments: string[] = [];
  #rectangles = 0;
  #start: Point | null = null;

  move(x: number, y: number, matrix: Matrix): void {
    this.#start = at(x, y, matrix);
    this.#add('m', [this.#start]);
  }

  line(x: number, y: number, matrix: Matrix): void {
    const to = at(x, y, matrix);
    this.#lines.push([this.#points.at(-1) ?? to, to]);
    this.#add('l', [to]);
  }

  curve(coordinates: readonly number[], matrix: Matrix): void {
    const points: Point[] = [];
    for (let i = 0; i + 1 < coordinates.length; i += 2) points.push(at(coordinates[i]!, coordinates[i + 1]!, matrix));
    this.#lines.push([this.#points.at(-1) ?? points[0]!, points.at(-1)!]);
    this.#add(`c${points.length}`, points);
  }

  addRectangle(x: number, y: number, width: number, height: number, matrix: Matrix): void {
    const corners = [
      at(x, y, matrix),
      at(x + width, y, matrix),
      at(x + width, y + height, matrix),
      at(x, y + height, matrix),
    ];
    if (isAxisAligned(matrix)) this.#rectangles++;
    for (const [i, corner] of corners.entries()) this.#lines.push([corner, corners[(i + 1) % 4]!]);
    this.#add('re', corners);
    this.#start = corners[0]!;
  }

  close(): void {
    const last = this.#points.at(-1);
    if (last && this.#start) this.#lines.push([last, this.#start]);
    this.#segments.push('h');
  }

  clip(): void {
    this.clips = true;
  }

  /** Null unless the path is exactly one rectangle. */
  rectangle(): Box | null {
    return this.#rectangles === 1 && this.#segments[0] === 're' && this.#points.length === 4
      ? boundingBox(this.#points)
      : null;
  }

  /** Empty without points. */
  painted({ fill, stroke, lineWidth, dash }: Style, overText: boolean, clip: Box | null): PaintedPath[] {
    if (this.#points.length === 0) return [];
    const points = this.#points.map(point => point.map(value => Math.round(value * 10) / 10).join(' '));
    const area = clip ? [clip.left, clip.bottom, clip.right, clip.top].map(Math.round).join(' ') : '?';
    const width = Math.round(lineWidth * 10) / 10;
    const key = [this.#segments.join(''), points.join(' '), fill, stroke, width, dash, overText, area].join('|');
    const rectangles = this.#rectangles > 0 && this.#rectangles * 4 === this.#points.length;
    return [{ points: this.#points, rectangles, lines: this.#lines, fill, stroke, lineWidth, overText, key }];
  }

  #add(segment: string, points: readonly Point[]): void {
    this.#segments.push(segment);
    this.#points.push(...points);
  }
}

const at = (x: number, y: number, matrix: Matrix): Point => transformedPoint(matrix, x, y);
