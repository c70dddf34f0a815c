/** Interprets the content stream of a field's appearance (ISO 32000-2, 8 and 9) as far as programs that fill in forms use it. */
import {
  contentOperations,
  type PdfDict,
  PdfName,
  type PdfObject,
  type PdfRevision,
  PdfString,
} from '../../../../pdf/index.js';
import { type Box, intersection, type Matrix } from '../../painting/geometry.js';
import { fontOf } from '../fonts/fonts.js';
import type { Colour, PaintedPath, TextRun } from '../types.js';
import { BLACK } from './colours.js';
import { OPERATORS } from './look-operators.js';
import { PathBuilder } from './path-builder.js';
import { TextState } from './text-state.js';

/** More than the appearance of any field; one with more is not understood. */
const MAX_OPERATIONS = 20_000;
const MAX_SAVED_STATES = 100;

interface State {
  matrix: Matrix;
  clip: Box | null;
  fill: Colour;
  stroke: Colour;
  /** The colour space of sc and SC is a device space. */
  deviceFill: boolean;
  deviceStroke: boolean;
  lineWidth: number;
  dash: string;
  text: TextState;
}

export type Operands = readonly PdfObject[];

export class LookReader {
  readonly runs: TextRun[] = [];
  readonly paths: PaintedPath[] = [];
  understood = true;
  state: State;
  path = new PathBuilder();
  readonly #saved: State[] = [];

  constructor(
    private readonly revision: PdfRevision,
    matrix: Matrix,
    box: Box,
    private readonly fonts: (name: string) => PdfObject,
    private readonly resources: PdfDict | null,
  ) {
    const [deviceFill, deviceStroke] = [true, true];
    const text = new TextState();
    this.state = {
      matrix,
      clip: box,
      fill: BLACK,
      stroke: BLACK,
      deviceFill,
      deviceStroke,
      lineWidth: 1,
      dash: '',
      text,
    };
  }

  read(bytes: Uint8Array): void {
    let count = 0;
    for (const { operator, operands } of contentOperations(bytes)) {
      const handler = operator === null ? undefined : OPERATORS.get(operator);
      if (!handler || ++count > MAX_OPERATIONS) {
        this.understood = false;
        return;
      }
      handler(this, operands);
    }
  }

  save(): void {
    if (this.#saved.length >= MAX_SAVED_STATES) this.understood = false;
    else this.#saved.push({ ...this.state, text: this.state.text.copy() });
  }

  restore(): void {
    const saved = this.#saved.pop();
    // the text matrices are not part of the graphics state (9.4.1)
    if (saved) this.state = { ...saved, text: saved.text.at(this.state.text) };
  }

  /** Null, and not understood, unless there are exactly `count` numbers. */
  numbers(operands: Operands, count: number): number[] | null {
    const numbers = operands.filter((item): item is number => typeof item === 'number' && Number.isFinite(item));
    if (numbers.length === count && operands.length === count) return numbers;
    this.understood = false;
    return null;
  }

  selectFont([name, size]: Operands): void {
    if (!(name instanceof PdfName) || typeof size !== 'number') {
      this.understood = false;
      return;
    }
    const written = this.fonts(name.name);
    const dict = this.revision.resolve(written);
    this.state.text.font = { written, dict, font: fontOf(this.revision, dict), size };
  }

  show(items: Operands): void {
    const { text, fill, stroke, clip, matrix } = this.state;
    // mode 4 and above add the text to the clipping path
    if (text.mode > 3) this.understood = false;
    for (const item of items) {
      if (typeof item === 'number') text.move(item);
      else if (item instanceof PdfString) {
        const run = text.run(item.bytes, matrix);
        this.runs.push({ ...run, clip, colour: text.mode === 1 ? stroke : fill });
      } else this.understood = false;
    }
  }

  paint(paints: { readonly fill: boolean; readonly stroke: boolean }): void {
    const { fill, stroke, lineWidth, matrix, dash } = this.state;
    const scale = Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
    const style = {
      fill: paints.fill ? fill : ('none' as const),
      stroke: paints.stroke ? stroke : ('none' as const),
      lineWidth: paints.stroke ? lineWidth * scale : 0,
      dash: paints.stroke ? dash : '',
    };
    if (paints.fill || paints.stroke)
      this.paths.push(...this.path.painted(style, this.runs.length > 0, this.state.clip));
    this.#endPath();
  }

  #endPath(): void {
    if (this.path.clips) {
      const area = this.path.rectangle();
      this.state.clip = area && this.state.clip && intersection(this.state.clip, area);
    }
    this.path = new PathBuilder();
  }

  /** Parameters that alter colours or opacity are not evaluated. */
  applyState([name]: Operands): void {
    const states = this.revision.getDict(this.resources, 'ExtGState');
    const state = name instanceof PdfName ? this.revision.getDict(states, name.name) : null;
    if (!state || [...state.entries].some(([key, value]) => !isNeutral(key, this.revision.resolve(value))))
      this.understood = false;
  }

  /** 8.11.3.2: content of an optional content group. */
  beginMarked([tag]: Operands): void {
    if (tag instanceof PdfName && tag.name === 'OC') this.understood = false;
  }
}

/** Graphics state parameters that paint as without them. */
function isNeutral(key: string, value: PdfObject): boolean {
  if (key === 'ca' || key === 'CA') return value === 1;
  if (key === 'BM') return value instanceof PdfName && (value.name === 'Normal' || value.name === 'Compatible');
  if (key === 'SMask') return value instanceof PdfName && value.name === 'None';
  return ['Type', 'SA', 'AIS', 'TK', 'op', 'OP', 'OPM', 'SM', 'FL', 'RI'].includes(key);
}
