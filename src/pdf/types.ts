/** What a reader of PDFs is handed: a document, its revisions, and notes on every tolerance that was needed. */
import type { IndirectObject, PdfArray, PdfDict, PdfObject, PdfRef, PdfStream, PdfString } from './syntax/objects.js';

/** Bytes anywhere in a file of any size. */
export interface RandomAccess {
  readonly size: number;
  /** At most `length` bytes from `offset`, fewer at the end. The caller does not write to them. */
  read(offset: number, length: number): Uint8Array;
  /** Fills `target` from `offset`, returns how many bytes were there. Spares an allocation when much is read once. */
  readInto?(target: Uint8Array, offset: number): number;
  close(): void;
}

export type PdfNoteCode =
  | 'junk-before-header'
  | 'header-malformed'
  | 'startxref-inexact'
  | 'startxref-missing'
  | 'eof-missing'
  | 'eof-repeated'
  | 'bytes-between-revisions'
  | 'bytes-after-end'
  | 'xref-spacing'
  | 'xref-entry-malformed'
  | 'xref-numbering'
  | 'xref-order'
  | 'xref-loop'
  | 'prev-broken'
  | 'hybrid-conflict'
  | 'entry-inexact'
  | 'entry-mismatch'
  | 'entry-outside-revision'
  | 'endobj-missing'
  | 'stream-length'
  | 'stream-truncated'
  | 'duplicate-key'
  | 'object-malformed'
  | 'object-stream-malformed'
  | 'encrypt-changed'
  | 'encrypt-malformed'
  | 'page-tree-malformed'
  | 'field-tree-malformed'
  | 'limit'
  | 'recovered';

/** One departure from the standard that was tolerated, or that hides an object. */
export interface PdfNote {
  readonly code: PdfNoteCode;
  readonly message: string;
  /** 1 = first; null = the file as a whole. */
  readonly revision: number | null;
  readonly object?: number;
}

export type XrefEntry =
  | { readonly kind: 'free'; readonly gen: number }
  | { readonly kind: 'offset'; readonly offset: number; readonly gen: number }
  | { readonly kind: 'stream'; readonly container: number; readonly index: number };

export interface OpenOptions {
  /** User or owner password; the empty one is always tried. */
  password?: string;
  /** Until the last object is read; by default 2,500 and 1 more for every 50 kB. */
  budgetMs?: number;
}

export interface PdfDocument {
  readonly source: RandomAccess;
  readonly size: number;
  /** Of the header, e.g. '1.7'; '' when it has none. `documentVersion` minds the catalog too. */
  readonly headerVersion: string;
  /** First to last; never empty. */
  readonly revisions: readonly PdfRevision[];
  readonly latest: PdfRevision;
  readonly encrypted: boolean;
  /** The cross-reference was unusable and objects were found by scanning: nothing here is better than INDETERMINATE. */
  readonly recovered: boolean;
  /** Grows while objects are read. */
  readonly notes: readonly PdfNote[];
  /** For a string that an update is to write into object `owner`: as it has to stand there (7.6.2). */
  encryptString(bytes: Uint8Array, owner: PdfRef): Uint8Array;
  /** The newest revision that ends at or before `offset` (white space after its %%EOF counts as its own), or null. */
  revisionWithin(offset: number): PdfRevision | null;
  close(): void;
}

/** The document as it was when this revision was its last. All lookups are proven against the bytes and cached. */
export interface PdfRevision {
  readonly document: PdfDocument;
  /** 1 = first. */
  readonly index: number;
  /** Where its newest cross-reference section stands. */
  readonly xrefOffset: number;
  /** All places of its cross-reference sections (linearized and hybrid files have two). */
  readonly xrefOffsets: readonly number[];
  /** Right after '%%EOF' (after the startxref number or the trailer where it is missing). */
  readonly eofOffset: number;
  /** Past the end of line, and further white space, behind %%EOF. */
  readonly endOffset: number;
  /** The trailer of this revision alone. */
  readonly trailer: PdfDict;
  /** What this revision's cross-reference says, older ones left out. */
  readonly entries: ReadonlyMap<number, XrefEntry>;
  /** The entry in force: of this revision or the nearest older one. */
  entry(num: number): XrefEntry | undefined;
  /** Every object number known up to this revision. */
  objectNumbers(): Iterable<number>;
  /** Null when it is free, missing, malformed, or not proven to stand where the cross-reference says (a note tells). */
  object(num: number, gen?: number): IndirectObject | null;
  /** Follows references; missing is null (7.3.10). */
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
  /** Decoded as far as the filters are known. */
  decode(stream: PdfStream): DecodedStream;
  /** The catalog, or null. */
  readonly root: PdfDict | null;
}

export interface DecodedStream {
  readonly bytes: Uint8Array;
  /** The first filter that is left undecoded (DCTDecode, JPXDecode ...), or null. */
  readonly pending: string | null;
  /** Data ended early, or did not fit the filter. */
  readonly damaged: boolean;
}

/** A terminal field of the interactive form (12.7.4), inheritance applied. */
export interface FormField {
  /** Fully qualified (12.7.4.2). */
  readonly name: string;
  readonly type: 'Btn' | 'Tx' | 'Ch' | 'Sig' | null;
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
  /** As written, perhaps inherited: a reference stays one. */
  readonly value: PdfObject;
  readonly flags: number;
  readonly widgets: readonly Widget[];
}

export interface Widget {
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
}

/** A signature field with a value, signed or not. */
export interface SignatureField extends FormField {
  /** The signature dictionary; null when /V is something else. Its /Contents is a PdfString with its span. */
  readonly signature: PdfDict | null;
  /** Null when the dictionary stands directly in the field. */
  readonly signatureRef: PdfRef | null;
  /** The object that holds the dictionary lives in an object stream. */
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
  /** As node:crypto names it: 'sha256', 'sha3-512', 'shake256' ... */
  readonly algorithm: string;
  /** Bytes, for the SHAKE functions. */
  readonly outputLength?: number;
  readonly ranges: readonly { readonly offset: number; readonly length: number }[];
}
