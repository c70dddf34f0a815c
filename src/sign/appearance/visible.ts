/** The options of a visible signature. */
import { DocconvError } from '../../errors.js';
import type { TextLayout } from '../../text-layout/index.js';

/** Lays out a text for several widths: layOutText() of docconv, also with settings of your own. */
export type LayOutText = (text: string, widths: readonly number[]) => Promise<readonly TextLayout[]>;

export interface VisibleSignature {
  /** Page of a new field: 1 = first, -1 = last. */
  page?: number;
  /** Area of a new field, in points from the lower left corner of the page as viewers show it. */
  rect?: { x: number; y: number; width: number; height: number };
  /** With the fields {name}, {issuer}, {date}, {reason} and {location}. By default one with all of them, without an image. */
  text?: string;
  /** PNG or JPEG. */
  image?: Uint8Array;
  /** Needed for a text. */
  layOut?: LayOutText;
}

/** 'page=1,rect=X,Y,WIDTH,HEIGHT', with 'last' or -1 for the last page, -2 for the one before; or 'field' for that of the field. Throws OPTION_INVALID. */
export function parsePlace(text: string): Pick<VisibleSignature, 'page' | 'rect'> {
  if (text === 'field') return {};
  const [, page, ...sides] = /^page=(last|-?\d+),rect=([\d.]+),([\d.]+),([\d.]+),([\d.]+)$/.exec(text) ?? [];
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = sides.map(Number);
  if (page === undefined || [x, y, width, height].some(Number.isNaN)) {
    throw new DocconvError('OPTION_INVALID.visible-value', { value: text });
  }
  return { page: page === 'last' ? -1 : Number(page), rect: { x, y, width, height } };
}

/** In points of the appearance. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
