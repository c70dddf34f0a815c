/** Parser notes: departures from the standard that were tolerated while a document was read, each recorded once. */

export type PdfNoteCode =
  /** Bytes precede the header. */
  | 'junk-before-header'
  /** The header states no valid version. */
  | 'header-malformed'
  /** 'startxref' or /Prev does not give the exact offset of the cross-reference section. */
  | 'startxref-inexact'
  /** With a header after other bytes, 'startxref' leads to two sections: offsets count from the header or from the file. */
  | 'startxref-ambiguous'
  /** A cross-reference section or 'startxref' is written in a way that some programs do not accept: they scan the file. */
  | 'xref-irregular'
  /** No 'startxref' near the end of the file, or after a cross-reference section. */
  | 'startxref-missing'
  /** No '%%EOF' ends the revision. */
  | 'eof-missing'
  | 'eof-repeated'
  /** Bytes other than white space follow the last revision. */
  | 'bytes-after-end'
  /** Entries of the cross-reference table are not 20 bytes long. */
  | 'xref-spacing'
  /** The cross-reference table repeats entries or has too few. */
  | 'xref-entry-malformed'
  /** The cross-reference table numbers its objects from 1 instead of 0. */
  | 'xref-numbering'
  /** An object that no cross-reference lists: programs that scan the file for objects read it. */
  | 'object-unlisted'
  /** The same for a trailer, or a cross-reference stream. */
  | 'trailer-unlisted'
  /** 'startxref' occurs again in the same revision. */
  | 'startxref-repeated'
  /** /Size of the trailer is smaller than before: objects of the document count as missing. */
  | 'size-too-small'
  /** A later cross-reference section precedes the end of an earlier one. */
  | 'xref-order'
  /** The /Prev entries form a loop. */
  | 'xref-loop'
  /** No cross-reference section can be read where a /Prev entry points. */
  | 'prev-broken'
  /** The table and the stream of a hybrid-reference file disagree about an object, or hide one that was visible. */
  | 'hybrid-conflict'
  /** The object starts a few bytes away from the offset in the cross-reference. */
  | 'entry-inexact'
  /** The object is not where the cross-reference says: it is read as null. */
  | 'entry-mismatch'
  /** The cross-reference refers to an object beyond the end of its revision. */
  | 'entry-outside-revision'
  | 'endobj-missing'
  /** /Length misses the end of the data by more than an end of line, or a later revision changes it. */
  | 'stream-length'
  /** /Length includes an end of line, or not, where it should not. */
  | 'stream-length-inexact'
  /** The data of a stream ends early, or decodes to more than is read. */
  | 'stream-truncated'
  /** A dictionary contains a key twice. */
  | 'duplicate-key'
  /** The same in a signature dictionary that is new in its revision: it affects no signature but this one. */
  | 'duplicate-signature-key'
  /**
   * A trailer, or an object that an update changes or refers to first, has a name or number that programs read differently, or
   * 'null' in place of what a page inherits.
   */
  | 'token-ambiguous'
  /** The object cannot be parsed, or departs from the syntax. */
  | 'object-malformed'
  /** The object is not in the object stream that the cross-reference names, or programs read another member. */
  | 'object-stream-malformed'
  /** A string or stream is encrypted in a way that programs read differently: not padded, in the clear, or with a filter of its own. */
  | 'encryption-irregular'
  /** The revisions do not all refer to the same encryption dictionary. */
  | 'encrypt-changed'
  /** The cross-reference was unusable; objects were found by scanning the file. */
  | 'recovered';

export interface PdfNote {
  readonly code: PdfNoteCode;
  /** 1 = first; null = the file as a whole. */
  readonly revision: number | null;
  readonly object?: number;
}

/** A damaged file can cause as many notes as it has bytes: then the first of each code and revision is recorded. */
const MAX_NOTES = 1000;

export class ParserNotes {
  readonly list: PdfNote[] = [];
  readonly #recorded = new Set<string>();

  add(code: PdfNoteCode, revision: number | null = null, object?: number): void {
    const kind = `${code} ${revision}`;
    const key = `${kind} ${object}`;
    if (this.#recorded.has(key) || (this.list.length >= MAX_NOTES && this.#recorded.has(kind))) return;
    this.#recorded.add(key).add(kind);
    this.list.push({ code, revision, ...(object === undefined ? {} : { object }) });
  }
}
