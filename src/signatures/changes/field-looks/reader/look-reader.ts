/** Reads the content stream of a field's appearance (ISO 32000-2, 8 and 9) as far as programs that fill in forms use it. */
import {
  type Box,
  Content,
  type ContentContext,
  type ContentEvent,
  type GraphicsState,
  IDENTITY,
  initialState,
  interpret,
  isName,
  type Matrix,
  OperationLimit,
  type PdfDict,
  PdfName,
  type PdfObject,
  PdfString,
  scaleOf,
} from '../../../../pdf/index.js';
import type { PaintedPath, TextRun } from '../types.js';
import { colourOf } from './colours.js';
import { paintedPath } from './painted-path.js';
import { TextLine } from './text-line.js';

/** More than the appearance of any field; one with more is not understood. */
const MAX_OPERATIONS = 20_000;

export class LookReader {
  readonly runs: TextRun[] = [];
  readonly paths: PaintedPath[] = [];
  understood = true;
  /** False: readers would differ on what is painted besides. */
  isReadable = true;
  readonly content: Content;
  readonly #line: TextLine;

  constructor(context: Omit<ContentContext, 'limit'>, matrix: Matrix, box: Box) {
    const limit = new OperationLimit(MAX_OPERATIONS);
    this.content = new Content({ ...context, limit }, initialState(matrix, box));
    this.#line = new TextLine(context.revision);
  }

  read(bytes: Uint8Array): void {
    for (const event of interpret(this.content, bytes)) {
      if (event.kind === 'path') this.#paint(event);
      else if (event.kind === 'text') this.#show(event);
      else if (event.kind === 'parameters') this.understood &&= this.#isNeutral(event.parameters);
      else if (event.kind === 'marked') this.understood &&= !isName(event.tag, 'OC');
      else if (event.kind !== 'font') {
        this.understood = false;
        this.isReadable = event.kind !== 'unreadable';
        return;
      }
    }
  }

  #paint({ path, fills, strokes }: ContentEvent & { readonly kind: 'path' }): void {
    const { state } = this.content;
    if (path.isAmbiguous) this.understood = false;
    if (path.isEmpty || !(fills || strokes)) return;
    const style = {
      fill: fills ? colourOf(state.fill.rgb) : ('none' as const),
      stroke: strokes ? colourOf(state.stroke.rgb) : ('none' as const),
      lineWidth: strokes ? Math.abs(state.lineWidth) * scaleOf(state.matrix) : 0,
      dash: strokes && state.dash !== null ? JSON.stringify(state.dash.items) : '',
      overText: this.runs.length > 0,
      clip: clipOf(state),
    };
    this.paths.push(paintedPath(path, state.matrix, style));
  }

  #show({ items, place }: ContentEvent & { readonly kind: 'text' }): void {
    const { state } = this.content;
    // mode 4 and above add the text to the clipping path
    if (place.isAmbiguous || state.renderingMode > 3) this.understood = false;
    this.#line.begin(place);
    for (const item of items) {
      if (typeof item === 'number') this.#line.move(item, state);
      else if (item instanceof PdfString) {
        const colour = colourOf((state.renderingMode === 1 ? state.stroke : state.fill).rgb);
        this.runs.push({ ...this.#line.run(item.bytes, state), clip: clipOf(state), colour });
      }
    }
  }

  /** Parameters that alter colours or opacity are not evaluated. */
  #isNeutral({ entries }: PdfDict): boolean {
    const { revision } = this.content.context;
    return [...entries].every(([key, value]) => isNeutral(key, revision.resolve(value)));
  }

  /** Text that would be shown next, without a transformation and at a size of at least 1. */
  probe(bytes: Uint8Array): ReturnType<TextLine['run']> {
    const { state, place } = this.content;
    this.#line.begin(place);
    return this.#line.run(bytes, { ...state, matrix: IDENTITY, size: state.size === 0 ? 1 : state.size });
  }
}

const clipOf = ({ clip, isClipPlain }: GraphicsState): Box | null => (isClipPlain ? clip : null);

/** Graphics state parameters that paint as without them. */
function isNeutral(key: string, value: PdfObject): boolean {
  if (key === 'ca' || key === 'CA') return value === 1;
  if (key === 'BM') return value instanceof PdfName && (value.name === 'Normal' || value.name === 'Compatible');
  if (key === 'SMask') return value instanceof PdfName && value.name === 'None';
  return ['Type', 'SA', 'AIS', 'TK', 'op', 'OP', 'OPM', 'SM', 'FL', 'RI'].includes(key);
}
