/** Whether what an operation paints hides what is below: by colours, transparency and transparency groups. */
import {
  type Colour,
  type GraphicsState,
  initialState,
  luminance,
  type PdfDict,
  type PdfObject,
  type PdfRevision,
} from '../../../pdf/index.js';

/** 'highlight': a light colour that darkens what is below and does not hide it. */
export type Effect = 'opaque' | 'highlight' | 'invisible';

/** Darker colours hide text even with a darkening blend mode. */
export const MIN_LUMINANCE = 0.6;

type Transparency = Pick<GraphicsState, 'blend' | 'fillAlpha' | 'strokeAlpha' | 'isMasked'>;

const NO_TRANSPARENCY: Transparency = initialState();

/** What applies to all that a transparency group paints (11.6.6). */
export interface Group {
  readonly isInvisible: boolean;
  readonly blend: GraphicsState['blend'];
  /** Blend modes within it do not apply to what is below the group. */
  readonly isIsolated: boolean;
  /** Of a form without a /Group that was drawn with transparency: what it began with. */
  readonly inherited: Transparency | null;
}

export const NO_GROUP: Group = { isInvisible: false, blend: 'normal', isIsolated: false, inherited: null };

/** Only an alpha of 0 is invisible: at any other an object can be painted often enough to hide what is below. */
export function fillEffect(state: GraphicsState, group: Group): Effect {
  return effectOf(state, group, state.fill, state.fillAlpha);
}

export function strokeEffect(state: GraphicsState, group: Group): Effect {
  return effectOf(state, group, state.stroke, state.strokeAlpha);
}

/** 9.3.6: modes 3 and 7 neither fill nor stroke. */
export const textMode = ({ renderingMode }: GraphicsState): { readonly fills: boolean; readonly strokes: boolean } => ({
  fills: renderingMode % 2 === 0,
  strokes: renderingMode % 4 === 1 || renderingMode % 4 === 2,
});

export function textEffect(state: GraphicsState, group: Group): Effect {
  const { fills, strokes } = textMode(state);
  const effects = [fills && fillEffect(state, group), strokes && strokeEffect(state, group)];
  return (['opaque', 'highlight'] as const).find(effect => effects.includes(effect)) ?? 'invisible';
}

/** Of images and shadings, whose colours are not known. */
export const imageEffect = ({ fillAlpha }: GraphicsState, { isInvisible }: Group): Effect =>
  fillAlpha === 0 || isInvisible ? 'invisible' : 'opaque';

function effectOf({ blend }: GraphicsState, group: Group, { rgb }: Colour, alpha: number): Effect {
  if (alpha === 0 || group.isInvisible) return 'invisible';
  const isLight = rgb !== null && luminance(rgb) >= MIN_LUMINANCE;
  return isLight && blendInGroup(blend, group) === 'darkening' ? 'highlight' : 'opaque';
}

function blendInGroup(blend: GraphicsState['blend'], group: Group): GraphicsState['blend'] {
  if (group.blend === 'other' || blend === 'other') return 'other';
  return group.blend === 'darkening' || (blend === 'darkening' && !group.isIsolated) ? 'darkening' : 'normal';
}

/** What applies inside a form that is drawn in `state`. A form with a /Group begins without transparency (11.6.6). */
export function enterForm(revision: PdfRevision, form: PdfDict, state: GraphicsState, group: Group): Group {
  const own = revision.getDict(form, 'Group');
  if (own === null) return { ...group, inherited: sameTransparency(state, NO_TRANSPARENCY) ? null : { ...state } };
  // readers differ on other groups: they start no transparency group, or an isolated one
  if (revision.getName(own, 'S') !== 'Transparency') return { ...group, isIsolated: true, inherited: null };
  const isIsolated = group.isIsolated || isSet(revision.get(own, 'I')) || isSet(revision.get(own, 'K'));
  const isInvisible = group.isInvisible || state.fillAlpha === 0;
  const entered = { isInvisible, blend: blendInGroup(state.blend, group), isIsolated, inherited: null };
  const { blend, fillAlpha, strokeAlpha, isMasked } = NO_TRANSPARENCY;
  Object.assign(state, { blend, fillAlpha, strokeAlpha, isMasked });
  return entered;
}

/**
 * Whether a form replaces the transparency with which it was drawn. By 8.10.1 its own applies alone; PDFium draws the form as a
 * group, to which both apply.
 */
export const replacesInherited = (state: GraphicsState, { inherited }: Group): boolean =>
  inherited !== null && !sameTransparency(state, inherited);

const sameTransparency = (a: Transparency, b: Transparency): boolean =>
  a.blend === b.blend && a.fillAlpha === b.fillAlpha && a.strokeAlpha === b.strokeAlpha && a.isMasked === b.isMasked;

const isSet = (value: PdfObject): boolean => value !== null && value !== false;
