/** Collects what a viewer draws for an annotation: its extent, what it hides, and operators that paint about the same. */
import {
  type Box,
  boundingBox,
  EVERYWHERE,
  expanded,
  type PdfDict,
  type PdfRevision,
  union,
} from '../../../pdf/index.js';
import { MIN_LUMINANCE } from '../painting/effect.js';
import { type Look, MAX_THIN, UNCLEAR } from '../painting/look.js';
import { type Colour, colourOf, colourOperators, format, type Point } from './annotation-style.js';

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
  return [
    `${format(right)} ${format(y)} m`,
    curve(right, y + b, x + a, top, x, top),
    curve(x - a, top, left, y + b, left, y),
    curve(left, y - b, x - a, bottom, x, bottom),
    curve(x + a, bottom, right, y - b, right, y),
    'h',
  ].join(' ');
}

export const boxOfPoints = (points: readonly Point[]): Box => boundingBox(points);

export const BLACK: Colour = { components: [0], luminance: 0 };

export const lineColour = ({ revision, dict }: Subject): Colour => {
  const colour = colourOf(revision, dict, 'C');
  return colour === undefined ? BLACK : colour;
};

/** Null without one: nothing is filled. */
export const interiorColour = ({ revision, dict }: Subject): Colour => colourOf(revision, dict, 'IC') ?? null;
