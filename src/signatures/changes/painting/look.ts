/** Classifies what an appearance stream paints over the page. */
import {
  boxOf,
  formMatrix,
  IDENTITY,
  type Matrix,
  type PdfRevision,
  type PdfStream,
  scaleOf,
  transformed,
} from '../../../pdf/index.js';
import { cachedIn } from '../../../system/collections.js';
import { type DrawingWork, drawingWork, NO_WORK } from './drawing-work.js';
import { paintsOfForm } from './paint.js';
import { isIncomplete, type Paint, type Painting } from './scene.js';

export interface Look {
  /** 'light': only thin strokes and highlights, which let the page show through. */
  readonly effect: 'nothing' | 'light' | 'opaque' | 'unclear';
  /** It paints visible text. */
  readonly text: boolean;
  /** It paints opaque fills, images, shadings or thick strokes: more than text and thin lines. */
  readonly background: boolean;
  /** It paints more than text. */
  readonly drawing: boolean;
}

/**
 * In points: 1.5 and what the scaling of an appearance to its rectangle rounds. A line of 1.5 pt through text of 8 pt leaves it
 * readable; a dense hatch is found by rendering.
 */
export const MAX_THIN = 1.55;

/** It cannot be interpreted, or depends on the viewer. */
export const UNCLEAR: Look = { effect: 'unclear', text: true, background: true, drawing: true };

/** A look before it is scaled to the page. */
interface Summary {
  readonly isUnclear: boolean;
  readonly isVisible: boolean;
  readonly text: boolean;
  readonly drawing: boolean;
  readonly opaqueText: boolean;
  readonly opaqueArea: boolean;
  /** Of opaque strokes and narrow fills, in the space of the appearance. */
  readonly thickest: number;
  readonly work: DrawingWork;
}

/**
 * `matrix` maps the space of the appearance to the page (`appearanceMatrix`) and determines how wide lines are there. Never
 * throws; 'unclear' where the appearance cannot be interpreted or depends on the viewer.
 */
export function lookOf(revision: PdfRevision, appearance: PdfStream, matrix: Matrix = IDENTITY): Look {
  const summary = summaryOf(revision, appearance);
  if (summary.isUnclear) return UNCLEAR;
  const background = summary.opaqueArea || summary.thickest * scaleOf(matrix) > MAX_THIN;
  const isOpaque = background || summary.opaqueText;
  const effect = isOpaque ? 'opaque' : summary.isVisible ? 'light' : 'nothing';
  return { effect, text: summary.text, background, drawing: summary.drawing };
}

/** Per pixel of its rectangle on the page. */
export const lookWork = (revision: PdfRevision, appearance: PdfStream): DrawingWork =>
  summaryOf(revision, appearance).work;

/** Many annotations can have the same appearance. */
const summaryOf = cachedIn((revision: PdfRevision, appearance: PdfStream): Summary => {
  const painting = paintsOfForm(revision, appearance);
  const visible = painting.paints.filter(paint => paint.effect !== 'invisible');
  const opaque = visible.filter(paint => paint.effect === 'opaque');
  return {
    isUnclear:
      painting.isVariable ||
      painting.isUncertain ||
      isIncomplete(painting) ||
      visible.some(isUncertain) ||
      isTiny(formMatrix(revision, appearance)),
    isVisible: visible.length > 0,
    text: visible.some(isText),
    drawing: visible.some(paint => !isText(paint)),
    opaqueText: opaque.some(isText),
    opaqueArea: opaque.some(paint => !isText(paint) && widthOf(paint) === null),
    thickest: opaque.reduce((width, paint) => Math.max(width, widthOf(paint) ?? 0), 0),
    work: workOf(revision, appearance, painting),
  };
});

/** Scale of a /Matrix below which some viewers paint nothing. */
const MIN_SCALE = 1e-4;

const isTiny = (matrix: Matrix | null): boolean => matrix !== null && scaleOf(matrix) < MIN_SCALE;

function workOf(revision: PdfRevision, appearance: PdfStream, painting: Painting): DrawingWork {
  const [bbox, matrix] = [boxOf(revision, appearance.dict.get('BBox')), formMatrix(revision, appearance)];
  return bbox && matrix ? drawingWork(painting, transformed(bbox, matrix)) : NO_WORK;
}

/** Of a stroke, or of a filled path: many programs draw a line as a filled rectangle. Null: neither. */
function widthOf({ kind, lineWidth, plain, box }: Paint): number | null {
  if (kind === 'stroke') return lineWidth;
  return kind === 'fill' && plain ? Math.min(box.right - box.left, box.top - box.bottom) : null;
}

const isText = (paint: Paint): boolean => paint.kind === 'text';
const isUncertain = (paint: Paint): boolean => paint.isUncertain === true;
