/** Reads the content stream of a field's appearance (ISO 32000-2, 8 and 9) as far as programs that fill in forms use it. */
import {
  type Box,
  Content,
  type ContentContext,
  type ContentEvent,
  cornersOf,
  dictOf,
  type GraphicsState,
  IDENTITY,
  initialState,
  interpret,
  isName,
  type Matrix,
  OperationLimit,
  type Path,
  type PdfDict,
  PdfName,
  type PdfObject,
  PdfString,
  scaleOf,
  transformedPoint,
} from '../../../../pdf/index.js';
import type { PaintedPath, TextRun } from '../types.js';
import { colourOf } from './colours.js';
import { rectanglesOf } from './rectangles.js';
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
      else if (event.kind === 'marked')
        this.understood &&= !isName(event.tag, 'OC') && !hasTextOfItsOwn(event.properties);
      else if (event.kind !== 'font') {
        this.understood = false;
        this.isReadable = event.kind !== 'unreadable';
        return;
      }
    }
  }

  #paint({ path, fills, strokes, isEvenOdd }: ContentEvent & { readonly kind: 'path' }): void {
    const { state } = this.content;
    if (path.isAmbiguous) this.understood = false;
    if (path.isEmpty || !(fills || strokes)) return;
    const style = {
      fill: fills ? colourOf(state.fill.rgb) : ('none' as const),
      stroke: strokes ? colourOf(state.stroke.rgb) : ('none' as const),
      lineWidth: strokes ? Math.abs(state.lineWidth) * scaleOf(state.matrix) : 0,
      dash: strokes && state.dash !== null ? JSON.stringify(state.dash.items) : '',
      overText: this.runs.length > 0,
      runsBefore: this.runs.length,
      isEvenOdd: fills && isEvenOdd,
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
        this.runs.push({ ...this.#line.run(item.bytes, state), index: this.runs.length, clip: clipOf(state), colour });
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

/** Screen readers and text extraction use it in place of the painted text (14.9.3 to 14.9.5). */
const hasTextOfItsOwn = (properties: PdfObject): boolean =>
  ['ActualText', 'Alt', 'E'].some(key => dictOf(properties)?.has(key));

const clipOf = ({ clip, isClipPlain }: GraphicsState): Box | null => (isClipPlain ? clip : null);

/** Graphics state parameters that paint as without them. */
function isNeutral(key: string, value: PdfObject): boolean {
  if (key === 'ca' || key === 'CA') return value === 1;
  if (key === 'BM') return value instanceof PdfName && (value.name === 'Normal' || value.name === 'Compatible');
  if (key === 'SMask') return value instanceof PdfName && value.name === 'None';
  return ['Type', 'SA', 'AIS', 'TK', 'op', 'OP', 'OPM', 'SM', 'FL', 'RI'].includes(key);
}

type Point = readonly [number, number];
type Style = Pick<PaintedPath, 'fill' | 'stroke' | 'lineWidth' | 'overText' | 'runsBefore' | 'isEvenOdd'> & {
  readonly dash: string;
  /** Null: not a rectangle. */
  readonly clip: Box | null;
};

function paintedPath(path: Path, matrix: Matrix, { dash, clip, ...style }: Style): PaintedPath {
  const points: Point[] = [];
  for (let i = 0; i < path.coordinates.length; i += 2)
    points.push(transformedPoint(matrix, path.coordinates[i]!, path.coordinates[i + 1]!));
  const rounded = points.map(point => point.map(value => Math.round(value * 10) / 10).join(' ')).join(' ');
  const area = clip ? cornersOf(clip).map(Math.round).join(' ') : '?';
  const { fill, stroke, lineWidth, overText, isEvenOdd } = style;
  const width = Math.round(lineWidth * 10) / 10;
  const key = [path.segments.join(''), rounded, fill, stroke, width, dash, overText, area, isEvenOdd].join('|');
  return { points, rectangles: rectanglesOf(path, points, isEvenOdd), lines: linesOf(path, points), ...style, key };
}

function linesOf({ segments }: Path, points: readonly Point[]): (readonly [Point, Point])[] {
  const lines: (readonly [Point, Point])[] = [];
  let start: Point | undefined;
  let current: Point | undefined;
  let at = 0;
  for (const segment of segments) {
    const end = at + POINTS[segment];
    if (segment === 're') for (let i = at; i < end; i++) lines.push([points[i]!, points[i + 1 < end ? i + 1 : at]!]);
    else if (segment === 'h' && current && start) lines.push([current, start]);
    else if (segment !== 'h' && segment !== 'm') lines.push([current ?? points[at]!, points[end - 1]!]);
    if (segment === 'm' || segment === 're') start = points[at];
    // closing a subpath, as a rectangle does, leads back to its start (8.5.2.1)
    current = segment === 'h' || segment === 're' ? start : points[end - 1];
    at = end;
  }
  return lines;
}

const POINTS: Readonly<Record<Path['segments'][number], number>> = { m: 1, l: 1, c2: 2, c3: 3, re: 4, h: 0 };
