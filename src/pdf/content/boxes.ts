/** Rectangles (ISO 32000-2, 7.9.5), and the part of a page that viewers show. */
import type { PdfRevision } from '../document/revision.js';
import { PdfArray, type PdfDict, type PdfObject } from '../syntax/objects.js';
import { inheritedEntry, inheritedValue } from './page-tree.js';

export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** The extent of what cannot be determined. */
export const EVERYWHERE: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };

/** Enough for any annotation that is drawn by hand. */
const MAX_NUMBERS = 100_000;

/** Some viewers read integers of more than 32 bits as others: 0, or what is left of their bits. */
const isNumber = (value: PdfObject): value is number => typeof value === 'number' && Math.abs(value) < 2 ** 31;

/** An array of numbers that all viewers read alike, of exactly `count` if that is given; null otherwise. */
export function numbersOf(revision: PdfRevision, value: PdfObject | undefined, count?: number): number[] | null {
  const array = revision.resolve(value);
  if (!(array instanceof PdfArray) || array.items.length > MAX_NUMBERS) return null;
  const items = array.items.map(item => revision.resolve(item));
  const numbers = items.filter(isNumber);
  return numbers.length === items.length && items.length === (count ?? items.length) ? numbers : null;
}

/** A rectangle (7.9.5) is given by any two opposite corners. */
export function boxOf(revision: PdfRevision, value: PdfObject | undefined): Box | null {
  const corners = numbersOf(revision, value, 4);
  return corners && boundingBox([corners.slice(0, 2), corners.slice(2)]);
}

export function boundingBox(points: readonly (readonly number[])[]): Box {
  const xs = points.map(point => point[0]!);
  const ys = points.map(point => point[1]!);
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
}

export const cornersOf = ({ left, bottom, right, top }: Box): number[] => [left, bottom, right, top];

export const area = ({ left, bottom, right, top }: Box): number =>
  Math.max(0, right - left) * Math.max(0, top - bottom);

export const union = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  bottom: Math.min(a.bottom, b.bottom),
  right: Math.max(a.right, b.right),
  top: Math.max(a.top, b.top),
});

/** Its right is less than its left, or its top less than its bottom, where the boxes do not meet. */
export const intersection = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.min(a.right, b.right),
  top: Math.min(a.top, b.top),
});

/** In square units of the boxes. */
export const overlap = (a: Box, b: Box): number => area(intersection(a, b));

export const expanded = (box: Box, by: number): Box => ({
  left: box.left - by,
  bottom: box.bottom - by,
  right: box.right + by,
  top: box.top + by,
});

/** The visible part of a page (14.11.2.1): its /CropBox within its /MediaBox; 612 x 792 points without both. */
export function visibleArea(revision: PdfRevision, page: PdfDict): Box {
  const media = inheritedBox(revision, page, 'MediaBox') ?? LETTER;
  const crop = inheritedBox(revision, page, 'CropBox') ?? media;
  return overlap(crop, media) > 0 ? intersection(crop, media) : media;
}

const LETTER: Box = { left: 0, bottom: 0, right: 612, top: 792 };

/** Null: none, or without area. PDFium does not look for another one further up then. */
function inheritedBox(revision: PdfRevision, page: PdfDict, key: string): Box | null {
  const box = boxOf(revision, inheritedEntry(revision, page, key));
  return box && area(box) > 0 ? box : null;
}

/** Quarter turns clockwise by which viewers show the page, 0 to 3; other angles are no turn. */
export function quarterTurns(revision: PdfRevision, page: PdfDict): number {
  const degrees = inheritedValue(revision, page, 'Rotate');
  const turns = typeof degrees === 'number' ? degrees / 90 : 0;
  return Number.isInteger(turns) ? ((turns % 4) + 4) % 4 : 0;
}
