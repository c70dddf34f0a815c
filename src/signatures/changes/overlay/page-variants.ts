/**
 * A document with pages of one revision as they would look with other annotations, for the renderer. It is written anew: the
 * renderer may read the file itself differently.
 */

import {
  type Box,
  cornersOf,
  dict,
  Excerpt,
  entriesOf,
  inheritedEntry,
  PdfArray,
  PdfDict,
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

export class PageVariants {
  readonly #excerpt: Excerpt;
  readonly #tree: PdfRef;
  readonly #pages: PdfRef[] = [];
  /** Marks that the renderer draws itself. */
  readonly #unchangedMarks = new Map<PdfDict, PdfRef>();
  readonly #fields: PdfRef[] = [];

  constructor(private readonly revision: PdfRevision) {
    this.#excerpt = new Excerpt(revision);
    this.#tree = this.#excerpt.reserve();
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
      ...entriesOf(page, ['Contents', 'Group']),
      ...(resources === undefined ? {} : { Resources: resources }),
    });
    return this.#pages.push(this.#excerpt.add(entries)) - 1;
  }

  /** The complete file; null when it is too large. */
  build(): Buffer | null {
    const { revision } = this;
    const kids = new PdfArray(this.#pages, null);
    this.#excerpt.set(this.#tree, dict({ Type: new PdfName('Pages'), Kids: kids, Count: this.#pages.length }));
    const form = revision.getDict(revision.root, 'AcroForm');
    const catalog = dict({
      Type: new PdfName('Catalog'),
      Pages: this.#tree,
      ...entriesOf(revision.root!, ['OCProperties']),
      ...(form && this.#fields.length > 0
        ? { AcroForm: dict({ ...entriesOf(form, FORM), Fields: new PdfArray(this.#fields, null) }) }
        : {}),
    });
    return this.#excerpt.build(this.#excerpt.add(catalog));
  }

  /** Every look becomes a stamp that is always visible: one kind of annotation is drawn in one order, whatever its flags. */
  #annotation({ mark, look }: DrawnMark, region: Box): PdfObject {
    if (!look) return this.#unchanged(mark);
    const isStream = typeof look.source !== 'string';
    const source = typeof look.source === 'string' ? this.#form(look.source, region) : look.source;
    return this.#stamp(isStream ? mark.rect : region, source);
  }

  #stamp(rect: Box, look: PdfRef): PdfDict {
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
    const ref = this.#excerpt.add(new PdfDict(new Map([...stated, ...entries]), null));
    this.#unchangedMarks.set(own, ref);
    if (field) this.#fields.push(ref);
    return ref;
  }

  /** A form XObject that paints in the space of the page. */
  #form(content: string, region: Box): PdfRef {
    const entries = {
      Type: new PdfName('XObject'),
      Subtype: new PdfName('Form'),
      BBox: rectangle(region),
      Resources: dict({ ExtGState: dict({ Multiply: dict({ BM: new PdfName('Multiply') }) }) }),
    };
    return this.#excerpt.addStream(entries, content);
  }
}

const rectangle = (box: Box): PdfArray => new PdfArray(cornersOf(box), null);

/** Entries of fields that widgets inherit (12.7.4.1, 12.7.4.3). */
const INHERITED = ['FT', 'Ff', 'V', 'DA', 'Q', 'MaxLen', 'Opt', 'TI', 'I'];
/** Entries of annotations that refer to other objects of the document, or run when something happens. */
const LINKS = new Set(['P', 'Parent', 'Kids', 'Popup', 'IRT', 'A', 'AA', 'Dest', 'StructParent']);
/** What the looks of fields depend on (12.7.3). */
const FORM = ['DR', 'DA', 'NeedAppearances', 'Q'];
