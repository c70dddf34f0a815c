/** Text objects (ISO 32000-2, 9.4): the position of text and the extent of what is shown. */
import {
  type Box,
  EVERYWHERE,
  expanded,
  type GraphicsState,
  type PdfObject,
  PdfString,
  type TextPlace,
  transformed,
} from '../../../pdf/index.js';
import type { Font } from './font-extent.js';

/** Bounds of a coordinate that depends on unknown advances. */
interface Interval {
  min: number;
  max: number;
}

const SPACE = 32;

export class TextObject {
  #place: TextPlace | null = null;
  /** Of the next glyph from the start of the line, in text space. */
  #x: Interval = { min: 0, max: 0 };
  #y: Interval = { min: 0, max: 0 };

  /** The box of the glyphs in the caller's space; null: there are none. `items`: strings, and numbers of TJ. */
  show(state: GraphicsState, font: Font, place: TextPlace, items: readonly PdfObject[]): Box | null {
    if (place !== this.#place)
      [this.#x, this.#y] = [
        { min: 0, max: 0 },
        { min: 0, max: 0 },
      ];
    this.#place = place;
    const run = new Run(font, state, this.#x, this.#y);
    for (const item of items) {
      if (item instanceof PdfString) run.addCodes(item.bytes);
      else if (typeof item === 'number') run.addGap(item);
    }
    if (run.isEmpty) return null;
    if (place.isAmbiguous || font.ink === EVERYWHERE) return EVERYWHERE;
    const box = transformed(run.box(), place.matrix);
    return transformed(state.renderingMode === 0 ? box : expanded(box, strokeReach(state)), state.matrix);
  }
}

const strokeReach = ({ lineWidth, hasMiterJoins, miterLimit }: GraphicsState): number =>
  (Math.abs(lineWidth) / 2) * (hasMiterJoins ? Math.max(1, miterLimit) : 1);

/** The glyphs of one operation; moves the intervals to behind them. */
class Run {
  readonly #size: number;
  readonly #scale: number;
  readonly #inkX: Interval = { min: Infinity, max: -Infinity };
  readonly #inkY: Interval = { min: Infinity, max: -Infinity };
  #widest = 0;

  constructor(
    private readonly font: Font,
    private readonly state: GraphicsState,
    private readonly x: Interval,
    private readonly y: Interval,
  ) {
    // a viewer may take a size of 0 for 1
    this.#size = state.size === 0 ? 1 : state.size;
    this.#scale = state.horizontalScale;
  }

  get isEmpty(): boolean {
    return this.#inkX.min === Infinity;
  }

  addCodes(bytes: Uint8Array): void {
    const step = this.font.bytesPerCode ?? 1;
    for (let at = 0; at < bytes.length; at += step) {
      const isWhole = at + step <= bytes.length;
      this.#addGlyph(!isWhole ? -1 : step === 2 ? bytes[at]! * 256 + bytes[at + 1]! : bytes[at]!);
    }
  }

  #addGlyph(code: number): void {
    const { font, state, x, y } = this;
    include(this.#inkX, x);
    include(this.#inkY, y);
    const known = font.advances?.[code] ?? Number.NaN;
    const shortest = Number.isNaN(known) ? font.shortest : known;
    const longest = Number.isNaN(known) ? font.longest : known;
    if (longest > this.#widest) this.#widest = longest;
    if (font.direction !== 'vertical') {
      const [near, far] = [shortest * this.#size, longest * this.#size];
      this.#moveAlong(Math.min(near, far), Math.max(near, far), code === SPACE ? state.wordSpace : 0);
    }
    if (font.direction !== 'horizontal') {
      const reach = longest * Math.abs(this.#size) + Math.abs(state.charSpace) + Math.abs(state.wordSpace);
      y.min -= reach;
      y.max += reach;
    }
  }

  /** Word spacing applies to codes of one byte (9.3.3), in some readers to longer ones. */
  #moveAlong(shortest: number, longest: number, wordSpace: number): void {
    const { font, state } = this;
    let min = shortest + (font.bytesPerCode === 1 ? wordSpace : Math.min(0, wordSpace));
    let max = longest + (font.bytesPerCode === 1 ? wordSpace : Math.max(0, wordSpace));
    min += state.charSpace;
    max += state.charSpace;
    // a byte may be part of a longer code without an advance of its own
    if (font.bytesPerCode === null) [min, max] = [Math.min(0, min), Math.max(0, max)];
    shift(this.x, min * this.#scale, max * this.#scale);
  }

  addGap(thousandths: number): void {
    const gap = (-thousandths / 1000) * this.#size;
    const { direction } = this.font;
    if (direction === 'horizontal') shift(this.x, gap * this.#scale, gap * this.#scale);
    else if (direction === 'vertical') shift(this.y, gap, gap);
    else {
      shift(this.x, 0, gap * this.#scale);
      shift(this.y, 0, gap);
    }
  }

  /** In the space of the line. */
  box(): Box {
    const { ink } = this.font;
    const size = this.#size;
    const across = size * (this.#scale === 0 ? 1 : this.#scale);
    const [left, right] = [ink.left * across, Math.max(ink.right, this.#widest) * across];
    const [bottom, top] = [ink.bottom * size + this.state.rise, ink.top * size + this.state.rise];
    return {
      left: this.#inkX.min + Math.min(left, right),
      bottom: this.#inkY.min + Math.min(bottom, top),
      right: this.#inkX.max + Math.max(left, right),
      top: this.#inkY.max + Math.max(bottom, top),
    };
  }
}

function include(range: Interval, other: Interval): void {
  if (other.min < range.min) range.min = other.min;
  if (other.max > range.max) range.max = other.max;
}

/** Moves by at least the one and at most the other distance, in any order. */
function shift(position: Interval, a: number, b: number): void {
  position.min += Math.min(a, b);
  position.max += Math.max(a, b);
}
