/** Parses bytes into objects (ISO 32000-2, 7.2 and 7.3); strings, arrays and dictionaries record their offsets. */
import { MAX_DEPTH } from '../budget.js';
import { Ambiguities } from './ambiguities.js';
import { CLASSES, isRegular, isWhite, latin1, REGULAR, WHITE } from './chars.js';
import {
  MalformedObject,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  PdfString,
  type Span,
  WindowTooSmall,
} from './objects.js';
import { decodeName, hexBytes, isNameReadAlike, literalBytes } from './strings.js';

/** Digits of an object number that the fast path for references accepts. */
const MAX_FAST_DIGITS = 10;

/** Entries whose value is an integer: some viewers ignore one that is written with a decimal point, as 90.0. */
const INTEGERS = new Set(
  `Rotate F Ff Q MaxLen Flags Width Height BitsPerComponent BitsPerCoordinate BitsPerFlag BitsPerSample Predictor Colors Columns
  N Count FirstChar LastChar ShadingType PatternType PaintType TilingType FunctionType LC LJ OPM Rows EarlyChange
  SMaskInData StructParent MCID SigFlags`.split(/\s+/),
);

/** Escapes, and bytes that are white space in some programs. */
const UNUSUAL = /[#\x80\xff]/;

export class Parser {
  /** Set when a parsed dictionary contains a key twice. */
  duplicateKey = false;
  /** Set when a parsed number is written with a decimal point. */
  hasReal = false;
  readonly ambiguities = new Ambiguities();
  /** The last name is one that programs read differently. */
  #isDoubtfulName = false;
  /** Position after the last number that is written with a decimal point. */
  #realEnd = -1;

  constructor(
    readonly bytes: Uint8Array,
    /** Offset of the first byte in the file; null for decoded bytes. */
    readonly base: number | null,
    /** False when the file continues after these bytes. */
    readonly complete = true,
    public position = 0,
  ) {}

  /** A whole object, which some programs ignore where they expect an integer. */
  object(): PdfObject {
    const value = this.value();
    if (this.hasReal && Number.isInteger(value)) this.ambiguities.add(` ${value}.0`);
    return value;
  }

  value(depth = 0): PdfObject {
    if (depth > MAX_DEPTH) throw new MalformedObject(`objects nested deeper than ${MAX_DEPTH}`);
    switch (this.skipWhite()) {
      case 0x2f:
        return new PdfName(this.#name());
      case 0x28:
        return this.#literalString();
      case 0x5b:
        return this.#array(depth);
      case 0x3c:
        return this.peek(1) === 0x3c ? this.#dict(depth) : this.#hexString();
      default:
        return this.#numberOrWord();
    }
  }

  /** White space and comments (7.2.4). Returns the byte that follows, -1 at the end. */
  skipWhite(): number {
    const { bytes } = this;
    for (;;) {
      while (CLASSES[bytes[this.position]!] === WHITE) this.position++;
      const next = bytes[this.position] ?? this.peek();
      if (next !== 0x25) return next;
      this.#skipLine();
      this.position++;
    }
  }

  /** Consumes `word` if it is the next token. */
  take(word: string): boolean {
    const { bytes, position } = this;
    for (let i = 0; i < word.length; i++) {
      if ((bytes[position + i] ?? this.peek(i)) !== word.charCodeAt(i)) return false;
    }
    if (isRegular(this.peek(word.length))) return false;
    this.position += word.length;
    return true;
  }

  /** An unsigned integer, or null with the position unchanged. */
  integer(): number | null {
    const { bytes, position } = this;
    let [at, value] = [position, 0];
    for (; bytes[at]! >= 0x30 && bytes[at]! <= 0x39; at++) value = value * 10 + bytes[at]! - 0x30;
    if (at >= bytes.length) this.peek(at - position);
    if (at === position || !Number.isSafeInteger(value)) return null;
    this.position = at;
    return value;
  }

  /** The byte `ahead` of the position, -1 past the end. */
  peek(ahead = 0): number {
    const byte = this.bytes[this.position + ahead];
    if (byte !== undefined) return byte;
    if (this.complete) return -1;
    throw new WindowTooSmall();
  }

  /** One character per byte. */
  text(start: number, end: number): string {
    return latin1(this.bytes, start, end);
  }

  spanFrom(start: number): Span | null {
    return this.base === null ? null : { start: this.base + start, end: this.base + this.position };
  }

  #skipLine(): void {
    for (let byte = this.peek(); byte !== 10 && byte !== 13 && byte !== -1; byte = this.peek()) this.position++;
  }

  #hexString(): PdfString {
    const start = this.position;
    const end = this.bytes.indexOf(0x3e, start);
    if (end < 0 && !this.complete) throw new WindowTooSmall();
    if (end < 0) throw new MalformedObject('a hexadecimal string is not terminated');
    this.position = end + 1;
    return new PdfString(hexBytes(this.bytes.subarray(start + 1, end)), true, this.spanFrom(start));
  }

  /** Parentheses are balanced. */
  #literalString(): PdfString {
    const start = this.position;
    let isPlain = true;
    let at = start + 1;
    for (let open = 1; open > 0; at++) {
      const byte = this.bytes[at] ?? this.peek(at - start);
      if (byte === -1) throw new MalformedObject('a string is not terminated');
      if (byte === 0x28) open++;
      else if (byte === 0x29) open--;
      else if (byte === 0x5c) at++;
      isPlain &&= byte !== 0x5c && byte !== 13;
    }
    this.position = at;
    const content = literalBytes(this.bytes, start + 1, at - 1, isPlain);
    return new PdfString(content, false, this.spanFrom(start));
  }

  #name(): string {
    this.position++;
    const raw = this.#word();
    const isUnusual = UNUSUAL.test(raw);
    this.#isDoubtfulName = isUnusual && !isNameReadAlike(raw);
    if (!isUnusual) return raw;
    if (this.#isDoubtfulName) this.ambiguities.add(raw);
    return decodeName(raw);
  }

  #array(depth: number): PdfArray {
    const start = this.position++;
    const items: PdfObject[] = [];
    const first = this.ambiguities.size;
    let hasDoubtfulName = false;
    for (let next = this.skipWhite(); next !== 0x5d; next = this.skipWhite()) {
      if (next === -1) throw new MalformedObject('an array is not terminated');
      const known = this.ambiguities.size;
      const item = this.#fastItem() ?? this.value(depth + 1);
      if (this.ambiguities.size > known) {
        hasDoubtfulName ||= item instanceof PdfName;
        this.ambiguities.place(known, items.length);
      }
      items.push(item);
    }
    this.position++;
    if (hasDoubtfulName) this.ambiguities.replace(first, this.text(start, this.position));
    return new PdfArray(items, this.spanFrom(start));
  }

  #dict(depth: number): PdfDict {
    const start = this.position;
    this.position += 2;
    const entries = new Map<string, PdfObject>();
    const duplicates: string[] = [];
    const first = this.ambiguities.size;
    let hasDoubtfulName = false;
    for (let next = this.skipWhite(); next !== 0x3e; next = this.skipWhite()) {
      if (next !== 0x2f) throw new MalformedObject('a dictionary key is not a name');
      const key = this.#name();
      hasDoubtfulName ||= this.#isDoubtfulName;
      if (entries.has(key)) duplicates.push(key);
      const known = this.ambiguities.size;
      const value = this.value(depth + 1);
      if (this.#realEnd === this.position && Number.isInteger(value) && INTEGERS.has(key))
        this.ambiguities.add(` ${value}.0`);
      if (this.ambiguities.size > known) {
        hasDoubtfulName ||= value instanceof PdfName;
        this.ambiguities.place(known, key);
      }
      entries.set(key, value);
    }
    if (this.peek(1) !== 0x3e) throw new MalformedObject('a dictionary is not terminated');
    this.position += 2;
    if (hasDoubtfulName) this.ambiguities.replace(first, this.text(start, this.position));
    this.duplicateKey ||= duplicates.length > 0;
    return new PdfDict(entries, this.spanFrom(start), duplicates);
  }

  #numberOrWord(): PdfObject {
    const start = this.position;
    const whole = this.integer();
    if (whole !== null && !isRegular(this.peek())) return this.#reference(whole) ?? whole;
    this.position = start;
    const word = this.#word();
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (/^[+-]*(?:\d+(?:\.\d*)?|\.\d+)$/.test(word)) {
      if (/^[+-]{2}/.test(word)) this.ambiguities.add(` ${word}`);
      if (word.includes('.')) {
        this.hasReal = true;
        this.#realEnd = this.position;
      }
      return Number(word.replace(/^[+-]*(?=[+-])/, ''));
    }
    throw new MalformedObject(word === '' ? 'a value is missing' : `'${word.slice(0, 20)}' is not a value`);
  }

  #word(): string {
    const { bytes, position } = this;
    let end = position;
    while (CLASSES[bytes[end]!] === REGULAR) end++;
    this.position = end;
    this.peek();
    return latin1(bytes, position, end);
  }

  /**
   * Fast path for `num gen R`, and for the first of three integers, with single spaces: arrays of references dominate
   * updated files, and arrays of integers large ones, so there are no calls here.
   */
  #fastItem(): PdfRef | number | null {
    const { bytes, position } = this;
    let [at, num, gen] = [position, 0, 0];
    for (; bytes[at]! >= 0x30 && bytes[at]! <= 0x39; at++) num = num * 10 + bytes[at]! - 0x30;
    if (at === position || at > position + MAX_FAST_DIGITS || bytes[at++] !== 0x20) return null;
    const start = at;
    for (; bytes[at]! >= 0x30 && bytes[at]! <= 0x39; at++) gen = gen * 10 + bytes[at]! - 0x30;
    if (at === start || at > start + MAX_FAST_DIGITS || bytes[at] !== 0x20) return null;
    const next = bytes[at + 1]!;
    if (next >= 0x30 && next <= 0x39) {
      this.position = start - 1;
      return num;
    }
    if (next !== 0x52) return null;
    if (at + 2 >= bytes.length || isRegular(bytes[at + 2]!)) return null;
    this.position = at + 2;
    return new PdfRef(num, gen);
  }

  /** `num` is consumed; parses the rest of `num gen R`, if it is one. */
  #reference(num: number): PdfRef | null {
    const start = this.position;
    if (isWhite(this.peek())) {
      this.skipWhite();
      const gen = this.integer();
      if (gen !== null && isWhite(this.peek())) {
        this.skipWhite();
        if (this.take('R')) return new PdfRef(num, gen);
      }
    }
    this.position = start;
    return null;
  }
}
