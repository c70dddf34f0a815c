/** The graphics state (ISO 32000-2, 8.4), as far as it determines where an operation paints and whether it hides. */
import { PdfArray, PdfDict, PdfName, type PdfObject, type PdfRevision, PdfStream } from '../../../pdf/index.js';
import { type ColourSpace, luminance } from './colour.js';
import type { Font } from './font-extent.js';
import {
  area,
  type Box,
  boxOf,
  EVERYWHERE,
  IDENTITY,
  intersection,
  isAxisAligned,
  type Matrix,
  transformed,
} from './geometry.js';
import type { Effect } from './scene.js';

/** 'darkening': Multiply or Darken, which leave dark content visible below a light colour. */
export type Blend = 'normal' | 'darkening' | 'other';

/** Darker colours hide text even with a darkening blend mode. */
export const MIN_LUMINANCE = 0.6;

export interface Ink {
  readonly space: ColourSpace;
  /** Null: cannot be computed. */
  readonly luminance: number | null;
  readonly isPattern: boolean;
  /** The cell of a tiling pattern. */
  readonly cell: PdfStream | null;
}

const BLACK: Ink = { space: 'DeviceGray', luminance: 0, isPattern: false, cell: null };

/** What a graphics state parameter dictionary says about transparency. */
interface Transparency {
  readonly blend: Blend;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /** By a soft mask. */
  readonly isMasked: boolean;
}

/** What applies to all that a transparency group paints (11.6.6). */
interface Group {
  readonly isInvisible: boolean;
  readonly blend: Blend;
  /** Blend modes within it do not apply to what is below the group. */
  readonly isIsolated: boolean;
}

export interface GraphicsState {
  matrix: Matrix;
  /** The bounding box of the clipping path, in the caller's space. */
  clip: Box;
  /** The clipping path is a rectangle, and there is no soft mask. */
  isClipPlain: boolean;
  fill: Ink;
  stroke: Ink;
  fillAlpha: number;
  strokeAlpha: number;
  isMasked: boolean;
  blend: Blend;
  group: Group;
  /** Of a form without a /Group that was drawn with transparency: what it began with. */
  inherited: Transparency | null;
  lineWidth: number;
  hasMiterJoins: boolean;
  miterLimit: number;
  font: Font | null;
  size: number;
  charSpace: number;
  wordSpace: number;
  /** 1 = 100 %. */
  horizontalScale: number;
  leading: number;
  rise: number;
  renderingMode: number;
}

export const initialState = (matrix: Matrix = IDENTITY): GraphicsState => ({
  matrix,
  clip: EVERYWHERE,
  isClipPlain: true,
  fill: BLACK,
  stroke: BLACK,
  fillAlpha: 1,
  strokeAlpha: 1,
  isMasked: false,
  blend: 'normal',
  group: { isInvisible: false, blend: 'normal', isIsolated: false },
  inherited: null,
  lineWidth: 1,
  hasMiterJoins: true,
  miterLimit: 10,
  font: null,
  size: 1,
  charSpace: 0,
  wordSpace: 0,
  horizontalScale: 1,
  leading: 0,
  rise: 0,
  renderingMode: 0,
});

/** Only an alpha of 0 is invisible: at any other an object can be painted often enough to hide what is below. */
export function fillEffect(state: GraphicsState): Effect {
  return effectOf(state, state.fill, state.fillAlpha);
}

export function strokeEffect(state: GraphicsState): Effect {
  return effectOf(state, state.stroke, state.strokeAlpha);
}

/** 9.3.6: modes 3 and 7 neither fill nor stroke. */
export const textMode = ({ renderingMode }: GraphicsState): { readonly fills: boolean; readonly strokes: boolean } => ({
  fills: renderingMode % 2 === 0,
  strokes: renderingMode % 4 === 1 || renderingMode % 4 === 2,
});

/** 9.3.6: modes 4 to 7 add the text to the clipping path. */
export const addsToClip = ({ renderingMode }: GraphicsState): boolean => renderingMode >= 4;

