/** The text state and the text matrices (ISO 32000-2, 9.3 and 9.4.2). */
import { IDENTITY, type Matrix, multiply } from '../../painting/geometry.js';
import type { SelectedFont, TextRun } from '../types.js';

/** Relative to the font size: beyond these, glyphs are drawn over each other or far apart. */
const [MIN_SPACING, MAX_SPACING] = [-0.15, 5];
/** An adjustment between glyphs (9.4.3, TJ) in thousandths of the font size: more moves back over earlier text. */
const MAX_MOVE_BACK = 300;
const [MIN_SCALING, MAX_SCALING] = [0.5, 2];

export class TextState {
  font: SelectedFont | null = null;
  characterSpacing = 0;
  wordSpacing = 0;
  scaling = 1;
  leading = 0;
  rise = 0;
  mode = 0;
  #matrix: Matrix = IDENTITY;
  #line: Matrix = IDENTITY;
  #movedBack = false;

  copy(): TextState {
    return Object.assign(new TextState(), this).at(this);
  }

  /** With the matrices of another state. */
  at(other: TextState): this {
    this.#matrix = other.#matrix;
    this.#line = other.#line;
    this.#movedBack = other.#movedBack;
    return this;
  }

  begin(): void {
    this.place(IDENTITY);
  }

  place(matrix: Matrix): void {
    this.#matrix = matrix;
    this.#line = matrix;
    this.#movedBack = false;
  }

  nextLine(x: number, y: number, leading = this.leading): void {
    this.leading = leading;
    this.place(multiply([1, 0, 0, 1, x, y], this.#line));
  }

  /** `adjustment` in thousandths of the font size, as TJ has it. */
  move(adjustment: number): void {
    if (adjustment > MAX_MOVE_BACK) this.#movedBack = true;
    this.#advance((-adjustment / 1000) * (this.font?.size ?? 0) * this.scaling);
  }

  /** As `run` does, without a transformation and at a size of at least 1. */
  probe(bytes: Uint8Array): Omit<TextRun, 'clip' | 'colour'> {
    const probed = this.copy();
    if (probed.font?.size === 0) probed.font = { ...probed.font, size: 1 };
    return probed.run(bytes, IDENTITY);
  }

  /** Text at the current position, which moves behind it. */
  run(bytes: Uint8Array, page: Matrix): Omit<TextRun, 'clip' | 'colour'> {
    const { font } = this;
    const size = font?.size ?? 0;
    const space = multiply(multiply([size * this.scaling, 0, 0, size, 0, this.rise], this.#matrix), page);
    const text = font?.font.decode(bytes) ?? null;
    const advance = this.#advanceOf(bytes, text);
    const across = Math.hypot(space[0], space[1]);
    const distorted = this.#isDistorted(size);
    this.#advance(advance * size * this.scaling);
    return {
      text,
      codes: Buffer.from(bytes).toString('hex'),
      font: font?.font ?? NO_FONT,
      fontDict: font?.dict ?? null,
      fontWritten: font?.written ?? null,
      size: Math.hypot(space[2], space[3]),
      x: space[4],
      y: space[5],
      extent: advance * across,
      direction: directionOf(space),
      mode: this.mode,
      distorted,
    };
  }

  #isDistorted(size: number): boolean {
    const spacings = [this.characterSpacing, this.wordSpacing].map(value => value / (Math.abs(size) || 1));
    return (
      this.#movedBack ||
      size <= 0 ||
      this.scaling < MIN_SCALING ||
      this.scaling > MAX_SCALING ||
      spacings.some(value => value < MIN_SPACING || value > MAX_SPACING)
    );
  }

  #advance(x: number): void {
    this.#matrix = multiply([1, 0, 0, 1, x, 0], this.#matrix);
  }

  /** In units of the font size. */
  #advanceOf(bytes: Uint8Array, text: string | null): number {
    const size = this.font?.size || 1;
    let sum = 0;
    let spaces = 0;
    let isStated = bytes.length > 0;
    for (const code of bytes) {
      const width = this.font?.font.width(code) ?? null;
      sum += width ?? 0;
      isStated &&= width !== null;
      if (code === 0x20) spaces++;
    }
    if (!isStated) sum = estimatedWidth(text, bytes.length);
    return sum + (bytes.length * this.characterSpacing + spaces * this.wordSpacing) / size;
  }
}

const NO_FONT: TextRun['font'] = { decode: () => null, width: () => null, standard: false };

/** Over-estimates for Latin text fonts. */
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
