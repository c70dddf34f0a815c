/** The structure tree of a tagged PDF (ISO 32000-1, 14.7): its elements, which can be changed and written as an update. */
import {
  arrayOf,
  dict,
  dictWith,
  isName,
  numberTree,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  type Update,
  writeNumberTree,
} from '../../../pdf/index.js';

/** A child: an element, or what it encloses of a page: a number (MCID), or a dictionary (MCR, OBJR) or a reference to one. */
export type Kid = Tag | PdfObject;

/** ISO 32000-1, 14.8.4. */
const STANDARD_TYPES = new Set(
  [
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody',
    'Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP',
    'Figure Formula Form',
  ].flatMap(names => names.split(' ')),
);
const isStandardType = (type: string): boolean => STANDARD_TYPES.has(type);

/** Roles of roles. */
const MAX_ROLES = 32;
/** Elements within each other. */
const MAX_DEPTH = 500;

/** A structure element. */
export class Tag {
  isChanged = false;
  kids: readonly Kid[] = [];

  constructor(
    readonly ref: PdfRef,
    /** Other entries than /P and /K. */
    public entries: PdfDict,
    public parent: Tag | null,
  ) {}

  /** As written: perhaps one that the document itself defines. */
  get type(): string {
    const type = this.get('S');
    return type instanceof PdfName ? type.name : '';
  }

  get(key: string): PdfObject {
    return this.entries.get(key) ?? null;
  }

  set(key: string, value: PdfObject): void {
    this.entries = dictWith(this.entries, { [key]: value });
    this.isChanged = true;
  }

  /** Elements among them get this parent. */
  setKids(kids: readonly Kid[]): void {
    this.kids = kids;
    this.isChanged = true;
    for (const kid of kids)
      if (kid instanceof Tag && kid.parent !== this) {
        kid.parent = this;
        kid.isChanged = true;
      }
  }

  replaceKid(old: Kid, ...kids: readonly Kid[]): void {
    this.setKids(this.kids.flatMap(kid => (kid === old ? kids : [kid])));
  }

  /** As an object; `root` is the parent of those without one. */
  written(root: PdfRef): PdfDict {
    const kids = this.kids.map(kid => (kid instanceof Tag ? kid.ref : kid));
    return dictWith(this.entries, { P: this.parent?.ref ?? root, K: arrayOf(kids) });
  }
}

export class TagTree {
  /** Elements of the first level. */
  tops: readonly Tag[] = [];
  /** The parent tree (14.7.4.4). */
  readonly parents: Map<number, PdfObject>;
  readonly roles: Map<string, PdfObject>;
  readonly #byNumber = new Map<number, Tag>();
  readonly #byDict = new Map<PdfDict, Tag>();
  /** Entries of the root that change. */
  readonly #changes: Record<string, PdfObject> = {};

  /** Null: the PDF has none, or none that LibreOffice writes. */
  static of(revision: PdfRevision): TagTree | null {
    const ref = revision.root?.get('StructTreeRoot');
    const root = revision.resolve(ref);
    return ref instanceof PdfRef && root instanceof PdfDict ? new TagTree(revision, ref, root) : null;
  }

