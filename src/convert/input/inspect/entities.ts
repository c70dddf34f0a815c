/** Declarations in markup, and how much text their entities expand to. */

const GT = 0x3e;
const LT = 0x3c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const DASH = 0x2d;
const QUESTION = 0x3f;
const DOUBLE = 0x22;
const SINGLE = 0x27;

/** Bytes of a declaration that are kept: office documents have a DOCTYPE of a few hundred. */
const KEPT = 256 * 1024;

/** Where a declaration is, so that its end is found: a ">" in a quoted value or in a comment is none. */
type Place = 'outside' | 'subset' | 'declaration' | 'comment' | 'instruction' | 'behind';

/** Reads one declaration, chunk by chunk, and keeps its text. */
export class DeclarationReader {
  #kept = Buffer.alloc(256);
  #length = 0;
  #place: Place = 'outside';
  #quote = 0;
  #previous = 0;
  #dashes = 0;

  begin(): void {
    this.#length = 0;
    this.#place = 'outside';
    this.#quote = 0;
    this.#previous = 0;
  }

  /** The declaration without its delimiters; null where it is longer than any document needs. */
  get text(): string | null {
    return this.#length > KEPT ? null : this.#kept.toString('latin1', 0, this.#length);
  }

  /** Offset behind the declaration's ">", or -1 where the chunk ends before. In HTML the first ">" ends it. */
  read(bytes: Uint8Array, from: number, isHtml: boolean): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === GT && (isHtml || (this.#quote === 0 && (this.#place === 'outside' || this.#place === 'behind'))))
        return at + 1;
      this.#keep(byte);
      this.#step(byte);
      this.#previous = byte;
    }
    return -1;
  }

  #keep(byte: number): void {
    if (this.#length === this.#kept.length) this.#kept = Buffer.concat([this.#kept, Buffer.alloc(this.#length)]);
    if (this.#length <= KEPT) this.#kept[this.#length++] = byte;
  }

  #step(byte: number): void {
    switch (this.#place) {
      case 'outside':
      case 'declaration':
        this.#inDeclaration(byte);
        return;
      case 'subset':
        if (byte === CLOSE_BRACKET) this.#place = 'behind';
        else if (byte === LT) this.#begin('declaration');
        return;
      case 'comment':
        if (byte === GT && this.#dashes >= 2) this.#place = 'subset';
        this.#dashes = byte === DASH ? this.#dashes + 1 : 0;
        return;
      case 'instruction':
        if (byte === GT && this.#previous === QUESTION) this.#place = 'subset';
    }
  }

  #inDeclaration(byte: number): void {
    if (this.#quote !== 0) {
      if (byte === this.#quote) this.#quote = 0;
    } else if (byte === DOUBLE || byte === SINGLE) this.#quote = byte;
    else if (this.#place === 'outside') {
      if (byte === OPEN_BRACKET) this.#place = 'subset';
    } else if (byte === GT) this.#place = 'subset';
    else if (byte === QUESTION && this.#previous === LT) this.#place = 'instruction';
    else if (byte === DASH && this.#previous === DASH) this.#begin('comment');
  }

  #begin(place: Place): void {
    this.#place = place;
    this.#dashes = 0;
  }
}

const DOCTYPE = /<!doctype[^<>[]*\[/i;
/** Bytes in which a page declares its type. */
const HEAD = 4096;

/**
 * A page without the declarations of an XHTML document: as HTML, its DOCTYPE ends at the first ">", and the rest is printed.
 * The same bytes where it has none, or where they do not end.
 */
export function withoutInternalSubset(page: Buffer): Buffer {
  const found = DOCTYPE.exec(page.toString('latin1', 0, HEAD));
  if (!found) return page;
  const reader = new DeclarationReader();
  reader.begin();
  const end = reader.read(page, found.index + '<!'.length, false);
  return end < 0
    ? page
    : Buffer.concat([page.subarray(0, found.index), Buffer.from('<!DOCTYPE html>'), page.subarray(end)]);
}

const DECLARATION = /<!ENTITY\s+(%\s+)?([^\s%&;"'<>]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\b)/g;

/**
 * The longest text that one reference can expand to (XML 1.0, 4), 0 without entities. External entities count nothing:
 * no engine can read them. Parameter entities and cycles count as endless: no office document needs them.
 */
export function largestEntity(internalSubset: string): number {
  const values = new Map<string, string>();
  for (const [, parameter, name = '', double, single, external] of internalSubset.matchAll(DECLARATION)) {
    if (parameter) return Number.MAX_SAFE_INTEGER;
    // the first declaration binds (XML 1.0, 4.2)
    if (!external && !values.has(name)) values.set(name, double ?? single ?? '');
  }
  const sizes = new Map<string, number>();
  let largest = 0;
  for (const name of values.keys()) largest = Math.max(largest, sizeOf(name, values, sizes, new Set()));
  return largest;
}

/** A reference to "&" is replaced in the declaration, so that it may begin another reference (XML 1.0, 4.4.5 and D). */
const AMPERSAND = /&#(?:0*38|x0*26);/gi;

function sizeOf(name: string, values: Map<string, string>, sizes: Map<string, number>, open: Set<string>): number {
  const known = sizes.get(name);
  if (known !== undefined) return known;
  const value = values.get(name)?.replace(AMPERSAND, '&');
  if (value === undefined) return 1;
  if (open.has(name) || open.size > 100) return Number.MAX_SAFE_INTEGER;
  open.add(name);
  let size = value.length;
  for (const [, inner = ''] of value.matchAll(/&([^\s#&;]+);/g)) size += sizeOf(inner, values, sizes, open);
  open.delete(name);
  size = Math.min(size, Number.MAX_SAFE_INTEGER);
  sizes.set(name, size);
  return size;
}
