/** Interprets content streams: what each operation paints, where, and whether it hides what is below. */
import {
  contentOperations,
  isName,
  type Operation,
  PdfArray,
  PdfDict,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  PdfString,
} from '../../../pdf/index.js';
import { type Box, boundingBox, IDENTITY, type Matrix, multiply, numbersOf, transformed } from './geometry.js';

/** Nesting of form XObjects. */
const MAX_DEPTH = 8;
const MAX_BOXES = 100_000;
/** Mean glyph width of text fonts, relative to the font size. */
const MEAN_WIDTH = 0.5;
const UNIT: Box = { left: 0, bottom: 0, right: 1, top: 1 };

interface State {
  matrix: Matrix;
  size: number;
  leading: number;
}

/** One painting operation. */
export interface Paint {
  readonly kind: 'fill' | 'stroke' | 'text' | 'image' | 'shading' | 'unknown';
  /** In the caller's space, over-estimated; infinite where the extent is unknown. */
  readonly box: Box;
  /** A path filled with one colour. */
  readonly plain: boolean;
  readonly effect: 'opaque' | 'highlight' | 'invisible';
  /** Of strokes, in the caller's space. */
  readonly lineWidth: number | null;
}

export interface Painting {
  readonly paints: readonly Paint[];
  /** What is visible depends on the viewer: optional content, alternate images, external data. */
  readonly variable: boolean;
}

export interface Content {
  readonly bytes: Uint8Array;
  readonly resources: PdfDict | null;
}

const EVERYWHERE: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };

/** What the content paints, in order. Beyond a limit or at a syntax error the last paint is 'unknown' and unbounded. */
export function paintsOf(revision: PdfRevision, { bytes, resources }: Content, matrix: Matrix): Painting {
  const paints: Paint[] = [];
  new Painter(revision, paints, resources).run(bytes, matrix, 0);
  const states = revision.getDict(resources, 'ExtGState');
  const blended = [...(states?.entries.values() ?? [])].some(state => isTransparent(revision, revision.resolve(state)));
  return { paints: blended ? paints.map(paint => ({ ...paint, effect: 'highlight' })) : paints, variable: false };
}

function isTransparent(revision: PdfRevision, state: PdfObject): boolean {
  if (!(state instanceof PdfDict)) return false;
  const mode = revision.getName(state, 'BM');
  return (mode !== null && mode !== 'Normal') || (revision.getNumber(state, 'ca') ?? 1) < 1;
}

class Painter {
  readonly #saved: State[] = [];
  #state: State = { matrix: IDENTITY, size: 1, leading: 0 };
  #line: Matrix = IDENTITY;
  #text: Matrix = IDENTITY;
  #path: number[][] = [];

  constructor(
    readonly revision: PdfRevision,
    readonly paints: Paint[],
    readonly resources: PdfDict | null,
  ) {}

  run(bytes: Uint8Array, matrix: Matrix, depth: number): void {
    this.#state = { ...this.#state, matrix };
    for (const operation of contentOperations(bytes)) {
      if (this.paints.length >= MAX_BOXES) {
        this.#unknown();
        return;
      }
      if (operation.operator === null) this.#unknown();
      else this.#step(operation.operator, operation, depth);
    }
  }

