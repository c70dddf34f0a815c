/** The interface of the PDF reader: documents, revisions, form fields, metadata. */
import type { PdfNote } from './notes.js';
import type { IndirectObject, PdfArray, PdfDict, PdfObject, PdfRef, PdfStream, PdfString } from './syntax/objects.js';

export interface RandomAccess {
  readonly size: number;
  /** At most `length` bytes from `offset`, fewer at the end of the file. The caller must not modify them. */
  read(offset: number, length: number): Uint8Array;
  /** Fills `target` from `offset` and returns the number of bytes read. Avoids allocations when reading sequentially. */
  readInto?(target: Uint8Array, offset: number): number;
  close(): void;
}

export type XrefEntry =
  | { readonly kind: 'free'; readonly gen: number }
  | { readonly kind: 'offset'; readonly offset: number; readonly gen: number }
  | { readonly kind: 'stream'; readonly container: number; readonly index: number };

export interface OpenOptions {
  /** User or owner password; the empty one is always tried. */
  password?: string;
  /** Total time for reading, in milliseconds; by default 2,500 plus 1 for every 50 kB. */
  budgetMs?: number;
}

export interface PdfDocument {
  readonly source: RandomAccess;
  readonly size: number;
  /** Of the header, e.g. '1.7'; '' when it states none. The catalog may override it, see DocumentMetadata.pdfVersion. */
  readonly headerVersion: string;
  /** First to last; never empty. */
  readonly revisions: readonly PdfRevision[];
  readonly latest: PdfRevision;
  readonly encrypted: boolean;
  /** The cross-reference was unusable and objects were found by scanning: no result is better than INDETERMINATE. */
  readonly recovered: boolean;
  /** Grows while objects are read. */
  readonly notes: readonly PdfNote[];
  /** Encrypts a string that an incremental update writes into object `owner` (7.6.2); unchanged in a plain document. */
  encryptString(bytes: Uint8Array, owner: PdfRef): Uint8Array;
  /** The newest revision that ends at or before `offset` (white space after its %%EOF counts as its own), or null. */
  revisionWithin(offset: number): PdfRevision | null;
  close(): void;
}

/** The document as of one revision. Lookups are cached and verified against the bytes of the file. */
export interface PdfRevision {
  readonly document: PdfDocument;
  /** 1 = first. */
  readonly index: number;
  /** Offset of its newest cross-reference section. */
  readonly xrefOffset: number;
  /** Offsets of all its cross-reference sections (linearized and hybrid-reference files have two). */
  readonly xrefOffsets: readonly number[];
  /** Just after '%%EOF', or where that is missing after the startxref number or the trailer. */
  readonly eofOffset: number;
  /** Just after the line end and other white space that follow %%EOF. */
  readonly endOffset: number;
  /** The trailer of this revision alone. */
  readonly trailer: PdfDict;
  /** The entries of this revision's cross-reference alone. */
  readonly entries: ReadonlyMap<number, XrefEntry>;
  /** The entry that applies: of this revision or the nearest older one. */
  entry(num: number): XrefEntry | undefined;
  /** All object numbers known as of this revision. */
  objectNumbers(): Iterable<number>;
  /** Null when it is free, missing, malformed, or not where the cross-reference says (noted). */
  object(num: number, gen?: number): IndirectObject | null;
  /** Follows references; a missing object is null (7.3.10). */
  resolve(value: PdfObject | undefined): PdfObject;
  /** `resolve(dict.get(key))`; a null dictionary has no entries. */
  get(dict: PdfDict | PdfStream | null, key: string): PdfObject;
  getDict(dict: PdfDict | PdfStream | null, key: string): PdfDict | null;
  getArray(dict: PdfDict | PdfStream | null, key: string): PdfArray | null;
  getName(dict: PdfDict | PdfStream | null, key: string): string | null;
  getNumber(dict: PdfDict | PdfStream | null, key: string): number | null;
  getString(dict: PdfDict | PdfStream | null, key: string): PdfString | null;
  /** A text string (7.9.2.2) as Unicode. */
  getText(dict: PdfDict | PdfStream | null, key: string): string | null;
  /** Encoded bytes of a stream, decrypted. */
  rawStream(stream: PdfStream): Uint8Array;
  /** Decoded up to the first unsupported filter. */
  decode(stream: PdfStream): DecodedStream;
  /** The catalog, or null. */
  readonly root: PdfDict | null;
}

export interface DecodedStream {
  readonly bytes: Uint8Array;
  /** The first filter that was not decoded (DCTDecode, JPXDecode ...), or null. */
  readonly pending: string | null;
  /** The data ended early or is invalid for the filter. */
  readonly damaged: boolean;
}

/** A terminal field of the interactive form (12.7.4), inheritance applied. */
export interface FormField {
  /** Fully qualified (12.7.4.2). */
  readonly name: string;
  readonly type: 'Btn' | 'Tx' | 'Ch' | 'Sig' | null;
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
  /** Own or inherited, as written: references are not followed. */
  readonly value: PdfObject;
  readonly flags: number;
  readonly widgets: readonly Widget[];
}

export interface Widget {
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
}

/** A signature field with a value, valid or not. */
export interface SignatureField extends FormField {
  /** The signature dictionary; null when /V is something else. Its /Contents is a PdfString with a span. */
  readonly signature: PdfDict | null;
  /** Null when the dictionary is a direct object in the field. */
  readonly signatureRef: PdfRef | null;
  /** The dictionary is in an object stream. */
  readonly inObjectStream: boolean;
}

export interface Permissions {
  readonly docMDP: PdfRef | null;
  readonly ur3: PdfRef | null;
}

export interface DocumentMetadata {
  readonly pdfVersion: string;
  readonly pages: number | null;
  readonly title: string | null;
  readonly author: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string | null;
  readonly modifiedAt: string | null;
}

export interface DigestJob {
  /** Its name in node:crypto: 'sha256', 'sha3-512', 'shake256' ... */
  readonly algorithm: string;
  /** In bytes, for the SHAKE functions. */
  readonly outputLength?: number;
  readonly ranges: readonly { readonly offset: number; readonly length: number }[];
}
