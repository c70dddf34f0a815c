/** Background and border that /MK and /BS ask for (ISO 32000-2, 12.5.6.19), and the paths that paint them. */

import {
  type Box,
  expanded,
  inheritedValue,
  isName,
  numbersOf,
  PdfArray,
  type PdfDict,
  type PdfObject,
  type PdfRevision,
  rgbOf,
} from '../../../pdf/index.js';
import { hasSharpJoin, liesBetween } from './path-place.js';
import { colourOf, sameColour } from './reader/colours.js';
import type { Colour, PaintedPath } from './types.js';
import { COMBO } from './values.js';

export interface Decoration {
  readonly background: Colour | 'none';
  readonly border: Colour | 'none';
  /** In points. */
  readonly width: number;
  /** The border is a frame of two colours (styles Beveled and Inset). */
  readonly framed: boolean;
  readonly rotation: number;
  /** Of a comb field; 1 for any other. */
  readonly cells: number;
  /** Viewers draw a button at the right edge: of a combo box. */
  readonly dropsDown: boolean;
}

/** 12.7.5.3, Table 228. */
const COMB = 1 << 24;
const MAX_CELLS = 1000;

export function decorationOf(revision: PdfRevision, widget: PdfDict): Decoration {
  const style = revision.getDict(widget, 'MK');
  const border = revision.getDict(widget, 'BS');
  const flags = inheritedValue(revision, widget, 'Ff');
  const cells = inheritedValue(revision, widget, 'MaxLen');
  const type = inheritedValue(revision, widget, 'FT');
  const isComb = typeof flags === 'number' && (flags & COMB) !== 0 && typeof cells === 'number';
  return {
    background: colourIn(revision, revision.get(style, 'BG')),
    border: colourIn(revision, revision.get(style, 'BC')),
    width: revision.getNumber(border, 'W') ?? 1,
    framed: ['B', 'I'].includes(revision.getName(border, 'S') ?? ''),
    rotation: revision.getNumber(style, 'R') ?? 0,
    dropsDown: isName(type, 'Ch') && typeof flags === 'number' && (flags & COMBO) !== 0,
    cells: isComb ? Math.min(MAX_CELLS, Math.max(1, Math.trunc(cells))) : 1,
  };
}

/** An empty array is transparent. */
function colourIn(revision: PdfRevision, value: PdfObject): Colour | 'none' {
  if (!(value instanceof PdfArray) || value.items.length === 0) return 'none';
  const components = numbersOf(revision, value);
  return components && colourOf(rgbOf(components));
}

/** Borders in the style Beveled or Inset are twice as wide; a tolerance of one point. */
const borderZone = ({ width }: Decoration, { left, bottom, right, top }: Box): number =>
  Math.min(2 * width + 1, (right - left) / 4, (top - bottom) / 4);

/** Background below the text, or a border near the edge, or the dividers of a comb field. */
export function isDecoration(path: PaintedPath, box: Box, decoration: Decoration): boolean {
  if (path.fill !== 'none' && path.overText) return false;
  const isBackground = path.rectangles.length > 0 && sameColour(path.fill, decoration.background);
  const hasFrame = decoration.framed || decoration.border !== 'none';
  const fillFits = path.fill === 'none' || isBackground || (hasFrame && isBorder(path, box, decoration));
  if (!fillFits || path.stroke === 'none') return fillFits;
  return (
    path.lineWidth <= Math.max(2, 2 * decoration.width) &&
    sameColour(path.stroke, decoration.border) &&
    !hasSharpJoin(path) &&
    (isBorder({ ...path, fill: 'none' }, box, decoration) || dividesCells(path, box, decoration))
  );
}

function isBorder(path: PaintedPath, box: Box, decoration: Decoration): boolean {
  const zone = borderZone(decoration, box);
  return liesBetween(path, expanded(box, zone), expanded(box, -zone));
}

/** In points. */
const TOLERANCE = 1.5;

/** Vertical lines over the whole height between the cells. */
function dividesCells(
  { fill, points, lines }: PaintedPath,
  { left, bottom, right, top }: Box,
  { cells }: Decoration,
): boolean {
  const width = (right - left) / cells;
  return (
    cells > 1 &&
    fill === 'none' &&
    points.every(([x]) => Math.abs(left + Math.round((x - left) / width) * width - x) <= TOLERANCE) &&
    lines.every(([[x, y], [toX, toY]]) => Math.abs(x - toX) < 0.1 && Math.abs(toY - y) >= (top - bottom) * 0.8)
  );
}