  #unknown(): void {
    this.paints.push({ kind: 'unknown', box: EVERYWHERE, plain: false, effect: 'opaque', lineWidth: null });
  }

  #step(operator: string, operation: Operation, depth: number): void {
    const numbers = operation.operands.filter(operand => typeof operand === 'number');
    if (this.#stateOperator(operator, numbers)) return;
    if (this.#textOperator(operation, numbers)) return;
    switch (operator) {
      case 'm':
      case 'l':
      case 'c':
      case 'v':
      case 'y':
        for (let i = 0; i + 1 < numbers.length; i += 2) this.#path.push(numbers.slice(i, i + 2));
        return;
      case 're':
        if (numbers.length === 4)
          this.#path.push([numbers[0]!, numbers[1]!], [numbers[0]! + numbers[2]!, numbers[1]! + numbers[3]!]);
        return;
      case 'Do':
        this.#paintObject(operation, depth);
        return;
      case 'EI':
      case 'sh':
        this.#add('image', UNIT);
        return;
      default:
        this.#endPath(operator);
    }
  }

  #stateOperator(operator: string, numbers: number[]): boolean {
    if (operator === 'q') this.#saved.push({ ...this.#state });
    else if (operator === 'Q') this.#state = this.#saved.pop() ?? this.#state;
    else if (operator === 'cm' && numbers.length === 6) {
      this.#state.matrix = multiply(numbers as unknown as Matrix, this.#state.matrix);
    } else return false;
    return true;
  }

  #textOperator({ operator, operands }: Operation, numbers: number[]): boolean {
    switch (operator) {
      case 'BT':
        this.#moveTo(IDENTITY);
        return true;
      case 'Tf':
        this.#state.size = Math.abs(numbers[0] ?? 1);
        return true;
      case 'TL':
        this.#state.leading = numbers[0] ?? 0;
        return true;
      case 'Tm':
        if (numbers.length === 6) this.#moveTo(numbers as unknown as Matrix);
        return true;
      case 'TD':
      case 'Td':
        if (operator === 'TD') this.#state.leading = -(numbers[1] ?? 0);
        this.#moveBy(numbers[0] ?? 0, numbers[1] ?? 0);
        return true;
      case "'":
      case '"':
      case 'T*':
        this.#moveBy(0, -this.#state.leading);
        if (operator !== 'T*') this.#show(operands);
        return true;
      case 'Tj':
      case 'TJ':
        this.#show(operands);
        return true;
      default:
        return false;
    }
  }

  #moveTo(matrix: Matrix): void {
    this.#line = matrix;
    this.#text = matrix;
  }

  #moveBy(x: number, y: number): void {
    this.#moveTo(multiply([1, 0, 0, 1, x, y], this.#line));
  }

  #show(operands: Operation['operands']): void {
    const items = operands.flatMap(operand => (operand instanceof PdfArray ? operand.items : [operand]));
    const bytes = items.reduce<number>((sum, item) => sum + (item instanceof PdfString ? item.bytes.length : 0), 0);
    if (bytes === 0) return;
    const { size } = this.#state;
    const width = bytes * size * MEAN_WIDTH;
    const box = transformed({ left: 0, bottom: -0.2 * size, right: width, top: 0.8 * size }, this.#text);
    this.#add('text', box);
    this.#text = multiply([1, 0, 0, 1, width, 0], this.#text);
  }

  #endPath(operator: string): void {
    if (/^([fFBbsS]\*?|n)$/.test(operator) && this.#path.length > 0) {
      if (operator !== 'n') this.#add(/^s/i.test(operator) ? 'stroke' : 'fill', boundingBox(this.#path));
      this.#path = [];
    }
  }

  #paintObject({ operands }: Operation, depth: number): void {
    const name = operands[0];
    const objects = this.revision.getDict(this.resources, 'XObject');
    if (!objects || name === null || typeof name !== 'object' || !('name' in name)) return;
    const object = this.revision.get(objects, name.name);
    if (!(object instanceof PdfStream)) return;
    const isForm = isName(object.dict.get('Subtype'), 'Form');
    if (!isForm) this.#add('image', UNIT);
    if (!isForm || depth >= MAX_DEPTH) return;
    const own = numbersOf(this.revision, object.dict.get('Matrix'), 6) as Matrix | null;
    const resources = this.revision.getDict(object, 'Resources') ?? this.resources;
    const matrix = multiply(own ?? IDENTITY, this.#state.matrix);
    new Painter(this.revision, this.paints, resources).run(this.revision.decode(object).bytes, matrix, depth + 1);
  }

  #add(kind: Paint['kind'], box: Box): void {
    const placed = transformed(box, this.#state.matrix);
    const lineWidth = kind === 'stroke' ? 1 : null;
    this.paints.push({ kind, box: placed, plain: kind === 'fill', effect: 'opaque', lineWidth });
  }
}
