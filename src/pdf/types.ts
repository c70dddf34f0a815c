/** Data of the PDF reader: sources, options, cross-reference entries, form fields, metadata. */
import type { PdfNoteCode } from './notes.js';
import type { PdfDict, PdfObject, PdfRef, Span } from './syntax/objects.js';

export interface XrefSection {
  readonly offset: number;
  /** Added to every offset in the file. */
  readonly base: number;
  /** Just after the trailer, or the 'endobj' of the stream. */
  readonly end: number;
  readonly entries: Map<number, XrefEntry>;
  readonly trailer: PdfDict;
  readonly previous: number | null;
  /** The stream of a hybrid-reference section (7.5.8.4). */
  readonly hybrid: Span | null;
  /** Objects that are free in the table of a hybrid-reference section, and not in its stream. */
  readonly hidden: readonly number[];
  readonly faults: readonly PdfNoteCode[];
}

export type XrefEntry =
  | { readonly kind: 'free'; readonly gen: number }
  | { readonly kind: 'offset'; readonly offset: number; readonly gen: number }
  | { readonly kind: 'stream'; readonly container: number; readonly index: number };

export interface OpenOptions {
  /** User or owner password; the empty one is always tried. */
  password?: string;
  /** The work that reading may cost, in units as those of `Budget`; by default 1.5 million, and one for every 50 bytes. */
  maxWork?: number;
}

/** What could be decoded. */
export interface Decoded {
  readonly bytes: Uint8Array;
  /** The data ended early or is invalid for the filter. */
  readonly damaged: boolean;
}

export interface DecodedStream extends Decoded {
  /** The first filter that was not decoded (DCTDecode, JPXDecode ...), or null. */
  readonly pending: string | null;
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
