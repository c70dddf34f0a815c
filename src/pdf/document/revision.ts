/** A document and its revisions, each of which is a document of its own. Everything is read on demand. */
import type { Budget } from '../budget.js';
import { decodeBytes } from '../filters/decode.js';
import type { ParserNotes, PdfNote, PdfNoteCode } from '../notes.js';
import type { RandomAccess } from '../random-access.js';
import {
  dictOf,
  type IndirectObject,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  type PdfStream,
  PdfString,
  type Span,
} from '../syntax/objects.js';
import { textOf } from '../syntax/text-string.js';
import type { DecodedStream, XrefEntry } from '../types.js';
import { type Chain, type RevisionRecord, startxrefBefore } from '../xref/chain.js';
import { XrefHistory } from '../xref/history.js';
import { OFFSET_TOLERANCE } from '../xref/section.js';

/** Reads objects: `view` and `declaring` are revisions as of which they are read. */
interface ObjectSource {
  readonly reader: { readonly budget: Budget };
  readonly notes: ParserNotes;
  readonly isEncrypted: boolean;
  readonly permissions: number;
  /** What is missing now may be an object that is being read. */
  readonly isReading: boolean;
  encryptString(bytes: Uint8Array, owner: PdfRef): Uint8Array;
  encryptStream(bytes: Uint8Array, owner: PdfRef): Uint8Array;
  atOffset(num: number, entry: OffsetEntry, declaring: PdfRevision): IndirectObject | null;
  inStream(num: number, entry: StreamEntry, view: PdfRevision): IndirectObject | null;
  rawStream(stream: PdfStream, view: PdfRevision): Uint8Array;
}

export type OffsetEntry = Extract<XrefEntry, { kind: 'offset' }>;
export type StreamEntry = Extract<XrefEntry, { kind: 'stream' }>;

/** References to references are illegal (7.3.10) but occur. */
const MAX_HOPS = 32;

/** A document with its revisions. */
export class PdfDocument {
  /** First to last; never empty. */
  readonly revisions: readonly PdfRevision[];
  /** The cross-reference was unusable and objects were found by scanning: no result is better than INDETERMINATE. */
  readonly recovered: boolean;

  constructor(
    readonly source: RandomAccess,
    /** Of the header, e.g. '1.7'; '' when it states none. The catalog may override it, see DocumentMetadata.pdfVersion. */
    readonly headerVersion: string,
    chain: Chain | null,
    private readonly store: ObjectSource,
  ) {
    const records = chain?.revisions ?? [];
    const history = new XrefHistory(records.map(record => record.entries));
    this.recovered = chain?.broken ?? false;
    this.revisions = records.map((record, i) => new PdfRevision(this, i + 1, record, history, store));
  }

  get size(): number {
    return this.source.size;
  }

  get encrypted(): boolean {
    return this.store.isEncrypted;
  }

  /** What the password permits: bits of /P (ISO 32000-2, table 22); all of them for the owner, and in a plain document. */
  get permissions(): number {
    return this.store.permissions;
  }

  /** Grows while objects are read. */
  get notes(): readonly PdfNote[] {
    return this.store.notes.list;
  }

  get latest(): PdfRevision {
    return this.revisions.at(-1)!;
  }

  /** The limits on reading this document. */
  get budget(): Budget {
    return this.store.reader.budget;
  }

  /** Encrypts a string that an incremental update writes into object `owner` (7.6.2); unchanged in a plain document. */
  encryptString(bytes: Uint8Array, owner: PdfRef): Uint8Array {
    return this.store.encryptString(bytes, owner);
  }

  /** The same for the data of a stream, which is neither metadata nor has a crypt filter of its own. */
  encryptStream(bytes: Uint8Array, owner: PdfRef): Uint8Array {
    return this.store.encryptStream(bytes, owner);
  }

  note(code: PdfNoteCode, revision: number, object?: number): void {
    this.store.notes.add(code, revision, object);
  }

  /**
   * The newest revision that ends at or before `offset` (white space after its %%EOF counts as its own), or null. A later
   * update can refer to a cross-reference section that was part of the data of an older revision: then it is a revision that
   * was never the document. The document up to `offset` is the one that its last 'startxref' leads to.
   */
  revisionWithin(offset: number): PdfRevision | null {
    const found = this.revisions.findLast(revision => revision.eofOffset <= offset);
    const stated = found ? startxrefBefore(this.source, offset) : null;
    const isFound = found && stated !== null && Math.abs(stated + found.base - found.xrefOffset) <= OFFSET_TOLERANCE;
    return isFound ? found : null;
  }

  /** True when the cross-reference leads to a catalog with pages. */
  isUsable(): boolean {
    const root = this.revisions.at(-1)?.root;
    return root instanceof PdfDict && this.latest.getDict(root, 'Pages') !== null;
  }

  close(): void {
    this.source.close();
  }
}

/** The document as of one revision. Lookups are cached and verified against the bytes of the file. */
export class PdfRevision {
  /** Offset of its newest cross-reference section. */
  readonly xrefOffset: number;
  /** Added to every offset in the file. */
  readonly base: number;
  /** All its cross-reference sections (linearized and hybrid-reference files have two). */
  readonly sections: readonly Span[];
  /** Just after '%%EOF', or where that is missing after the startxref number or the trailer. */
  readonly eofOffset: number;
  /** Just after the line end and other white space that follow %%EOF. */
  readonly endOffset: number;
  /** The trailer of this revision alone. */
  readonly trailer: PdfDict;
  /** The entries of this revision's cross-reference alone. */
  readonly entries: ReadonlyMap<number, XrefEntry>;

