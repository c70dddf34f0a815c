/** A page as a viewer shows it, and matrices that place something on it. */

import { type Box, quarterTurns, visibleArea } from '../content/boxes.js';
import type { PdfRevision } from '../document/revision.js';
import type { PdfDict } from '../syntax/objects.js';
import type { Matrix } from './matrix.js';

/** A page as a viewer shows it, in points from its lower left corner. */
export interface View {
  readonly width: number;
  readonly height: number;
  /** From the points of the view to the coordinates of the page. */
  readonly toPage: Matrix;
}

export function viewOf(revision: PdfRevision, page: PdfDict): View {
  const { left, bottom, right, top } = visibleArea(revision, page);
  const unit = userUnit(revision.getNumber(page, 'UserUnit'));
  const [width, height] = [(right - left) * unit, (top - bottom) * unit];
  const s = 1 / unit;
  const views: readonly View[] = [
    { width, height, toPage: [s, 0, 0, s, left, bottom] },
    { width: height, height: width, toPage: [0, s, -s, 0, right, bottom] },
    { width, height, toPage: [-s, 0, 0, -s, right, top] },
    { width: height, height: width, toPage: [0, -s, s, 0, left, top] },
  ];
  return views[quarterTurns(revision, page)]!;
}

/** Points (14.11.2.1). */
const userUnit = (value: number | null): number => (value !== null && value > 0 ? value : 1);

/** Scales the box by `scale`, turns it by `angle` (radians) around its centre, and moves its centre to (x, y). */
export function placed({ left, bottom, right, top }: Box, scale: number, x: number, y: number, angle = 0): Matrix {
  const [cx, cy] = [(left + right) / 2, (bottom + top) / 2];
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  return [cos, sin, -sin, cos, x - cos * cx + sin * cy, y - sin * cx - cos * cy];
}

/** Operands of cm. */
export function operands(matrix: Matrix): string {
  return matrix.map(value => String(Number(value.toFixed(5)))).join(' ');
}
