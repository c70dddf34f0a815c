/** One revision with indexes for the comparison: fields by dictionary and name, page numbers. */
import {
  dictOf,
  type FormField,
  formFields,
  type PageList,
  PdfDict,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  pageList,
  partsOf,
} from '../../../pdf/index.js';

/** Levels of the page tree or the tree of fields. */
const MAX_DEPTH = 500;
/** Units of work to find all references of a revision. */
const REFERENCES = 400_000;
const REFS_PER_UNIT = 4;

export class Snapshot {
  #fields: ReturnType<typeof indexFields> | null = null;
  /** Names of non-terminal fields. */
  readonly #names = new Map<PdfDict, string | null>();
  #pages: PageList | null | undefined;
  #references: ReadonlyMap<number, ReadonlySet<number>> | null | undefined;
  #parents: ReadonlyMap<PdfDict, PdfDict | null> | null = null;
  #largestUnit: number | null = null;

  constructor(readonly revision: PdfRevision) {}

  /** It is where it is listed, but malformed: what other programs read in its place is unknown. */
  isUnreadable(num: number): boolean {
    const { notes } = this.revision.document;
    const isNoted = (): boolean => notes.some(({ code, object }) => code === 'object-malformed' && object === num);
    return this.revision.object(num) === null && isNoted();
  }

  /** The field that a field or widget dictionary of this revision belongs to. */
  fieldOf(dict: PdfDict): FormField | null {
    this.#fields ??= indexFields(this.revision);
    return this.#fields.byDict.get(dict) ?? null;
  }

  fieldNamed(name: string): FormField | null {
    this.#fields ??= indexFields(this.revision);
    return this.#fields.byName.get(name) ?? null;
  }

  /** Several fields have this name. */
  isShared(name: string): boolean {
    this.#fields ??= indexFields(this.revision);
    return this.#fields.shared.has(name);
  }

  /** Of all fields of this name. */
  widgetsNamed(name: string): readonly PdfDict[] {
    this.#fields ??= indexFields(this.revision);
    return this.#fields.widgets.get(name) ?? [];
  }

  /**
   * A non-terminal field is named by the first path that reaches it: fields that are kids of each other would otherwise have
   * infinitely long names.
   */
  fieldName(dict: PdfDict, parent: string | null): string | null {
    const known = this.fieldOf(dict)?.name ?? this.#names.get(dict);
    if (known !== undefined) return known;
    const partial = this.revision.getText(dict, 'T');
    const name = partial === null ? parent : [parent, partial].filter(Boolean).join('.');
    this.#names.set(dict, name);
    return name;
  }

  pageNumber(ref: PdfObject | undefined): number | null {
    return ref instanceof PdfRef ? (this.pages?.numberOf(ref) ?? null) : null;
  }

