/**
 * What a viewer draws for an annotation: border, colours and coordinates that it states (ISO 32000-2, 12.5.2 to 12.5.6), and the
 * extent, what it hides, and operators that paint about the same.
 */
import {
  type Box,
  EVERYWHERE,
  expanded,
  luminance,
  numbersOf,
  PdfArray,
  PdfDict,
  type PdfObject,
  type PdfRevision,
  PdfString,
  rgbOf,
  union,
} from '../../../pdf/index.js';
import { MIN_LUMINANCE } from '../painting/effect.js';
import { type Look, MAX_THIN, UNCLEAR } from '../painting/look.js';

/** A value from which different viewers would draw different marks. */
export class MalformedAnnotation extends Error {}

export function malformed(): never {
  throw new MalformedAnnotation();
}

/** Null: transparent, an empty array. */
export type Colour = { readonly components: readonly number[]; readonly luminance: number } | null;

/** Undefined: the entry is missing. */
export function colourOf(revision: PdfRevision, dict: PdfDict | null, key: string): Colour | undefined {
  const value = revision.get(dict, key);
  if (value === null) return undefined;
  const components = numbersIn(revision, value);
  if (components.length === 0) return null;
  return { components, luminance: luminance(rgbOf(components) ?? malformed()) };
}

const OPERATORS: Readonly<Record<number, readonly [fill: string, stroke: string]>> = {
  1: ['g', 'G'],
  3: ['rg', 'RG'],
  4: ['k', 'K'],
};

/** The operators that set the colour for filling and for lines. */
function colourOperators(colour: Colour): string {
  const components = colour?.components ?? [0];
  const [fill, stroke] = OPERATORS[components.length]!;
  const numbers = components.map(format).join(' ');
  return `${numbers} ${fill} ${numbers} ${stroke}`;
}

/** /BS, or else the third number of /Border; 1 by default. */
export function borderWidth(revision: PdfRevision, annotation: PdfDict): number {
  const style = revision.get(annotation, 'BS');
  const border = revision.get(annotation, 'Border');
  if (style instanceof PdfDict) return widthOf(style.has('W') ? revision.get(style, 'W') : 1);
  if (style !== null) malformed();
  if (border === null) return 1;
  return border instanceof PdfArray ? widthOf(revision.resolve(border.items[2])) : malformed();
}

const widthOf = (value: PdfObject): number => (typeof value === 'number' && value >= 0 ? value : malformed());

export const numbersIn = (revision: PdfRevision, value: PdfObject): number[] =>
  numbersOf(revision, value) ?? malformed();

export type Point = readonly [x: number, y: number];

/** Pairs of coordinates. */
export function pointsIn(revision: PdfRevision, value: PdfObject): Point[] {
  const numbers = numbersIn(revision, value);
  if (numbers.length % 2 !== 0) malformed();
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i]!, numbers[2 * i + 1]!]);
}

/** Of all paths of an annotation. */
const MAX_POINTS = 100_000;

/** An array of arrays of coordinates: /InkList, /Path. */
export function pathsIn(revision: PdfRevision, value: PdfObject): Point[][] {
  if (!(value instanceof PdfArray)) malformed();
  let count = 0;
  return value.items.map(item => {
    const path = pointsIn(revision, revision.resolve(item));
    count += path.length + 1;
    return count > MAX_POINTS ? malformed() : path;
  });
}

export const isEmpty = (value: PdfObject): boolean =>
  value === null || (value instanceof PdfString && value.bytes.length === 0);

export const hasText = (revision: PdfRevision, dict: PdfDict, keys: readonly string[]): boolean =>
  keys.some(key => !isEmpty(revision.get(dict, key)));

/** Pages have at most 14,400 points; larger numbers would be written with an exponent. */
const MAX_COORDINATE = 1e6;

export const format = (value: number): string =>
  String(Number(Math.min(MAX_COORDINATE, Math.max(-MAX_COORDINATE, value)).toFixed(3)));

export interface DrawnMark {
  /** On the page, over-estimated; may exceed /Rect. */
  readonly box: Box;
  readonly look: Look;
  /**
   * Operators in the space of the page that paint about the same, solid where in doubt. The graphics state /Multiply, of
   * which they make use, has that blend mode.
   */
  readonly content: string;
}