  /** Objects as of this revision; null: could not be read, and is not read again. */
  readonly #objects = new Map<number, IndirectObject | null>();

  constructor(
    readonly document: PdfDocument,
    /** 1 = first. */
    readonly index: number,
    record: RevisionRecord,
    private readonly history: XrefHistory,
    private readonly store: ObjectSource,
  ) {
    this.xrefOffset = record.xrefOffset;
    this.base = record.base;
    this.sections = record.sections;
    this.eofOffset = record.eofOffset;
    this.endOffset = record.endOffset;
    this.trailer = record.trailer;
    this.entries = record.entries;
  }

  /** To be spent by whatever traverses the document. */
  get budget(): Budget {
    return this.store.reader.budget;
  }

  /** The catalog, or null. */
  get root(): PdfDict | null {
    return this.getDict(this.trailer, 'Root');
  }

  /** The entry that applies: of this revision or the nearest older one. */
  entry(num: number): XrefEntry | undefined {
    return this.history.find(num, this.index)?.entry;
  }

  /** The entry before this revision. */
  previousEntry(num: number): XrefEntry | undefined {
    return this.index === 1 ? undefined : this.history.find(num, this.index - 1)?.entry;
  }

  /** The later revisions that redefine an object, as long as this one still defines `user`. */
  redefinitions(num: number, user: number): PdfRevision[] {
    const until = this.history.revisionsAfter(user, this.index)[0] ?? Number.POSITIVE_INFINITY;
    const later = this.history.revisionsAfter(num, this.index).filter(revision => revision < until);
    return later.map(revision => this.document.revisions[revision - 1]!);
  }

  /** All object numbers known as of this revision. */
  objectNumbers(): Iterable<number> {
    return this.history.numbers(this.index);
  }

  /** Null when it is free, missing, malformed, or not where the cross-reference says (noted). */
  object(num: number, gen?: number): IndirectObject | null {
    this.budget.step();
    let object = this.#objects.get(num);
    if (object === undefined) {
      object = this.#read(num);
      if (object || !this.store.isReading) this.#objects.set(num, object);
    }
    return object && (gen === undefined || gen === object.gen) ? object : null;
  }

  #read(num: number): IndirectObject | null {
    const found = this.history.find(num, this.index);
    if (!found || found.entry.kind === 'free') return null;
    if (found.entry.kind === 'stream') return this.store.inStream(num, found.entry, this);
    return this.store.atOffset(num, found.entry, this.document.revisions[found.revision - 1]!);
  }

  /** Follows references; a missing object is null (7.3.10). */
  resolve(value: PdfObject | undefined): PdfObject {
    let target = value ?? null;
    for (let hops = 0; target instanceof PdfRef; hops++) {
      if (hops === MAX_HOPS) return null;
      target = this.object(target.num, target.gen)?.value ?? null;
    }
    return target;
  }

  /** `resolve(dict.get(key))`; a null dictionary has no entries. */
  get(dict: PdfDict | PdfStream | null, key: string): PdfObject {
    return this.resolve(dictOf(dict ?? undefined)?.get(key));
  }

  getDict(dict: PdfDict | PdfStream | null, key: string): PdfDict | null {
    const value = this.get(dict, key);
    return value instanceof PdfDict ? value : null;
  }

  getArray(dict: PdfDict | PdfStream | null, key: string): PdfArray | null {
    const value = this.get(dict, key);
    return value instanceof PdfArray ? value : null;
  }

  getName(dict: PdfDict | PdfStream | null, key: string): string | null {
    const value = this.get(dict, key);
    return value instanceof PdfName ? value.name : null;
  }

  getNumber(dict: PdfDict | PdfStream | null, key: string): number | null {
    const value = this.get(dict, key);
    return typeof value === 'number' ? value : null;
  }

  getString(dict: PdfDict | PdfStream | null, key: string): PdfString | null {
    const value = this.get(dict, key);
    return value instanceof PdfString ? value : null;
  }

  /** The resolved items of an array; another value is the only one. */
  items(value: PdfObject): PdfObject[] {
    return value instanceof PdfArray ? value.items.map(item => this.resolve(item)) : [value];
  }

  /** The resolved values of all entries; a null dictionary has none. */
  values(dict: PdfDict | null): PdfObject[] {
    return [...(dict?.entries.values() ?? [])].map(value => this.resolve(value));
  }

  /** A text string (7.9.2.2) as Unicode. */
  getText(dict: PdfDict | PdfStream | null, key: string): string | null {
    const value = this.getString(dict, key);
    return value && textOf(value.bytes);
  }

  /** Encoded bytes of a stream, decrypted. */
  rawStream(stream: PdfStream): Uint8Array {
    return this.store.rawStream(stream, this);
  }

  /** Decoded up to the first unsupported filter. */
  decode(stream: PdfStream): DecodedStream {
    return decodeBytes(this.rawStream(stream), stream.dict, value => this.resolve(value), this.budget);
  }
}
