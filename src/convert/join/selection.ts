/** A part of a document: nothing of the pages that are left out is copied. */
import {
  arrayOf,
  dictWith,
  inheritedEntry,
  inheritedValue,
  isName,
  type PageList,
  PdfArray,
  PdfDict,
  type PdfObject,
  PdfRef,
  type PdfStream,
} from '../../pdf/index.js';
import type { Copier } from './copier.js';
import { type PageOwners, pageOwners } from './page-owners.js';
import { type SharedResources, sharedResources, UsedNames } from './used-resources.js';

/** Entries that a page inherits from the page tree of its document (7.7.3.4), which is not copied. */
export const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

type Page = PageList['pages'][number];

export class Selection {
  readonly #owners: PageOwners;
  readonly #resources: SharedResources;
  /** By all of its pages. */
  readonly #used: UsedNames;

  /** `pages`: those that are taken, 0 = first. */
  constructor(
    private readonly copier: Copier,
    readonly pages: ReadonlySet<number>,
  ) {
    this.#owners = pageOwners(copier.revision);
    this.#resources = sharedResources(copier.revision);
    this.#used = new UsedNames(this.#resources);
    copier.leavesOut = value => this.#isLeftOut(value);
    copier.editContent = (entries, stream) => this.#withUsedResources(entries, stream);
    for (const num of this.#owners.parentsOn(pages)) this.#changeParent(num);
  }

  /** The page without what leads to other pages: articles, document parts, and data of programs about the whole document. */
  page({ ref, dict }: Page): Page {
    const { revision } = this.copier;
    const inherited = INHERITED.map(key => [key, inheritedEntry(revision, dict, key) ?? null]);
    const page = dictWith(dict, {
      ...Object.fromEntries(inherited),
      ...this.#usedResources(dict),
      Parent: null,
      B: null,
      DPart: null,
      PieceInfo: null,
    });
    if (ref) this.copier.change(ref.num, page);
    return { ref, dict: page };
  }

  #usedResources(page: PdfDict): { Resources?: PdfDict } {
    const resources = inheritedValue(this.copier.revision, page, 'Resources');
    if (!(resources instanceof PdfDict && this.#resources.areShared(resources, this.pages))) return {};
    const used = new UsedNames(this.#resources);
    used.addPage(page);
    this.#used.addAll(used);
    return used.names ? { Resources: this.#resources.prune(resources, used.names, this.pages) } : {};
  }

  /** Of a form, a pattern or a font that shares the resources of pages. */
  #withUsedResources(entries: PdfDict, stream: PdfStream | null): PdfDict {
    const resources = entries.has('Resources') ? this.copier.revision.getDict(entries, 'Resources') : null;
    if (!(resources && this.#resources.areShared(resources, this.pages))) return entries;
    this.#used.addOther(stream ?? entries);
    const { names } = this.#used;
    return names ? dictWith(entries, { Resources: this.#resources.prune(resources, names, this.pages) }) : entries;
  }

  hasDestination(destination: PdfArray): boolean {
    return this.#isSelected(this.#owners.pagesOf(destination.items[0]) ?? NONE);
  }

  /** Of the parent tree of the structure. */
  hasKey(key: number): boolean {
    const page = this.#owners.pageOfKey(key);
    return page === undefined || this.pages.has(page);
  }

  #isLeftOut(ref: PdfRef): boolean {
    const pages = this.#owners.pagesOf(ref);
    if (pages) return !this.#isSelected(pages);
    const value = this.copier.revision.resolve(ref);
    return value instanceof PdfDict && isName(value.get('Type'), 'StructElem');
  }

  #isSelected(pages: ReadonlySet<number>): boolean {
    for (const page of pages) if (this.pages.has(page)) return true;
    return false;
  }

  #isShared(pages: ReadonlySet<number>): boolean {
    for (const page of pages) if (!this.pages.has(page)) return true;
    return false;
  }

  /** An element or a field that belongs to other pages as well. */
  #changeParent(num: number): void {
    const { revision } = this.copier;
    const value = revision.object(num)?.value;
    const pages = this.#owners.pagesOf(new PdfRef(num, 0))!;
    if (!(value instanceof PdfDict) || !this.#isShared(pages)) return;
    this.copier.change(num, value.has('Kids') ? this.#fieldOf(value) : this.#elementOf(value));
  }

  #fieldOf(field: PdfDict): PdfDict {
    const { revision } = this.copier;
    const kids = revision.getArray(field, 'Kids')?.items ?? [];
    const isKept = kids.map(kid => kid instanceof PdfRef && !this.#isLeftOut(kid));
    const keep = (items: readonly PdfObject[]) => arrayOf(items.filter((_, i) => isKept[i]));
    const options = isName(revision.get(field, 'FT'), 'Btn') ? revision.getArray(field, 'Opt')?.items : undefined;
    return dictWith(field, { Kids: keep(kids), ...(options?.length === kids.length && { Opt: keep(options) }) });
  }

  /** Its texts may be those of the other pages. */
  #elementOf(element: PdfDict): PdfDict {
    const kids = this.copier.revision.get(element, 'K');
    const items = kids instanceof PdfArray ? kids.items : [element.get('K') ?? null];
    const own = this.#owners.pagesOf(element.get('Pg')) ?? NONE;
    const kept = items.filter(item => {
      const pages = this.#owners.pagesOfItem(item, own);
      return pages ? this.#isSelected(pages) : item instanceof PdfRef && !this.#isLeftOut(item);
    });
    const texts = { ActualText: null, Alt: null, E: null, T: null, AF: null };
    return dictWith(element, { ...texts, K: arrayOf(kept) });
  }
}

const NONE: ReadonlySet<number> = new Set();
