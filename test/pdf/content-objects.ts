/** The objects of a page by the events of its content streams, to be compared with those of PDFium. */
import {
  type Box,
  Content,
  type ContentEvent,
  formMatrix,
  type GraphicsState,
  IDENTITY,
  inheritedEntry,
  initialState,
  interpret,
  type Matrix,
  multiply,
  OperationLimit,
  PdfArray,
  PdfDict,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  PdfString,
  type TextPlace,
  transformed,
} from '../../src/pdf/index.js';
import { fontOf } from '../../src/signatures/changes/field-looks/fonts/fonts.js';
import type { Kind, PageObject } from './pdfium-objects.js';

/** Null: cannot be told from the events. */
export interface Painted {
  readonly kind: Kind;
  readonly box: Box | null;
  /** By a stroke, in PDFium without limits at sharp corners. */
  readonly isWidened: boolean;
  readonly start: readonly [x: number, y: number] | null;
  /** Without white space and hyphens. */
  readonly text: string | null;
  readonly fill: readonly number[] | null;
  readonly size: number;
  readonly mode: number;
  readonly objects: readonly Painted[];
}

const UNIT: Box = { left: 0, bottom: 0, right: 1, top: 1 };
const MAX_DEPTH = 8;

/** Null: the content is not readable. */
export function paintedOn(revision: PdfRevision, page: PdfDict, matrix = IDENTITY): Painted[] | null {
  const contents = revision.get(page, 'Contents');
  const streams = (contents instanceof PdfArray ? contents.items : [contents]).map(item => revision.resolve(item));
  const parts = streams.flatMap(stream => (stream instanceof PdfStream ? [revision.decode(stream).bytes, SPACE] : []));
  const resources = revision.resolve(inheritedEntry(revision, page, 'Resources'));
  return new Reader(revision, resources instanceof PdfDict ? resources : null, matrix, 0).read(Buffer.concat(parts));
}

const SPACE = Buffer.from('\n');

class Reader {
  readonly #content: Content;
  readonly #painted: Painted[] = [];
  #place: TextPlace | null = null;

  constructor(
    private readonly revision: PdfRevision,
    private readonly resources: PdfDict | null,
    matrix: Matrix,
    private readonly depth: number,
  ) {
    this.#content = new Content({ revision, resources, limit: new OperationLimit(500_000) }, initialState(matrix));
  }

  read(bytes: Uint8Array): Painted[] | null {
    for (const event of interpret(this.#content, bytes)) {
      if (event.kind === 'unreadable') return null;
      this.#read(event, this.#content.state);
    }
    return this.#painted;
  }

  #read(event: ContentEvent, state: GraphicsState): void {
    const { matrix } = state;
    if (event.kind === 'text') this.#addText(event.items, event.place, state);
    else if (event.kind === 'shading') this.#add('shading', {});
    else if (event.kind === 'inline-image') this.#add('image', { box: transformed(UNIT, matrix) });
    else if (event.kind === 'object' && event.object instanceof PdfStream) this.#addObject(event.object, matrix);
    else if (event.kind === 'path' && !event.path.isEmpty && (event.fills || event.strokes)) {
      const fill = event.fills ? fillOf(state) : null;
      this.#add('path', { box: event.path.fillBox(matrix), isWidened: event.strokes, fill });
    }
  }

