/**
 * A document with pages of one revision as they would look with other annotations, for the renderer. It is written anew: the
 * renderer may read the file itself differently.
 */

import { DocconvError } from '../../../errors.js';
import {
  type Box,
  copier,
  cornersOf,
  dict,
  entriesOf,
  inheritedEntry,
  PdfArray,
  PdfDict,
  PdfFile,
  PdfName,
  type PdfObject,
  type PdfRef,
  type PdfRevision,
} from '../../../pdf/index.js';
import type { Mark, MarkLook } from './marks.js';

/** A mark with the look to draw; null: as the renderer would show it. */
export interface DrawnMark {
  readonly mark: Mark;
  readonly look: MarkLook | null;
}

const PRINT = 4;
/** Bytes of one file. */
const MAX_SIZE = 128 << 20;
/** Entries of streams that programs add and viewers do not show. */
const LEFT_OUT = new Set(['Metadata', 'PieceInfo', 'LastModified']);

export class PageVariants {
  readonly #file = new PdfFile('1.7', requireSize);
  readonly #tree = this.#file.reserve();
  /** Values of the revision, with everything that they refer to. */
  readonly #copied: (value: PdfObject) => PdfObject;
  readonly #pages: PdfRef[] = [];
  /** Marks that the renderer draws itself. */
  readonly #unchangedMarks = new Map<PdfDict, PdfRef>();
  readonly #fields: PdfRef[] = [];

  constructor(private readonly revision: PdfRevision) {
    const file = this.#file;
    const target = {
      reserve: () => file.reserve(),
      replace: (ref: PdfRef, value: PdfObject) => file.add(ref, value),
      replaceStream: (ref: PdfRef, entries: PdfDict, data: Uint8Array) => file.addStream(ref, entries, data),
    };
    this.#copied = copier(revision, target, LEFT_OUT);
  }

  /**
   * `region`: the part of the page to show, in its space; `below`: operators that paint between the content and the marks.
   * Returns the index of the new page.
   */
  add(page: PdfDict, region: Box, marks: readonly DrawnMark[], below: string | null): number {
    const box = rectangle(region);
    const resources = inheritedEntry(this.revision, page, 'Resources');
    const first = below === null ? [] : [this.#stamp(region, this.#form(below, region))];
    const annotations = [...first, ...marks.map(mark => this.#annotation(mark, region))].filter(item => item !== null);
    const entries = dict({
      Type: new PdfName('Page'),
      Parent: this.#tree,
      MediaBox: box,
      CropBox: box,
      Rotate: 0,
      Annots: new PdfArray(annotations, null),
      ...this.#copiedEntries(entriesOf(page, ['Contents', 'Group'])),
      ...this.#copiedEntries(resources === undefined ? {} : { Resources: resources }),
    });
    return this.#pages.push(this.#add(entries)) - 1;
  }

  #add(value: PdfObject): PdfRef {
    return this.#file.add(this.#file.reserve(), value);
  }

  #copiedEntries(entries: Readonly<Record<string, PdfObject>>): Record<string, PdfObject> {
    return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, this.#copied(value)]));
  }

  /** The complete file. Throws LIMIT_EXCEEDED when it is too large, as `add` does. */
  build(): Buffer {
    const { revision } = this;
    const kids = new PdfArray(this.#pages, null);
    this.#file.add(this.#tree, dict({ Type: new PdfName('Pages'), Kids: kids, Count: this.#pages.length }));
    const form = revision.getDict(revision.root, 'AcroForm');
    const catalog = dict({
      Type: new PdfName('Catalog'),
      Pages: this.#tree,
      ...this.#copiedEntries(entriesOf(revision.root!, ['OCProperties'])),
      ...(form && this.#fields.length > 0
        ? {
            AcroForm: dict({ ...this.#copiedEntries(entriesOf(form, FORM)), Fields: new PdfArray(this.#fields, null) }),
          }
        : {}),
    });
    const root = this.#add(catalog);
    return this.#file.finish({ Root: root });
  }

  /** Every look becomes a stamp that is always visible: one kind of annotation is drawn in one order, whatever its flags. */
  #annotation({ mark, look }: DrawnMark, region: Box): PdfObject {
    if (!look) return this.#unchanged(mark);
    return typeof look.source === 'string'
      ? this.#stamp(region, this.#form(look.source, region))
      : this.#stamp(look.rect ?? mark.rect, this.#copied(look.source));
  }

  #stamp(rect: Box, look: PdfObject): PdfDict {
    return dict({
      Type: new PdfName('Annot'),
      Subtype: new PdfName('Stamp'),
      F: PRINT,
      Rect: rectangle(rect),
      AP: dict({ N: look }),
    });
  }

  /** Without what leads to the rest of the document; inherited entries of fields become its own. */
  #unchanged({ dict: own, field }: Mark): PdfObject {
    const known = this.#unchangedMarks.get(own);
    if (known) return known;
    const inherited = INHERITED.map(key => [key, field && inheritedEntry(this.revision, own, key)] as const);
    const stated = inherited.flatMap(([key, value]) => (value == null ? [] : [[key, value] as const]));
    const entries = [...own.entries].filter(([key]) => !LINKS.has(key));
    const ref = this.#add(this.#copied(new PdfDict(new Map([...stated, ...entries]), null)));
    this.#unchangedMarks.set(own, ref);
    if (field) this.#fields.push(ref);
    return ref;
  }

  /** A form XObject that paints in the space of the page. */
  #form(content: string, region: Box): PdfRef {
    const entries = dict({
      Type: new PdfName('XObject'),
      Subtype: new PdfName('Form'),
      BBox: rectangle(region),
      Resources: dict({ ExtGState: dict({ Multiply: dict({ BM: new PdfName('Multiply') }) }) }),
    });
    return this.#file.addStream(this.#file.reserve(), entries, Buffer.from(content, 'latin1'));
  }
}

const rectangle = (box: Box): PdfArray => new PdfArray(cornersOf(box), null);

/** Entries of fields that widgets inherit (12.7.4.1, 12.7.4.3). */
const INHERITED = ['FT', 'Ff', 'V', 'DA', 'Q', 'MaxLen', 'Opt', 'TI', 'I'];
/** Entries of annotations that refer to other objects of the document, or run when something happens. */
const LINKS = new Set(['P', 'Parent', 'Kids', 'Popup', 'IRT', 'A', 'AA', 'Dest', 'StructParent']);
/** What the looks of fields depend on (12.7.3). */
const FORM = ['DR', 'DA', 'NeedAppearances', 'Q'];

function requireSize(bytes: number): void {
  if (bytes > MAX_SIZE) throw new DocconvError('LIMIT_EXCEEDED.changed-pages');
}
