/**
 * What of a document belongs to which pages: annotations, form fields, elements of the structure, and files that only these
 * or the pages themselves refer to. A part of a document must have nothing of the pages that are left out.
 */
import { isName, PdfArray, PdfDict, type PdfObject, PdfRef, type PdfRevision, pageList } from '../../pdf/index.js';
import { cached } from '../../system/collections.js';

type Pages = Set<number>;

/** Deeper trees are cut off. */
const MAX_DEPTH = 500;

/** Of one document, read once for all of its parts. Pages count from 0. */
export class PageOwners {
  /** By the number of an object; nodes of the page tree belong to no page. */
  readonly #pages = new Map<number, Pages>();
  /** Objects with kids, by page: elements of the structure and form fields. */
  readonly #parents = new Map<number, Set<number>>();
  /** By the keys of the parent tree of the structure. */
  readonly #keys = new Map<number, number>();

  constructor(readonly revision: PdfRevision) {
    this.#addNode(revision.trailer.get('Root'));
    for (const [page, { ref, dict }] of (pageList(revision)?.pages ?? []).entries()) this.#addPage(page, ref, dict);
    this.#addFields(revision.getDict(revision.root, 'AcroForm'), 'Fields', 0);
    const structure = revision.getDict(revision.root, 'StructTreeRoot');
    if (structure) for (const kid of this.#list(structure, 'K')) this.#addElement(kid, undefined, 0);
    for (const file of this.#list(revision.root, 'AF')) if (file instanceof PdfRef) this.#pages.delete(file.num);
  }

  /** Undefined: it belongs to the whole document. */
  pagesOf(value: PdfObject | undefined): ReadonlySet<number> | undefined {
    return value instanceof PdfRef ? this.#pages.get(value.num) : undefined;
  }

  pageOfKey(key: number): number | undefined {
    return this.#keys.get(key);
  }

  /** Numbers of the elements and fields that belong to one of the pages. */
  parentsOn(pages: ReadonlySet<number>): ReadonlySet<number> {
    return new Set([...pages].flatMap(page => [...(this.#parents.get(page) ?? [])]));
  }

  /** The page of an item of an element: marked content, or an annotation. Undefined: it is an element itself. */
  pagesOfItem(item: PdfObject, own: ReadonlySet<number>): ReadonlySet<number> | undefined {
    if (typeof item === 'number') return own;
    const value = this.revision.resolve(item);
    if (!(value instanceof PdfDict)) return NONE;
    const stated = this.pagesOf(value.get('Pg')) ?? own;
    if (isName(value.get('Type'), 'MCR')) return stated;
    return isName(value.get('Type'), 'OBJR') ? (this.pagesOf(value.get('Obj')) ?? stated) : undefined;
  }

  #addNode(value: PdfObject | undefined): void {
    for (let [node, depth] = [value, 0]; node instanceof PdfRef && depth < MAX_DEPTH; depth++) {
      if (this.#pages.has(node.num)) return;
      this.#pages.set(node.num, new Set());
      const dict: PdfObject = this.revision.resolve(node);
      node = dict instanceof PdfDict ? dict.get('Parent') : undefined;
    }
  }

  #addPage(page: number, ref: PdfRef | null, dict: PdfDict): void {
    const { revision } = this;
    this.#add(ref, [page]);
    this.#addNode(dict.get('Parent'));
    const key = revision.getNumber(dict, 'StructParents');
    if (key !== null) this.#keys.set(key, page);
    this.#addFiles(dict, [page]);
    for (const item of this.#list(dict, 'Annots')) {
      const annotation = revision.resolve(item);
      if (!(annotation instanceof PdfDict)) continue;
      this.#add(item, [page]);
      this.#add(annotation.get('FS'), [page]);
      this.#addFiles(annotation, [page]);
      let parent = isName(annotation.get('Subtype'), 'Widget') ? annotation.get('Parent') : undefined;
      for (let depth = 0; parent instanceof PdfRef && depth < MAX_DEPTH; depth++) {
        this.#addParent(parent, [page]);
        const field: PdfObject = revision.resolve(parent);
        parent = field instanceof PdfDict ? field.get('Parent') : undefined;
      }
    }
  }

  /** Those without a widget belong to no page. */
  #addFields(owner: PdfDict | null, key: string, depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const item of this.#list(owner, key)) {
      if (item instanceof PdfRef && !this.#pages.has(item.num)) this.#pages.set(item.num, new Set());
      const field = this.revision.resolve(item);
      if (field instanceof PdfDict) this.#addFields(field, 'Kids', depth + 1);
    }
  }

  readonly #seen = new Set<number>();

  /** Its pages; null: it has no content, and states no page. `above`: the page that its parents state. */
  #addElement(ref: PdfObject, above: ReadonlySet<number> | undefined, depth: number): ReadonlySet<number> | null {
    const element = this.revision.resolve(ref);
    if (!(ref instanceof PdfRef && element instanceof PdfDict) || this.#seen.has(ref.num) || depth > MAX_DEPTH)
      return NONE;
    this.#seen.add(ref.num);
    const stated = this.pagesOf(element.get('Pg')) ?? above;
    const pages: Pages = new Set();
    const empty: { readonly kid: PdfObject; readonly before: number | undefined }[] = [];
    let before: number | undefined;
    const kids = this.#list(element, 'K');
    for (const kid of kids) {
      const own = this.pagesOfItem(kid, stated ?? NONE) ?? this.#addElement(kid, stated, depth + 1);
      if (own === null) empty.push({ kid, before });
      for (const page of own ?? []) {
        pages.add(page);
        before = page;
      }
    }
    if (kids.length === empty.length) {
      if (!stated) return null;
      for (const page of stated) pages.add(page);
    }
    // a cell without content stays with what is before it, or with the first one that has content
    const [first] = pages;
    for (const { kid, before = first } of empty) this.#addEmpty(kid, before === undefined ? [] : [before], depth);
    this.#addParent(ref, pages);
    this.#addFiles(element, pages);
    return pages;
  }

  /** On one page only: all elements without content may be below one that is on all pages. */
  #addEmpty(ref: PdfObject, page: readonly number[], depth: number): void {
    const element = this.revision.resolve(ref);
    if (!(ref instanceof PdfRef && element instanceof PdfDict) || depth > MAX_DEPTH) return;
    this.#addParent(ref, page);
    for (const kid of this.#list(element, 'K')) this.#addEmpty(kid, page, depth + 1);
  }

  #addFiles(owner: PdfDict, pages: Iterable<number>): void {
    for (const file of this.#list(owner, 'AF')) this.#add(file, pages);
  }

  #addParent(ref: PdfRef, pages: Iterable<number>): void {
    this.#add(ref, pages);
    for (const page of pages) {
      const known = this.#parents.get(page);
      if (known) known.add(ref.num);
      else this.#parents.set(page, new Set([ref.num]));
    }
  }

  #add(value: PdfObject | undefined, pages: Iterable<number>): void {
    if (!(value instanceof PdfRef)) return;
    const known = this.#pages.get(value.num) ?? new Set();
    for (const page of pages) known.add(page);
    this.#pages.set(value.num, known);
  }

  /** An array, or its only item. */
  #list(owner: PdfDict | null, key: string): readonly PdfObject[] {
    const value = owner ? this.revision.get(owner, key) : null;
    if (value instanceof PdfArray) return value.items;
    return value === null ? [] : [owner!.get(key)!];
  }
}

const NONE: ReadonlySet<number> = new Set();

export const pageOwners = cached((revision: PdfRevision) => new PageOwners(revision));
