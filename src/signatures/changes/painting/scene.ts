/** What the content streams of a page or an appearance paint together, and the limits on interpreting them. */
import {
  type Box,
  EVERYWHERE,
  OperationLimit,
  PdfDict,
  type PdfRevision,
  type PdfStream,
  PdfString,
  withinLimits,
} from '../../../pdf/index.js';
import { cached } from '../../../system/collections.js';
import type { Effect } from './effect.js';
import type { Font } from './font-extent.js';

/** One painting operation. */
export interface Paint {
  readonly kind: 'fill' | 'stroke' | 'text' | 'image' | 'shading' | 'unknown';
  /** In the caller's space, over-estimated; EVERYWHERE where the extent is unknown. */
  readonly box: Box;
  /** A rectangle filled with one colour: alone it shows nothing. */
  readonly plain: boolean;
  readonly effect: Effect;
  /** Of strokes, in the caller's space. */
  readonly lineWidth: number | null;
  /** With a pattern, a soft mask or a blend mode, which take longer to draw. */
  readonly isBlended?: true;
  /** The renderer may not draw it, or draw it differently: see `rendered.ts`. */
  readonly isUncertain?: true;
}

export interface Painting {
  /** In order. If the content could not be interpreted to its end, the last one is 'unknown' and everywhere. */
  readonly paints: readonly Paint[];
  /** What is visible depends on the viewer: optional content, alternate images, external data. */
  readonly isVariable: boolean;
  /** A pattern, soft mask or glyph procedure paints what the renderer may not draw. */
  readonly isUncertain: boolean;
  /** The areas of transparency groups, which are drawn apart. */
  readonly layers: readonly Box[];
  /** Units of work to draw it, besides its pixels: see `drawing-work.ts`. Infinity: more than was interpreted. */
  readonly work: number;
}

const MAX_PAINTS = 100_000;
/** In all streams: forms can contain each other many times. */
const MAX_OPERATIONS = 500_000;
/** For all pages and appearances of a document: about three seconds. */
const MAX_DOCUMENT_OPERATIONS = 3_000_000;

const UNKNOWN: Paint = { kind: 'unknown', box: EVERYWHERE, plain: false, effect: 'opaque', lineWidth: null };

const UNREADABLE: Painting = { paints: [UNKNOWN], isVariable: false, isUncertain: false, layers: [], work: 0 };

export const isIncomplete = ({ paints }: Painting): boolean => paints.at(-1)?.kind === 'unknown';

const limitOf = cached((_: PdfRevision['document']) => new OperationLimit(MAX_DOCUMENT_OPERATIONS));

interface Shared {
  readonly limit: OperationLimit;
  paints: number;
  readonly fonts: Map<PdfDict, Font>;
  readonly bytes: Map<PdfStream, Uint8Array | null>;
  /** Patterns, soft masks and glyph procedures; null: under way. */
  readonly parts: Map<PdfStream, Scene | null>;
}

const newShared = ({ document }: PdfRevision): Shared => ({
  limit: new OperationLimit(MAX_OPERATIONS, limitOf(document)),
  paints: 0,
  fonts: new Map(),
  bytes: new Map(),
  parts: new Map(),
});

export class Scene implements Painting {
  readonly paints: Paint[] = [];
  readonly layers: Box[] = [];
  isVariable = false;
  /** A part with a coordinate system of its own paints something uncertain. */
  isUncertain = false;
  work = 0;
  #isIncomplete = false;

  constructor(
    readonly revision: PdfRevision,
    /** Of an appearance, not of a page. */
    readonly isOfMark = false,
    private readonly shared: Shared = newShared(revision),
  ) {}

  /** Nothing more is painted. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  get limit(): OperationLimit {
    return this.shared.limit;
  }

  get fonts(): Map<PdfDict, Font> {
    return this.shared.fonts;
  }

  add(paint: Paint): void {
    if (++this.shared.paints > MAX_PAINTS) this.fail();
    else this.paints.push(paint);
  }

  /** The rest of the content cannot be interpreted. */
  fail(): void {
    if (!this.#isIncomplete) this.paints.push(UNKNOWN);
    this.#isIncomplete = true;
  }

  /** A limit is reached: the renderer might draw any amount more. */
  exceed(): void {
    this.work = Number.POSITIVE_INFINITY;
    this.fail();
  }

  /** Null: not decoded completely. */
  bytesOf(stream: PdfStream): Uint8Array | null {
    let bytes = this.shared.bytes.get(stream);
    if (bytes === undefined) {
      bytes = decodedBytes(this.revision, stream);
      this.shared.bytes.set(stream, bytes);
    }
    return bytes;
  }

  /**
   * What a part with a coordinate system of its own paints. `interpret` is called once for each stream. If a part is variable
   * or incomplete, the scene is, too.
   */
  part(stream: PdfStream, interpret: (scene: Scene) => void): Painting {
    const { parts } = this.shared;
    if (!parts.has(stream)) {
      parts.set(stream, null);
      const part = new Scene(this.revision, this.isOfMark, this.shared);
      interpret(part);
      parts.set(stream, part);
    }
    const part = parts.get(stream) ?? UNREADABLE;
    this.isVariable ||= part.isVariable;
    this.isUncertain ||= part.isUncertain || part.paints.some(paint => paint.isUncertain);
    this.work += part.work;
    if (isIncomplete(part)) this.fail();
    return part;
  }

  /** Never throws: a limit of the document ends the interpretation. */
  interpret(paint: () => void): Painting {
    const isDone = withinLimits(() => {
      paint();
      return true;
    });
    if (!isDone) this.exceed();
    return this;
  }
}

/** Null: not decoded completely. */
export function decodedBytes(revision: PdfRevision, stream: PdfStream): Uint8Array | null {
  // some writers give an empty stream a filter
  if (revision.rawStream(stream).length === 0) return new Uint8Array(0);
  const { bytes, pending, damaged } = revision.decode(stream);
  return pending === null && !damaged ? bytes : null;
}

/** Entries with which an XObject shows something else in another viewer: layers, alternate images, replacements. */
const VARIANTS = ['OC', 'Alternates', 'OPI', 'Ref', 'PS'];

/** Also if the data is in another file; a name in /F is the abbreviation of /Filter that some writers use. */
export function dependsOnViewer(revision: PdfRevision, object: PdfStream): boolean {
  const file = revision.get(object, 'F');
  return file instanceof PdfString || file instanceof PdfDict || VARIANTS.some(key => object.dict.has(key));
}
