/** The eight kinds of PDF object (ISO 32000-2, 7.3). null, booleans and numbers are JavaScript's own. */

export type PdfObject = null | boolean | number | PdfName | PdfString | PdfRef | PdfArray | PdfDict | PdfStream;

/** Where a token stands in the file, `end` exclusive. Null inside object streams and for values that were never in a file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A name without its slash, `#xx` decoded; one character per byte. */
export class PdfName {
  constructor(readonly name: string) {}
}

export class PdfString {
  constructor(
    readonly bytes: Uint8Array,
    /** Written as `<...>`. */
    readonly hex: boolean,
    /** The whole token with its delimiters. */
    readonly span: Span | null,
  ) {}
}

export class PdfRef {
  constructor(
    readonly num: number,
    readonly gen: number,
  ) {}

  toString(): string {
    return `${this.num} ${this.gen} R`;
  }
}

export class PdfArray {
  constructor(
    readonly items: readonly PdfObject[],
    readonly span: Span | null,
  ) {}
}

export class PdfDict {
  constructor(
    readonly entries: ReadonlyMap<string, PdfObject>,
    readonly span: Span | null,
    /** Keys written more than once; `entries` holds the last value. */
    readonly duplicates: readonly string[] = [],
  ) {}

  /** The value as written: a reference stays one. `PdfRevision.get` follows it. */
  get(key: string): PdfObject | undefined {
    return this.entries.get(key);
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }
}

export class PdfStream {
  constructor(
    readonly dict: PdfDict,
    /** The encoded bytes in the file. */
    readonly data: Span,
    /** The object that holds it: streams are decrypted under its number. */
    readonly owner: PdfRef,
  ) {}
}

/** An object with a number, as one revision sees it. */
export interface IndirectObject {
  readonly num: number;
  readonly gen: number;
  readonly value: PdfObject;
  /** From 'N G obj' to past 'endobj'; null when it lives in an object stream. */
  readonly span: Span | null;
  /** Number of the object stream that holds it. */
  readonly container: number | null;
}

export const isName = (value: PdfObject | undefined, name: string): boolean =>
  value instanceof PdfName && value.name === name;

/** The dictionary of a dictionary or stream. */
export function dictOf(value: PdfObject | undefined): PdfDict | null {
  if (value instanceof PdfDict) return value;
  return value instanceof PdfStream ? value.dict : null;
}