  /** Where a text begins behind another one depends on its font. */
  #addText(items: readonly PdfObject[], place: TextPlace, state: GraphicsState): void {
    if (!items.some(item => item instanceof PdfString && item.bytes.length > 0)) return;
    const isFirst = place !== this.#place && items[0] instanceof PdfString;
    this.#place = place;
    const [, , , , x, y] = multiply([1, 0, 0, 1, 0, state.rise], multiply(place.matrix, state.matrix));
    const { size, renderingMode: mode } = state;
    const text = textOf(this.revision, state, items);
    this.#add('text', { text, start: isFirst ? [x, y] : null, size, mode, fill: fillOf(state) });
  }

  #addObject(stream: PdfStream, matrix: Matrix): void {
    if (this.revision.getName(stream, 'Subtype') !== 'Form') this.#add('image', { box: transformed(UNIT, matrix) });
    else {
      const resources = this.revision.getDict(stream, 'Resources') ?? this.resources;
      const own = formMatrix(this.revision, stream) ?? IDENTITY;
      const reader = new Reader(this.revision, resources, own, this.depth + 1);
      const objects = this.depth < MAX_DEPTH ? reader.read(this.revision.decode(stream).bytes) : null;
      this.#add('form', { objects: objects ?? [] });
    }
  }

  #add(kind: Kind, more: Partial<Painted>): void {
    this.#painted.push({
      kind,
      box: null,
      isWidened: false,
      start: null,
      text: null,
      fill: null,
      size: 0,
      mode: 0,
      objects: [],
      ...more,
    });
  }
}

/** Null: the font does not say what its codes mean. */
function textOf(revision: PdfRevision, { font }: GraphicsState, items: readonly PdfObject[]): string | null {
  const { decode } = fontOf(revision, font?.dict ?? null);
  const texts = items.flatMap(item => (item instanceof PdfString ? [decode(item.bytes)] : []));
  return texts.includes(null) ? null : plain(texts.join(''));
}

const plain = (text: string): string => text.normalize('NFKC').replace(/[\s\u00ad-]+|\p{Cc}/gu, '');

/** The formulas for DeviceCMYK differ. */
const fillOf = ({ fill }: GraphicsState): readonly number[] | null =>
  fill.space === 'DeviceCMYK' || fill.rgb === null ? null : fill.rgb.map(value => value * 255);

export interface Differences {
  /** What was compared: pages, forms and objects. */
  count: number;
  readonly found: string[];
  /** Of the texts alone, which depend on fonts. */
  readonly texts: string[];
}

export interface Tolerance {
  readonly points: number;
  readonly colour: number;
}

/** Objects in the same order, of the same kinds, at the same places, in the same colours. */
export function compare(
  painted: readonly Painted[],
  objects: readonly PageObject[],
  tolerance: Tolerance,
  result: Differences,
): void {
  const [kinds, expected] = [painted, objects].map(list => list.map(({ kind }) => kind).join(' '));
  result.count++;
  if (kinds !== expected) result.found.push(`kinds: ${kinds}, PDFium: ${expected}`);
  else for (const [i, one] of painted.entries()) compareOne(one, objects[i]!, tolerance, result);
}

function compareOne(painted: Painted, object: PageObject, { points, colour }: Tolerance, result: Differences): void {
  const { kind, box, start, fill } = painted;
  const isNear = (a: number, b: number, by = points) => Math.abs(a - b) <= by + 1e-4 * Math.abs(b);
  const say = (what: string, ours: unknown, theirs: unknown) =>
    result.found.push(`${what} of ${kind}: ${JSON.stringify(ours)}, PDFium: ${JSON.stringify(theirs)}`);
  result.count++;
  if (box && !isWithin(box, object.box, points)) say('box', box, object.box);
  if (box && !painted.isWidened && !isWithin(object.box, box, points)) say('box', box, object.box);
  const [, , , , x, y] = object.matrix;
  if (start && !(isNear(start[0], x) && isNear(start[1], y))) say('start', start, [x, y]);
  if (fill && !fill.every((value, i) => isNear(value, object.fill[i]!, colour))) say('colour', fill, object.fill);
  if (kind === 'text' && !isNear(painted.size, object.size)) say('size', painted.size, object.size);
  if (painted.text !== null && painted.text !== plain(object.text))
    result.texts.push(`${painted.text}, PDFium: ${object.text}`);
  if (kind === 'text' && painted.mode !== object.mode) say('mode', painted.mode, object.mode);
  if (kind === 'form') compare(painted.objects, object.objects, { points, colour }, result);
}

const isWithin = (a: Box, b: Box, by: number): boolean =>
  a.left >= b.left - by && a.bottom >= b.bottom - by && a.right <= b.right + by && a.top <= b.top + by;
