/** The state of a content stream that is interpreted. */
import type { PdfRevision } from '../document/revision.js';
import type { PdfDict, PdfObject } from '../syntax/objects.js';
import { colourWithin } from './colour.js';
import { type ContentEvent, type TextPlace, UNREADABLE } from './events.js';
import { clipTo, type GraphicsState } from './graphics-state.js';
import { IDENTITY, type Matrix, multiply } from './matrix.js';
import { Path } from './path.js';

/** A limit on operations, within another one. */
export class OperationLimit {
  #count = 0;

  constructor(
    private readonly max: number,
    private readonly outer: OperationLimit | null = null,
  ) {}

  get isExceeded(): boolean {
    return this.#count > this.max || this.outer?.isExceeded === true;
  }

  /** False: it is exceeded. */
  count(operations = 1): boolean {
    this.#count += operations;
    this.outer?.count(operations);
    return !this.isExceeded;
  }
}

export interface ContentContext {
  readonly revision: PdfRevision;
  readonly resources: PdfDict | null;
  readonly limit: OperationLimit;
  /** Fonts by name, as written; by default those of the resources. */
  readonly fonts?: (name: string) => PdfObject;
}

/** Many times the 28 that ISO 32000-1, Annex C, asks readers for. */
const MAX_SAVED_STATES = 100;

/** One content stream. The operators call its methods. */
export class Content {
  path = new Path();
  place: TextPlace = { matrix: IDENTITY, isAmbiguous: false };
  /** Takes effect with the operator that ends the path (8.5.4). */
  clips = false;
  /** Depth of BX. */
  #compatibility = 0;
  #event: ContentEvent | null = null;
  readonly #saved: GraphicsState[] = [];

  /** `state` changes with each event. */
  constructor(
    readonly context: ContentContext,
    public state: GraphicsState,
  ) {
    const { revision, resources } = context;
    state.fill = colourWithin(revision, resources, state.fill);
    state.stroke = colourWithin(revision, resources, state.stroke);
  }

  emit(event: ContentEvent): void {
    this.#event = event;
  }

  /** Of the operation that was executed last; null if it paints nothing. */
  takeEvent(): ContentEvent | null {
    const event = this.#event;
    this.#event = null;
    return event;
  }

  fail(): void {
    this.emit(UNREADABLE);
  }

  finishPath(): void {
    const { path, state } = this;
    // readers differ on a clipping path without points
    if (this.clips && path.isEmpty) state.isClipPlain = false;
    else if (this.clips) clipTo(state, path.fillBox(state.matrix), path.isRectangle(state.matrix));
    this.path = new Path();
    this.clips = false;
  }

  resource(category: string, name: string): PdfObject {
    const { revision, resources } = this.context;
    return revision.get(revision.getDict(resources, category), name);
  }

  selectFont(name: string, size: number): void {
    const { revision, resources, fonts } = this.context;
    const written = fonts ? fonts(name) : (revision.getDict(resources, 'Font')?.get(name) ?? null);
    Object.assign(this.state, { font: { written, dict: revision.resolve(written) }, size });
  }

  /** Within BX and EX, unknown operators are ignored. */
  get ignoresUnknown(): boolean {
    return this.#compatibility > 0;
  }

  enterCompatibility(levels: 1 | -1): void {
    this.#compatibility = Math.max(0, this.#compatibility + levels);
  }

  save(): void {
    if (this.#saved.length === MAX_SAVED_STATES) this.fail();
    else this.#saved.push({ ...this.state });
  }

  restore(): void {
    const restored = this.#saved.pop() ?? this.state;
    this.path.keepPlace(this.state.matrix, restored.matrix);
    this.place.isAmbiguous = true;
    this.state = restored;
  }

  transform(matrix: Matrix): void {
    const next = multiply(matrix, this.state.matrix);
    this.path.keepPlace(this.state.matrix, next);
    this.state.matrix = next;
  }

  placeText(matrix: Matrix): void {
    this.place = { matrix, isAmbiguous: false };
  }

  nextLine(x: number, y: number): void {
    this.place = { ...this.place, matrix: multiply([1, 0, 0, 1, x, y], this.place.matrix) };
  }

  showText(items: readonly PdfObject[]): void {
    if (this.state.renderingMode > 3) this.state.isClipPlain = false;
    this.emit({ kind: 'text', items, place: this.place });
  }
}
