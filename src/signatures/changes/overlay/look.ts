/** Classifies what an appearance stream paints over the page. */
import type { PdfRevision, PdfStream } from '../../../pdf/index.js';
import { IDENTITY, type Matrix } from './geometry.js';
import { paintsOf } from './paint.js';

export interface Look {
  /** 'light': only thin strokes and highlights, which let the page show through. */
  readonly effect: 'nothing' | 'light' | 'opaque' | 'unclear';
  /** It paints visible text. */
  readonly text: boolean;
  /** It paints opaque fills, images, shadings or thick strokes: more than text and thin lines. */
  readonly ground: boolean;
}

/** In points: thinner lines let the text below them be read. */
const THIN = 1.5;

/** `matrix` maps the space of the appearance to the page (`appearanceMatrix`): the width of lines is that on the page. */
export function lookOf(revision: PdfRevision, appearance: PdfStream, matrix: Matrix = IDENTITY): Look {
  const resources = revision.getDict(appearance, 'Resources');
  const { paints, variable } = paintsOf(revision, { bytes: revision.decode(appearance).bytes, resources }, matrix);
  const visible = paints.filter(paint => paint.effect !== 'invisible');
  const solid = visible.filter(paint => paint.effect === 'opaque' && (paint.lineWidth ?? Infinity) > THIN);
  const text = visible.some(paint => paint.kind === 'text');
  const ground = solid.some(paint => paint.kind !== 'text');
  if (variable || paints.some(paint => paint.kind === 'unknown')) return { effect: 'unclear', text, ground: true };
  return { effect: visible.length === 0 ? 'nothing' : solid.length === 0 ? 'light' : 'opaque', text, ground };
}
