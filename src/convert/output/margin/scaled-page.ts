/** Where the content and the comments of a page have their places. */
import {
  type Box,
  type Matrix,
  type PdfDict,
  type PdfRef,
  type PdfRevision,
  type View,
  viewOf,
  visibleArea,
} from '../../../pdf/index.js';
import type { ColumnSpace } from './column.js';
import type { Comment } from './comments.js';

export interface ScaledPage {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  /** From the coordinates of the page's own content to those of the page. */
  readonly matrix: Matrix;
  readonly view: View;
  /** Of the comments, in points of the view. */
  readonly column: Box;
}

/** Of the page's width, as LibreOffice and Word have it. */
const SCALE = 0.75;
/** Of the comments, in points, and at most this share of the page's width. */
const FONT_SIZE = 9;
const MAX_FONT_SIZE = 1 / 75;
/** In sizes of the font: from the content, from the edges of the paper, and the greatest width. */
const INDENT = 1.5;
const EDGE = 1.5;
const MAX_WIDTH = 40;

/** The content moves to the left, in the middle of the height. LibreOffice does not turn pages. */
export function scaledPage(revision: PdfRevision, ref: PdfRef, dict: PdfDict): ScaledPage {
  const { left, bottom, top } = visibleArea(revision, dict);
  const matrix: Matrix = [SCALE, 0, 0, SCALE, (1 - SCALE) * left, ((1 - SCALE) * (bottom + top)) / 2];
  const view = viewOf(revision, dict);
  const size = fontSize(view);
  const from = SCALE * view.width + INDENT * size;
  const column = {
    left: from,
    right: Math.min(view.width - EDGE * size, from + MAX_WIDTH * size),
    bottom: EDGE * size,
    top: view.height - EDGE * size,
  };
  return { ref, dict, matrix, view, column };
}

export function spaceOf({ view, column }: ScaledPage, comments: readonly Comment[]): ColumnSpace {
  const { left, right, bottom, top } = column;
  return { comments, width: right - left, height: top - bottom, size: fontSize(view) };
}

const fontSize = ({ width }: View): number => Math.min(FONT_SIZE, MAX_FONT_SIZE * width);