  get pages(): PageList | null {
    if (this.#pages === undefined) this.#pages = pageList(this.revision);
    return this.#pages;
  }

  /**
   * Whether the document refers to an object, with this generation number; null: it is too large to know. Reads the whole
   * document at the first call.
   */
  hasReference(num: number, gen?: number): boolean | null {
    if (this.#references === undefined)
      this.#references = this.revision.budget.within(REFERENCES, () => referencesIn(this.revision));
    if (!this.#references) return null;
    const generations = this.#references.get(num);
    return gen === undefined ? generations !== undefined : generations?.has(gen) === true;
  }

  /** Numbers of the pages with fields other than signature fields. */
  pagesWithInputs(): number[] {
    const isInput = (item: PdfObject): boolean => {
      const dict = this.dict(item);
      const field = dict && this.fieldOf(dict);
      return field !== null && field.type !== 'Sig';
    };
    return (this.pages?.pages ?? []).flatMap(({ dict }, i) =>
      (this.revision.getArray(dict, 'Annots')?.items ?? []).some(isInput) ? [i + 1] : [],
    );
  }

  /**
   * The parents from which a page, field or widget inherits, the nearest first. Null: unknown, as readers that go down the
   * tree and readers that follow /Parent find different ones. `isPage`: the first parent of all is the page tree itself.
   */
  ancestors(dict: PdfDict, isPage: boolean): readonly PdfDict[] | null {
    this.#parents ??= listedParents(this.revision);
    const found: PdfDict[] = [];
    for (let node = dict; found.length < MAX_DEPTH; node = found.at(-1)!) {
      const [stated, listed] = [this.revision.get(node, 'Parent'), this.#parents.get(node)];
      if (stated === null && listed === undefined)
        return isPage && node !== this.revision.getDict(this.revision.root, 'Pages') ? null : found;
      if (!listed || stated !== listed) return null;
      found.push(listed);
    }
    return null;
  }

  /** Points in a unit of user space (/UserUnit), on the page where it is largest. */
  get largestUnit(): number {
    this.#largestUnit ??= (this.pages?.pages ?? []).reduce(
      (largest, { dict }) => Math.max(largest, this.revision.getNumber(dict, 'UserUnit') ?? 1),
      1,
    );
    return this.#largestUnit;
  }

  dict(value: PdfObject | undefined): PdfDict | null {
    const found = this.revision.resolve(value);
    return found instanceof PdfDict ? found : null;
  }
}

/** The node that has a page, field or widget among its /Kids; null: there are several. */
function listedParents(revision: PdfRevision): Map<PdfDict, PdfDict | null> {
  const parents = new Map<PdfDict, PdfDict | null>();
  const fields = revision.getArray(revision.getDict(revision.root, 'AcroForm'), 'Fields')?.items ?? [];
  const roots = [revision.root?.get('Pages'), ...fields].map(root => revision.resolve(root));
  const open = new Set(roots.filter(root => root instanceof PdfDict));
  for (const node of open)
    for (const item of revision.getArray(node, 'Kids')?.items ?? []) {
      revision.budget.step();
      const kid = revision.resolve(item);
      if (!(kid instanceof PdfDict)) continue;
      parents.set(kid, parents.has(kid) && parents.get(kid) !== node ? null : node);
      open.add(kid);
    }
  return parents;
}

/** Generations by number, of everything reachable from the trailer also for readers that ignore generations. */
function referencesIn(revision: PdfRevision): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>();
  const open: PdfObject[] = [revision.trailer];
  for (let value = open.pop(); value !== undefined; value = open.pop())
    for (const { num, gen } of refsOf(revision, value)) {
      const known = found.get(num);
      if (!known) open.push(revision.object(num)?.value ?? null);
      found.set(num, (known ?? new Set()).add(gen));
    }
  return found;
}

/** Of a value and its parts. Most objects are the same in all revisions: their parts are visited once. */
function refsOf(revision: PdfRevision, value: PdfObject): readonly PdfRef[] {
  const isContainer = typeof value === 'object' && value !== null;
  const refs = (isContainer ? REFS.get(value) : null) ?? partRefs(revision, value);
  if (isContainer) REFS.set(value, refs);
  revision.budget.step((1 + refs.length) / REFS_PER_UNIT);
  return refs;
}

const REFS = new WeakMap<object, readonly PdfRef[]>();

function partRefs(revision: PdfRevision, value: PdfObject): readonly PdfRef[] {
  const found: PdfRef[] = [];
  const open: PdfObject[] = [value];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    revision.budget.step();
    if (part instanceof PdfRef) found.push(part);
    else for (const inner of partsOf(part)) open.push(inner);
  }
  return found;
}

function indexFields(revision: PdfRevision) {
  const fields = formFields(revision);
  const byDict = new Map<PdfDict, FormField>();
  const byName = new Map<string, FormField>();
  const widgets = new Map<string, PdfDict[]>();
  const shared = new Set<string>();
  for (const field of fields) {
    revision.budget.step();
    byDict.set(field.dict, field);
    for (const widget of field.widgets) byDict.set(widget.dict, field);
    const named = widgets.get(field.name) ?? [];
    for (const { dict } of field.widgets) named.push(dict);
    widgets.set(field.name, named);
    const first = byName.get(field.name);
    if (first) shared.add(field.name);
    if (!first) byName.set(field.name, field);
    // two fields with one name: what applies to it is unknown unless they are of one kind
    else if (first.type !== field.type || isPushButton(first) !== isPushButton(field))
      byName.set(field.name, { ...first, type: null });
  }
  for (const field of parentFields(revision, fields, byDict)) byName.set(field.name, { ...field, type: null });
  return { byDict, byName, widgets, shared };
}

/** Fields from which another field inherits, by its /Parent or their /Kids: their values are not theirs alone. */
function* parentFields(
  revision: PdfRevision,
  fields: readonly FormField[],
  byDict: ReadonlyMap<PdfDict, FormField>,
): Iterable<FormField> {
  for (const field of fields) {
    const parent = revision.getDict(field.dict, 'Parent');
    const above = parent ? byDict.get(parent) : undefined;
    if (above && above !== field) yield above;
    const kids = revision.getArray(field.dict, 'Kids')?.items ?? [];
    if (kids.some(kid => dictOf(revision.resolve(kid))?.has('T'))) yield field;
  }
}

const PUSH_BUTTON = 1 << 16;
export const isPushButton = ({ flags }: FormField): boolean => (flags & PUSH_BUTTON) !== 0;
