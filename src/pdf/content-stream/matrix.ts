/** Transformation matrices (ISO 32000-2, 8.3.3). */
import { type Box, boxOf, EVERYWHERE, numbersOf } from '../content/boxes.js';
import type { PdfRevision } from '../document/revision.js';
import type { PdfStream } from '../syntax/objects.js';

/** [a b c d e f] as the operator cm takes it. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `m` first, then `n`. */
export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ];
}

export const transformedPoint = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The axis-aligned bounding box of a transformed box; everywhere if a side is not finite. */
export function transformed({ left, bottom, right, top }: Box, [a, b, c, d, e, f]: Matrix): Box {
  const [x0, x1, x2, x3] = [left * a + bottom * c, right * a + bottom * c, left * a + top * c, right * a + top * c];
  const [y0, y1, y2, y3] = [left * b + bottom * d, right * b + bottom * d, left * b + top * d, right * b + top * d];
  const box = {
    left: Math.min(x0, x1, x2, x3) + e,
    bottom: Math.min(y0, y1, y2, y3) + f,
    right: Math.max(x0, x1, x2, x3) + e,
    top: Math.max(y0, y1, y2, y3) + f,
  };
  return isFiniteBox(box) ? box : EVERYWHERE;
}

const isFiniteBox = ({ left, bottom, right, top }: Box): boolean => Number.isFinite(left + bottom + right + top);

/** Sides stay parallel to the axes. */
export function isAxisAligned([a, b, c, d]: Matrix): boolean {
  const [straight, turned] = [Math.max(Math.abs(a), Math.abs(d)), Math.max(Math.abs(b), Math.abs(c))];
  return Math.min(straight, turned) <= ROUNDING * Math.max(straight, turned);
}

/** The cosine of 90 degrees is not 0 in floating-point numbers. */
const ROUNDING = 1e-9;

/** The factor by which the matrix stretches lengths at most: its largest singular value. */
export function scaleOf([a, b, c, d]: Matrix): number {
  const [x, y] = [a * a + b * b, c * c + d * d];
  return Math.sqrt((x + y + Math.hypot(x - y, 2 * (a * c + b * d))) / 2);
}

/**
 * The matrix that maps the space of an appearance stream to the page (ISO 32000-2, 12.5.5, algorithm 8): the bounding box of
 * the /BBox transformed by /Matrix is fitted into the annotation's /Rect. Null: a box is missing, malformed or has no area.
 */
export function appearanceMatrix(revision: PdfRevision, appearance: PdfStream, rect: Box): Matrix | null {
  const bbox = boxOf(revision, appearance.dict.get('BBox'));
  const own = formMatrix(revision, appearance);
  if (!bbox || !own) return null;
  const { left, bottom, right, top } = transformed(bbox, own);
  if (!(right > left && top > bottom)) return null;
  const [x, y] = [(rect.right - rect.left) / (right - left), (rect.top - rect.bottom) / (top - bottom)];
  const fit: Matrix = [x, 0, 0, y, rect.left - left * x, rect.bottom - bottom * y];
  return multiply(own, fit);
}

/** The /Matrix of a form XObject; the identity without one, null when it is malformed. */
export function formMatrix(revision: PdfRevision, form: PdfStream): Matrix | null {
  if (revision.get(form, 'Matrix') === null) return IDENTITY;
  return numbersOf(revision, form.dict.get('Matrix'), 6) as Matrix | null;
}
