/** Copies what is reached of one document into a new PDF, where its objects get new numbers. */
import {
  arrayOf,
  dictWith,
  isName,
  PdfArray,
  PdfDict,
  type PdfFile,
  type PdfObject,
  PdfRef,
  type PdfRevision,
  PdfStream,
  plainEntries,
} from '../../pdf/index.js';

/** Entries in the place of those of an object; their references are of the new PDF. Null removes an entry. */
type Entries = Readonly<Record<string, PdfObject>>;

export class Copier {
  /** By the number of the object in the document; null: left out. */
  readonly #refs = new Map<number, PdfRef | null>();
  readonly #entries = new Map<number, Entries>();
  readonly #open: number[] = [];
  /** Changes a dictionary before it is copied: its references are of the document. */
  edit: (dict: PdfDict) => PdfDict = dict => dict;
  /** The same for a dictionary that may have content, or whose stream is content. */
  editContent: (dict: PdfDict, stream: PdfStream | null) => PdfDict = dict => dict;
  /** References to such objects become null. */
  leavesOut: (ref: PdfRef) => boolean = () => false;
  /** Objects of the document that are read in another way. */
  readonly #changed = new Map<number, PdfDict>();

  constructor(
    readonly revision: PdfRevision,
    private readonly target: PdfFile,
  ) {}

  /** Every reference to `old` becomes `ref`, an object that the caller writes. */
  redirect(old: PdfObject | undefined, ref: PdfRef): void {
    if (old instanceof PdfRef) this.#refs.set(old.num, ref);
  }

  /** Reads the object as `dict`, whose references are of the document. */
  change(num: number, dict: PdfDict): void {
    this.#changed.set(num, dict);
  }

  /** Replaces entries of an object, in addition to those that were replaced before. */
  replace(old: PdfRef, entries: Entries): void {
    this.#entries.set(old.num, { ...this.#entries.get(old.num), ...entries });
  }

  /** The value for the new PDF. What it refers to is copied by `finish`. */
  copy(value: PdfObject | undefined): PdfObject {
    if (value instanceof PdfRef) return this.#copyRef(value);
    if (value instanceof PdfArray) return arrayOf(value.items.map(item => this.copy(item)));
    if (value instanceof PdfDict) return this.#copyDict(value);
    return value ?? null;
  }

  /** The new reference of an object that is copied in any case. */
  reserve(old: PdfRef): PdfRef {
    const known = this.#refs.get(old.num);
    if (known) return known;
    const ref = this.target.reserve();
    this.#refs.set(old.num, ref);
    this.#open.push(old.num);
    return ref;
  }

  /** A copy of a dictionary that is no object of its own in the document. */
  add(ref: PdfRef, value: PdfDict, entries: Entries): void {
    this.target.add(ref, dictWith(this.#copyDict(value), entries));
  }

  #copyRef(old: PdfRef): PdfRef | null {
    const known = this.#refs.get(old.num);
    if (known !== undefined) return known;
    const value = this.revision.object(old.num, old.gen)?.value ?? null;
    if (value !== null && !isLeftOut(value) && !this.leavesOut(old)) return this.reserve(old);
    this.#refs.set(old.num, null);
    return null;
  }

  #copyDict(dict: PdfDict, stream: PdfStream | null = null): PdfDict {
    const entries = [...this.editContent(this.edit(dict), stream).entries].map(
      ([key, value]) => [key, this.copy(value)] as const,
    );
    return new PdfDict(new Map(entries), null);
  }

  /** Writes all objects that were reached so far. */
  finish(): void {
    for (let num = this.#open.pop(); num !== undefined; num = this.#open.pop()) {
      const value = this.#changed.get(num) ?? this.revision.object(num)?.value ?? null;
      const ref = this.#refs.get(num)!;
      if (value instanceof PdfStream) {
        const dict = this.#withEntries(num, this.#copyDict(plainEntries(this.revision, value), value));
        this.target.addStream(ref, dict, this.revision.rawStream(value));
      } else {
        const copied = this.copy(value);
        this.target.add(ref, copied instanceof PdfDict ? this.#withEntries(num, copied) : copied);
      }
    }
  }

  #withEntries(num: number, dict: PdfDict): PdfDict {
    const replaced = Object.entries(this.#entries.get(num) ?? {});
    const all = new Map([...dict.entries, ...replaced]);
    for (const [key, value] of replaced) if (value === null) all.delete(key);
    return new PdfDict(all, null);
  }
}

/** Pages and page trees that the list of pages does not have: they would bring a second tree with all pages. */
function isLeftOut(value: PdfObject): boolean {
  return value instanceof PdfDict && ['Page', 'Pages', 'Catalog'].some(type => isName(value.get('Type'), type));
}
