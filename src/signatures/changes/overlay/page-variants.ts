/**
 * A document with pages of one revision as they would look with other annotations, for the renderer: an incremental update
 * with a page tree of its own, which is appended to the bytes of that revision.
 */
import {
  dict,
  dictWith,
  entriesOf,
  inheritedEntry,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRef,
  type PdfRevision,
  serialize,
  Update,
} from '../../../pdf/index.js';
import type { Box } from './geometry.js';
import type { Mark, MarkLook } from './marks.js';

/** A mark with the look to draw; null: as the renderer would show it. */
export interface DrawnMark {
  readonly mark: Mark;
  readonly look: MarkLook | null;
}

const PRINT = 4;

export class PageVariants {
  readonly #update: Update;
  readonly #tree: PdfRef;
  readonly #pages: PdfRef[] = [];

  constructor(private readonly revision: PdfRevision) {
    this.#update = new Update(revision);
    this.#tree = this.#update.reserve();
  }

  /** `region`: the part of the page to show, in its space. Returns the index of the new page. */
  add(page: PdfDict, region: Box, marks: readonly DrawnMark[]): number {
    const box = new PdfArray([region.left, region.bottom, region.right, region.top], null);
    const resources = inheritedEntry(this.revision, page, 'Resources');
    const annotations = marks.map(mark => this.#annotation(mark, region)).filter(item => item !== null);
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
    return this.#pages.push(this.#update.add(entries)) - 1;
  }

  /** The complete file: the bytes up to the end of the revision, and the update. */
  build(): Buffer {
    const { root, document, endOffset } = this.revision;
    const kids = new PdfArray(this.#pages, null);
    this.#update.replace(this.#tree, dict({ Type: new PdfName('Pages'), Kids: kids, Count: this.#pages.length }));
    const catalog = dictWith(withoutActions(root!), { Pages: this.#tree });
    return this.#update.appendTo(document.source.read(0, endOffset), { Root: this.#update.add(catalog) });
  }

  /** Every look becomes a stamp that is always visible: one kind of annotation is drawn in one order, whatever its flags. */
  #annotation({ mark, look }: DrawnMark, region: Box): PdfObject {
    if (!look) return mark.ref;
    const isStream = typeof look.source !== 'string';
    const { left, bottom, right, top } = isStream ? mark.rect : region;
    return dict({
      Type: new PdfName('Annot'),
      Subtype: new PdfName('Stamp'),
      F: PRINT,
      Rect: new PdfArray([left, bottom, right, top], null),
      AP: dict({ N: typeof look.source === 'string' ? this.#form(look.source, region) : look.source }),
    });
  }

  /** A form XObject that paints in the space of the page. */
  #form(content: string, region: Box): PdfRef {
    const entries = dict({
      Type: new PdfName('XObject'),
      Subtype: new PdfName('Form'),
      BBox: new PdfArray([region.left, region.bottom, region.right, region.top], null),
      Resources: dict({ ExtGState: dict({ Multiply: dict({ BM: new PdfName('Multiply') }) }) }),
      Length: content.length,
    });
    const ref = this.#update.reserve();
    this.#update.replaceRaw(ref, `${serialize(entries, bytes => bytes)}\nstream\n${content}\nendstream`);
    return ref;
  }
}

const ACTIONS = ['OpenAction', 'AA', 'Names'];
const withoutActions = (root: PdfDict): PdfDict =>
  new PdfDict(new Map([...root.entries].filter(([key]) => !ACTIONS.includes(key))), null);