export function textEffect(state: GraphicsState): Effect {
  const { fills, strokes } = textMode(state);
  const effects: Effect[] = [fills ? fillEffect(state) : 'invisible', strokes ? strokeEffect(state) : 'invisible'];
  return (['opaque', 'highlight'] as const).find(effect => effects.includes(effect)) ?? 'invisible';
}

/** Of images and shadings, whose colours are not known. */
export const imageEffect = (state: GraphicsState): Effect =>
  state.fillAlpha === 0 || state.group.isInvisible ? 'invisible' : 'opaque';

function effectOf(state: GraphicsState, ink: Ink, alpha: number): Effect {
  if (alpha === 0 || state.group.isInvisible) return 'invisible';
  const isLight = !ink.isPattern && ink.luminance !== null && ink.luminance >= MIN_LUMINANCE;
  return isLight && blendInGroup(state) === 'darkening' ? 'highlight' : 'opaque';
}

function blendInGroup({ group, blend }: GraphicsState): Blend {
  if (group.blend === 'other' || blend === 'other') return 'other';
  return group.blend === 'darkening' || (blend === 'darkening' && !group.isIsolated) ? 'darkening' : 'normal';
}

/** The state in which a form is painted: clipped to its /BBox, inside its transparency group. */
export function stateOfForm(revision: PdfRevision, form: PdfStream, state: GraphicsState): GraphicsState {
  const bbox = boxOf(revision, form.dict.get('BBox'));
  if (bbox && area(bbox) > 0) {
    state.clip = intersection(state.clip, transformed(bbox, state.matrix));
    state.isClipPlain &&= isAxisAligned(state.matrix);
  }
  const group = revision.getDict(form, 'Group');
  if (group !== null) return { ...enterGroup(revision, state, group), inherited: null };
  return { ...state, inherited: sameTransparency(state, initialState()) ? null : state };
}

/**
 * Whether a form replaces the transparency with which it was drawn. By 8.10.1 its own applies alone; PDFium draws the form as a
 * group, to which both apply.
 */
export const replacesInherited = (state: GraphicsState): boolean =>
  state.inherited !== null && !sameTransparency(state, state.inherited);

const sameTransparency = (a: Transparency, b: Transparency): boolean =>
  a.blend === b.blend && a.fillAlpha === b.fillAlpha && a.strokeAlpha === b.strokeAlpha && a.isMasked === b.isMasked;

/** The state inside a form with a /Group (11.6.6). */
function enterGroup(revision: PdfRevision, state: GraphicsState, group: PdfDict): GraphicsState {
  // readers differ on other groups: they start no transparency group, or an isolated one
  if (revision.getName(group, 'S') !== 'Transparency') return { ...state, group: { ...state.group, isIsolated: true } };
  const isIsolated = state.group.isIsolated || isSet(revision.get(group, 'I')) || isSet(revision.get(group, 'K'));
  const isInvisible = state.group.isInvisible || state.fillAlpha === 0;
  return {
    ...state,
    group: { isInvisible, blend: blendInGroup(state), isIsolated },
    blend: 'normal',
    fillAlpha: 1,
    strokeAlpha: 1,
    isMasked: false,
  };
}

const isSet = (value: PdfObject): boolean => value !== null && value !== false;

export const colourInk = (space: ColourSpace, components: readonly number[]): Ink => ({
  space,
  luminance: luminance(space, components),
  isPattern: false,
  cell: null,
});

/** `pattern`: a dictionary (shading) or stream (tiling); null: missing. */
export const patternInk = (pattern: PdfObject): Ink => ({
  space: 'Pattern',
  luminance: null,
  isPattern: true,
  cell: pattern instanceof PdfStream ? pattern : null,
});

/** Applies a graphics state parameter dictionary (8.4.5) except /Font and the group of /SMask. */
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
  const names = value instanceof PdfArray ? value.items.map(item => revision.resolve(item)) : [value];
  const blends = new Set(names.map(blendNamed));
  return blends.size === 1 ? [...blends][0]! : 'other';
}

function blendNamed(value: PdfObject): Blend {
  if (!(value instanceof PdfName)) return 'other';
  if (value.name === 'Normal' || value.name === 'Compatible') return 'normal';
  return value.name === 'Multiply' || value.name === 'Darken' ? 'darkening' : 'other';
}
