/** The types of PDF objects (ISO 32000-2, 7.3). null, booleans and numbers are JavaScript primitives. */

export type PdfObject = null | boolean | number | PdfName | PdfString | PdfRef | PdfArray | PdfDict | PdfStream;

/** Offsets of a token in the file, `end` exclusive. Null for values from object streams and computed values. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A name without its slash, with `#xx` decoded; one character per byte. */
export class PdfName {
  constructor(readonly name: string) {}
}

export class PdfString {
  constructor(
    /** One character per byte for short strings: a document may have a million, and a byte array of its own takes 150 bytes. */
    private readonly content: Uint8Array | string,
    /** True when written as `<...>`. */
    readonly hex: boolean,
    /** The token including its delimiters. */
    readonly span: Span | null,
  ) {}

  get bytes(): Uint8Array {
    return typeof this.content === 'string' ? bytesOf(this.content) : this.content;
  }
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
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
    /** Keys that occur more than once; `entries` has the last value. */
    readonly duplicates: readonly string[] = [],
  ) {}

  /** The value as written. `PdfRevision.get` also follows references. */
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
    /** The indirect object; its number is part of the decryption key. */
    readonly owner: PdfRef,
  ) {}
}

/** Follows references; a missing object is null (7.3.10). */
export type Resolve = (value: PdfObject | undefined) => PdfObject;

/** An indirect object as of one revision. */
export interface IndirectObject {
  readonly num: number;
  readonly gen: number;
  readonly value: PdfObject;
  /** From 'N G obj' through 'endobj'; null for a member of an object stream. */
  readonly span: Span | null;
  /** Number of the object stream that contains it. */
  readonly container: number | null;
  /** Names and numbers that programs read differently, as written, each with its place in the object. */
  readonly ambiguities: readonly string[];
}

export const isName = (value: PdfObject | undefined, name: string): boolean =>
  value instanceof PdfName && value.name === name;

export const sameRef = (a: PdfObject | undefined, b: PdfObject | undefined): boolean =>
  a instanceof PdfRef && b instanceof PdfRef && a.num === b.num && a.gen === b.gen;

/** A number that can be an offset, a length or a count. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A dictionary, or the dictionary of a stream; null for other values. */
export function dictOf(value: PdfObject | undefined): PdfDict | null {
  if (value instanceof PdfDict) return value;
  return value instanceof PdfStream ? value.dict : null;
}

/** It has parts, as an array, dictionary or stream. */
export const isComposite = (value: PdfObject): value is PdfArray | PdfDict | PdfStream =>
  value instanceof PdfDict || value instanceof PdfArray || value instanceof PdfStream;

/** The items of an array, and the values of a dictionary or of the dictionary of a stream; none of other values. */
export const partsOf = (value: PdfObject): Iterable<PdfObject> =>
  value instanceof PdfArray ? value.items : (dictOf(value)?.entries.values() ?? []);

/** The keys of both. */
export const keysOf = (a: PdfDict | null, b: PdfDict | null): Set<string> =>
  new Set([a, b].flatMap(dict => [...(dict?.entries.keys() ?? [])]));

/** Whether the values under each key of both, as written or null, meet the condition. */
export const everyEntry = (
  a: PdfDict | null,
  b: PdfDict | null,
  test: (key: string, a: PdfObject, b: PdfObject) => boolean,
): boolean => [...keysOf(a, b)].every(key => test(key, a?.get(key) ?? null, b?.get(key) ?? null));

/** By its /ByteRange (12.8.1), which no other dictionary has. */
export const isSignatureDictionary = (value: PdfObject | undefined): value is PdfDict =>
  value instanceof PdfDict && value.has('ByteRange');

/** The bytes are not a valid object. */
export class MalformedObject extends Error {}

/** The result of `read`; null if it throws MalformedObject. */
export function nullIfMalformed<T>(read: () => T): T | null {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof MalformedObject) return null;
    throw thrown;
  }
}

/** The object continues beyond the bytes read so far: read more and parse again. */
export class WindowTooSmall extends Error {}
