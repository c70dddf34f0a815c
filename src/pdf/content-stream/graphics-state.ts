/** The graphics state (ISO 32000-2, 8.4) and the text state (9.3), as far as operators and parameter dictionaries set them. */
import { area, type Box, boxOf, EVERYWHERE, intersection } from '../content/boxes.js';
import type { PdfRevision } from '../document/revision.js';
import { type PdfArray, PdfDict, PdfName, type PdfObject, type PdfStream } from '../syntax/objects.js';
import { BLACK, type Colour } from './colour.js';
import { IDENTITY, isAxisAligned, type Matrix, multiply, transformed } from './matrix.js';

/** 'darkening': Multiply or Darken, which leave dark content visible below a light colour. */
export type Blend = 'normal' | 'darkening' | 'other';

export interface SelectedFont {
  /** As in the resources; null: missing. */
  readonly written: PdfObject;
  /** As resolved; null: missing. */
  readonly dict: PdfObject;
}

export interface GraphicsState {
  /** From user space to the caller's space. */
  matrix: Matrix;
  /** The bounding box of the clipping path, in the caller's space. */
  clip: Box;
  /** The clipping path is a rectangle, and there is no soft mask. */
  isClipPlain: boolean;
  fill: Colour;
  stroke: Colour;
  fillAlpha: number;
  strokeAlpha: number;
  /** By a soft mask. */
  isMasked: boolean;
  blend: Blend;
  lineWidth: number;
  hasMiterJoins: boolean;
  miterLimit: number;
  /** The lengths of dashes and gaps; null: none were set. */
  dash: PdfArray | null;
  /** Null: none was selected. */
  font: SelectedFont | null;
  size: number;
  charSpace: number;
  wordSpace: number;
  /** 1 = 100 %. */
  horizontalScale: number;
  leading: number;
  rise: number;
  renderingMode: number;
}

export const initialState = (matrix: Matrix = IDENTITY, clip: Box = EVERYWHERE): GraphicsState => ({
  matrix,
  clip,
  isClipPlain: true,
  fill: BLACK,
  stroke: BLACK,
  fillAlpha: 1,
  strokeAlpha: 1,
  isMasked: false,
  blend: 'normal',
  lineWidth: 1,
  hasMiterJoins: true,
  miterLimit: 10,
  dash: null,
  font: null,
  size: 0,
  charSpace: 0,
  wordSpace: 0,
  horizontalScale: 1,
  leading: 0,
  rise: 0,
  renderingMode: 0,
});

/** The state in which a form is painted: `matrix` maps its space to user space. It is clipped to its /BBox. */
export function stateOfForm(
  revision: PdfRevision,
  form: PdfStream,
  state: GraphicsState,
  matrix: Matrix,
): GraphicsState {
  const inner = { ...state, matrix: multiply(matrix, state.matrix) };
  const bbox = boxOf(revision, form.dict.get('BBox'));
  if (bbox && area(bbox) > 0) clipTo(inner, transformed(bbox, inner.matrix), isAxisAligned(inner.matrix));
  return inner;
}

export function clipTo(state: GraphicsState, box: Box, isRectangle: boolean): void {
  state.clip = intersection(state.clip, box);
  state.isClipPlain &&= isRectangle;
}

/** Applies a graphics state parameter dictionary (8.4.5). */
export function applyParameters(revision: PdfRevision, state: GraphicsState, parameters: PdfDict): void {
  const number = (key: string): number | null => revision.getNumber(parameters, key);
  if (parameters.has('ca')) state.fillAlpha = number('ca') ?? 1;
  if (parameters.has('CA')) state.strokeAlpha = number('CA') ?? 1;
  if (parameters.has('BM')) state.blend = blendOf(revision, revision.get(parameters, 'BM'));
  if (hasTransfer(revision, parameters)) state.blend = 'other';
  if (parameters.has('SMask')) state.isMasked = revision.get(parameters, 'SMask') instanceof PdfDict;
  if (state.isMasked) state.isClipPlain = false;
  state.lineWidth = number('LW') ?? state.lineWidth;
  state.miterLimit = number('ML') ?? state.miterLimit;
  if (parameters.has('LJ')) state.hasMiterJoins = isMiter(number('LJ'));
  const [written = null, size] = revision.getArray(parameters, 'Font')?.items ?? [];
  const length = revision.resolve(size);
  if (typeof length === 'number')
    Object.assign(state, { font: { written, dict: revision.resolve(written) }, size: length });
}

export const isMiter = (join: number | null): boolean => join !== 1 && join !== 2;

/** A transfer function can turn a light colour into a dark one. */
const hasTransfer = (revision: PdfRevision, parameters: PdfDict): boolean =>
  ['TR', 'TR2'].some(key => {
    const value = revision.get(parameters, key);
    return value !== null && !(value instanceof PdfName && (value.name === 'Identity' || value.name === 'Default'));
  });

/** Of an array, a viewer applies the first that it knows: all must have the same effect. */
function blendOf(revision: PdfRevision, value: PdfObject): Blend {
  const blends = new Set(revision.items(value).map(blendNamed));
  return blends.size === 1 ? [...blends][0]! : 'other';
}

function blendNamed(value: PdfObject): Blend {
  if (!(value instanceof PdfName)) return 'other';
  if (value.name === 'Normal' || value.name === 'Compatible') return 'normal';
  return value.name === 'Multiply' || value.name === 'Darken' ? 'darkening' : 'other';
}
