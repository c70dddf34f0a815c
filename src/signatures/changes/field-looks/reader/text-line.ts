/** Text as it appears on the page (ISO 32000-2, 9.3 and 9.4). */
import {
  type GraphicsState,
  IDENTITY,
  type Matrix,
  multiply,
  type PdfRevision,
  type TextPlace,
} from '../../../../pdf/index.js';
import { fontOf } from '../fonts/fonts.js';
import type { Font, TextRun } from '../types.js';

/** Relative to the font size: beyond these, glyphs are drawn over each other or far apart. */
const [MIN_SPACING, MAX_SPACING] = [-0.15, 5];
/** An adjustment between glyphs (9.4.3, TJ) in thousandths of the font size: more moves back over earlier text. */
const MAX_MOVE_BACK = 300;
const [MIN_SCALING, MAX_SCALING] = [0.5, 2];

export class TextLine {
  #place: TextPlace = { matrix: IDENTITY, isAmbiguous: false };
  #matrix: Matrix = IDENTITY;
  #movedBack = false;

  constructor(private readonly revision: PdfRevision) {}

  /** Text at this place, or behind earlier text at it. */
  begin(place: TextPlace): void {
    if (place === this.#place) return;
    this.#place = place;
    this.#matrix = place.matrix;
    this.#movedBack = false;
  }

  /** `adjustment` in thousandths of the font size, as TJ has it. */
  move(adjustment: number, { size, horizontalScale }: GraphicsState): void {
    if (adjustment > MAX_MOVE_BACK) this.#movedBack = true;
    this.#advance((-adjustment / 1000) * size * horizontalScale);
  }

  /** Text at the current position, which moves behind it. */
  run(bytes: Uint8Array, state: GraphicsState): Omit<TextRun, 'index' | 'clip' | 'colour'> {
    const { size, horizontalScale } = state;
    const font = fontOf(this.revision, state.font?.dict ?? null);
    const glyph = multiply([size * horizontalScale, 0, 0, size, 0, state.rise], this.#matrix);
    const space = multiply(glyph, state.matrix);
    const text = font.decode(bytes);
    const advance = advanceOf(bytes, text, font, state);
    const distorted = this.#movedBack || isDistorted(state);
    this.#advance(advance * size * horizontalScale);
    return {
      text,
      codes: Buffer.from(bytes).toString('hex'),
      font,
      fontDict: state.font?.dict ?? null,
      fontWritten: state.font?.written ?? null,
      size: Math.hypot(space[2], space[3]),
      x: space[4],
      y: space[5],
      extent: advance * Math.hypot(space[0], space[1]),
      direction: directionOf(space),
      mode: state.renderingMode,
      distorted,
    };
  }

  #advance(x: number): void {
    this.#matrix = multiply([1, 0, 0, 1, x, 0], this.#matrix);
  }
}

function isDistorted({ size, horizontalScale, charSpace, wordSpace }: GraphicsState): boolean {
  const spacings = [charSpace, wordSpace].map(value => value / (Math.abs(size) || 1));
  return (
    size <= 0 ||
    horizontalScale < MIN_SCALING ||
    horizontalScale > MAX_SCALING ||
    spacings.some(value => value < MIN_SPACING || value > MAX_SPACING)
  );
}

/** In units of the font size. */
function advanceOf(bytes: Uint8Array, text: string | null, font: Font, state: GraphicsState): number {
  let sum = 0;
  let spaces = 0;
  let isStated = bytes.length > 0;
  for (const code of bytes) {
    const width = font.width(code);
    sum += width ?? 0;
    isStated &&= width !== null;
    if (code === 0x20) spaces++;
  }
  if (!isStated) sum = estimatedWidth(text, bytes.length);
  return sum + (bytes.length * state.charSpace + spaces * state.wordSpace) / (state.size || 1);
}

/** Of fonts that state no widths; over-estimates for Latin text fonts. */
function estimatedWidth(text: string | null, codes: number): number {
  if (text === null) return 0.6 * codes;
  let sum = 0;
  for (const character of text) sum += characterWidth(character);
  return sum;
}

function characterWidth(character: string): number {
  if (/[\s.,:;'|!()[\]{}/\\iljtfI-]/.test(character)) return 0.35;
  if (/[a-z0-9]/.test(character)) return /[mw]/.test(character) ? 0.9 : 0.56;
  return /[A-Z]/.test(character) ? 0.75 : 1;
}

/** Signs and slopes of the axes, without their lengths. */
function directionOf([a, b, c, d]: Matrix): string {
  const [x, y] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1];
  return [a / x, b / x, c / y, d / y]
    .map(value => (Math.round(value * 50) / 50).toString().replace('-0', '0'))
    .join(' ');
}