/** An annotation to be drawn. */
export interface Subject {
  readonly revision: PdfRevision;
  readonly dict: PdfDict;
  /** Where it says that it is. */
  readonly rect: Box;
  readonly drawing: Drawing;
}

/** Half of the length of a miter join at the default limit of 10, relative to the line width. */
const MITER = 5;
/** Unlike the usual colours of text and paper, so that it is seen to cover them. */
const SOLID: Colour = { components: [1, 0, 1], luminance: 0 };
const YELLOW = { components: [1, 1, 0], luminance: 1 };

export class Drawing {
  readonly #content: string[] = [];
  #box: Box | null = null;
  #text = false;
  #background = false;
  #isUnclear = false;

  /** `box` and `content` everywhere: it cannot be determined what viewers draw. */
  static unclear(): DrawnMark {
    return { box: EVERYWHERE, look: UNCLEAR, content: 'q 1 0 1 rg -15000 -15000 30000 30000 re f Q' };
  }

  addText(): void {
    this.#text = true;
  }

  /** Viewers differ on whether they draw it. */
  markUnclear(): void {
    this.#isUnclear = true;
  }

  /** Something may be drawn in `box` that leaves what is below visible. */
  reserve(box: Box): void {
    this.#box = this.#box === null ? box : union(this.#box, box);
  }

  fill(path: string, box: Box, colour: Colour = SOLID): void {
    if (colour === null) return;
    this.reserve(box);
    this.#background = true;
    this.#content.push(`${colourOperators(colour)} ${path} f`);
  }

  /** A transparent one is yellow in some viewers. */
  highlight(path: string, box: Box, colour: Colour): void {
    const shown = colour ?? YELLOW;
    this.reserve(box);
    if (shown.luminance < MIN_LUMINANCE) this.#background = true;
    this.#content.push(`/Multiply gs ${colourOperators(shown)} ${path} f`);
  }

  stroke(path: string, box: Box, width: number, colour: Colour): void {
    if (colour === null || width === 0) return;
    this.reserve(expanded(box, width * MITER));
    this.#background ||= width > MAX_THIN;
    this.#content.push(`${colourOperators(colour)} ${format(width)} w ${path} S`);
  }

  /** Null: nothing is drawn. */
  finish(): DrawnMark | null {
    if (this.#box === null) return null;
    const isOpaque = this.#background || this.#text;
    const look: Look = this.#isUnclear
      ? UNCLEAR
      : {
          effect: isOpaque ? 'opaque' : 'light',
          text: this.#text,
          background: this.#background,
          drawing: this.#content.length > 0,
        };
    return { box: this.#box, look, content: this.#content.map(operators => `q ${operators} Q`).join('\n') };
  }
}

export const rectanglePath = ({ left, bottom, right, top }: Box): string =>
  `${format(left)} ${format(bottom)} ${format(right - left)} ${format(top - bottom)} re`;

export const polygonPath = (points: readonly Point[]): string =>
  points.map(([x, y], i) => `${format(x)} ${format(y)} ${i === 0 ? 'm' : 'l'}`).join(' ');

/** Of the control point of a quarter of a circle. */
const KAPPA = 0.5523;

export function ellipsePath({ left, bottom, right, top }: Box): string {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [a, b] = [((right - left) / 2) * KAPPA, ((top - bottom) / 2) * KAPPA];
  const curve = (...points: number[]): string => `${points.map(format).join(' ')} c`;
  const upper = `${curve(right, y + b, x + a, top, x, top)} ${curve(x - a, top, left, y + b, left, y)}`;
  const lower = `${curve(left, y - b, x - a, bottom, x, bottom)} ${curve(x + a, bottom, right, y - b, right, y)}`;
  return `${format(right)} ${format(y)} m ${upper} ${lower} h`;
}

export const BLACK: Colour = { components: [0], luminance: 0 };

export const lineColour = ({ revision, dict }: Subject): Colour => {
  const colour = colourOf(revision, dict, 'C');
  return colour === undefined ? BLACK : colour;
};

/** Null without one: nothing is filled. */
export const interiorColour = ({ revision, dict }: Subject): Colour => colourOf(revision, dict, 'IC') ?? null;