  private constructor(
    readonly revision: PdfRevision,
    private readonly ref: PdfRef,
    private readonly root: PdfDict,
  ) {
    this.parents = new Map(numberTree(revision, root.get('ParentTree')));
    this.roles = new Map(revision.getDict(root, 'RoleMap')?.entries);
    this.tops = this.#kidsOf(root)
      .map(kid => this.#read(kid, null, 0))
      .filter(kid => kid instanceof Tag);
  }

  /** All elements, in the order of the content. */
  *all(tags: readonly Tag[] = this.tops): Generator<Tag, void, void> {
    for (const tag of tags) {
      yield tag;
      yield* this.all(tag.kids.filter(kid => kid instanceof Tag));
    }
  }

  ofType(type: string): Tag[] {
    return [...this.all()].filter(tag => this.typeOf(tag) === type);
  }

  setTops(tags: readonly Tag[]): void {
    this.tops = tags;
    this.change('K', arrayOf(tags.map(({ ref }) => ref)));
  }

  /** The standard type of an element, by the role map; null: it has none. */
  typeOf({ type }: Tag): string | null {
    let name = type;
    for (let i = 0; i < MAX_ROLES && !isStandardType(name); i++) {
      const role = this.revision.resolve(this.roles.get(name));
      if (!(role instanceof PdfName)) return null;
      name = role.name;
    }
    return isStandardType(name) ? name : null;
  }

  get remapsStandardTypes(): boolean {
    return [...this.roles.keys()].some(isStandardType);
  }

  /** LibreOffice 24.8 maps Annot in PDF 1.4, which did not have it yet. */
  removeStandardRoles(): void {
    if (!this.remapsStandardTypes) return;
    for (const type of this.roles.keys()) if (isStandardType(type)) this.roles.delete(type);
    this.change('RoleMap', new PdfDict(this.roles, null));
  }

  /** The element that is written as this dictionary. */
  tagFor(dictionary: PdfDict): Tag | null {
    return this.#byDict.get(dictionary) ?? null;
  }

  /** The element that an entry of the parent tree leads to. */
  tagOf(value: PdfObject | undefined): Tag | null {
    return value instanceof PdfRef ? (this.#byNumber.get(value.num) ?? null) : null;
  }

  /** The element that encloses this marked content. */
  ownerOf(page: PdfDict, mcid: number): Tag | null {
    return this.tagOf(this.#ownersOn(page)?.owners.items[mcid]);
  }

  /** The element that encloses an annotation. */
  ownerOfAnnotation(annotation: PdfDict): Tag | null {
    const key = this.revision.getNumber(annotation, 'StructParent');
    return key === null ? null : this.tagOf(this.parents.get(key));
  }

  /** Of the marked content of a page, by its numbers; null where the page has none. */
  #ownersOn(page: PdfDict): { key: number; owners: PdfArray } | null {
    const key = this.revision.getNumber(page, 'StructParents');
    const owners = key === null ? null : this.revision.resolve(this.parents.get(key));
    return key !== null && owners instanceof PdfArray ? { key, owners } : null;
  }

  /** `owner` encloses this marked content from now on; null: it is an artifact. */
  setOwner(page: PdfDict, mcid: number, owner: Tag | null): void {
    const known = this.#ownersOn(page);
    if (!known) return;
    const items = [...known.owners.items];
    while (items.length < mcid) items.push(null);
    items[mcid] = owner?.ref ?? null;
    this.#setParent(known.key, arrayOf(items));
  }

  /** The number of the next marked content of a page. */
  nextMark(page: PdfDict): number {
    return this.#ownersOn(page)?.owners.items.length ?? 0;
  }

  /** The page with a key of the parent tree, which LibreOffice leaves out where nothing of a page is tagged. */
  withKey(page: PdfDict): PdfDict {
    if (this.revision.getNumber(page, 'StructParents') !== null) return page;
    const StructParents = this.#nextKey();
    this.#setParent(StructParents, arrayOf([]));
    return dictWith(page, { StructParents });
  }

  /** The key of a new entry, for /StructParent of an annotation. */
  addParent(tag: Tag): number {
    const key = this.#nextKey();
    this.#setParent(key, tag.ref);
    return key;
  }

  #nextKey(): number {
    return [...this.parents.keys()].reduce((next, used) => Math.max(next, used + 1), 0);
  }

  #setParent(key: number, value: PdfObject): void {
    this.parents.set(key, value);
    this.change('ParentTreeNextKey', Math.max(key + 1, ...this.parents.keys()));
  }

  create(update: Update, type: string, entries: Readonly<Record<string, PdfObject>> = {}): Tag {
    const all = { Type: new PdfName('StructElem'), S: new PdfName(type), ...entries };
    const tag = new Tag(update.reserve(), dict(all), null);
    tag.isChanged = true;
    this.#byNumber.set(tag.ref.num, tag);
    return tag;
  }

  /** Changes an entry of the root. */
  change(key: string, value: PdfObject): void {
    this.#changes[key] = value;
  }

  /** Adds what has changed. */
  write(update: Update): void {
    for (const tag of this.all()) if (tag.isChanged) update.replace(tag.ref, tag.written(this.ref));
    if (Object.keys(this.#changes).length === 0) return;
    update.replace(
      this.ref,
      dictWith(this.root, {
        ...this.#changes,
        ParentTree: writeNumberTree(this.parents),
        ...(this.roles.size > 0 && { RoleMap: new PdfDict(this.roles, null) }),
      }),
    );
  }

  #kidsOf(element: PdfDict): readonly PdfObject[] {
    const kids = this.revision.get(element, 'K');
    if (kids instanceof PdfArray) return kids.items;
    return kids === null ? [] : [element.get('K')!];
  }

  #read(kid: PdfObject, parent: Tag | null, depth: number): Kid {
    const element = this.revision.resolve(kid);
    const isTag = kid instanceof PdfRef && element instanceof PdfDict && element.has('S');
    if (!isTag || isName(element.get('Type'), 'OBJR') || depth > MAX_DEPTH) return kid;
    if (this.#byNumber.has(kid.num)) return null; // an element has one parent
    const tag = new Tag(kid, element, parent);
    this.#byDict.set(element, tag);
    this.#byNumber.set(kid.num, tag);
    tag.kids = this.#kidsOf(element)
      .map(each => this.#read(each, tag, depth + 1))
      .filter(each => each !== null);
    return tag;
  }
}
