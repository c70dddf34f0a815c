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

/** Only blanks, comments and processing instructions precede it (XML 1.0, 2.8). */
const DOCTYPE = /^((?:\s|<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->)*)<!doctype[^<>[]*\[/i;
/** Characters in which a page declares its type. */
const HEAD = 4096;
/** Characters that all references of a page may add to it. */
const MAX_ADDED = 100_000;

/**
 * A page without the declarations of an XHTML document, and with the text of its own entities in their places: as HTML, its
 * DOCTYPE ends at the first ">", the rest is printed, and so are the references. The same page where it has no declarations,
 * or where they do not end.
 */
export function withoutInternalSubset(page: string): string {
  const found = documentType(page);
  if (!found) return page;
  return `${page.slice(0, found.from)}<!DOCTYPE html>${resolved(page.slice(found.to), plainEntities(found.subset))}`;
}

/** XML without its internal subset, and without references to entities whose texts that states. */
export function withoutOwnEntities(text: string): string {
  const found = documentType(text);
  if (!found) return text;
  const own = literalValues(found.subset.replace(COMMENT, ''));
  const rest = text.slice(found.to).replace(REFERENCE, (reference, name: string) => (own?.has(name) ? '' : reference));
  return text.slice(0, found.from) + rest;
}

/** A declaration that has an internal subset: its offsets, and the text, which is '' where it is too long. */
function documentType(text: string): { from: number; to: number; subset: string } | null {
  const found = DOCTYPE.exec(text.slice(0, HEAD));
  if (!found) return null;
  const reader = new DeclarationReader();
  reader.begin();
  const narrow = Buffer.from(text.replace(BEYOND_LATIN_1, 'x'), 'latin1');
  const from = found[1]!.length;
  const to = reader.read(narrow, from + '<!'.length, false);
  return to < 0 ? null : { from, to, subset: reader.text === null ? '' : text.slice(from, to) };
}

const REFERENCE = /&([^\s#&;<>"']{1,100});/g;
const BEYOND_LATIN_1 = /[^\0-\xff]/g;

/** The rest stays as it is where the text would become too long. */
function resolved(page: string, texts: ReadonlyMap<string, string>): string {
  let added = 0;
  return page.replace(REFERENCE, (reference, name: string) => {
    const text = texts.get(name);
    if (text === undefined || added + text.length > MAX_ADDED) return reference;
    added += text.length;
    return text;
  });
}

/** Up to the end of the text where it has none: a search from each start would be quadratic. */
const COMMENT = /<!--(?:[\s\S]*?-->|[\s\S]*$)/g;

/** The replacement texts of entities without markup, as HTML: others could add elements that were not inspected. */
function plainEntities(internalSubset: string): Map<string, string> {
  const values = literalValues(internalSubset.replace(COMMENT, '')) ?? new Map<string, string>();
  const sizes = new Map<string, number>();
  const texts = new Map<string, string>();
  const textOf = (name: string): string => {
    const known = texts.get(name);
    if (known !== undefined) return known;
    const value = values.get(name)!.replace(AMPERSAND, '&');
    const text = value.replace(/[>"']/g, character => `&#${character.charCodeAt(0)};`);
    const whole = text.replace(/&([^\s#&;]+);/g, (inner, of: string) => (values.has(of) ? textOf(of) : inner));
    texts.set(name, whole);
    return whole;
  };
  let total = 0;
  for (const name of values.keys()) {
    const size = sizeOf(name, values, sizes, new Set());
    if (total + size > MAX_ADDED) continue;
    total += size;
    textOf(name);
  }
  for (const [name, text] of texts) if (text.includes('<')) texts.delete(name);
  return texts;
}

const DECLARATION = /<!ENTITY\s+(%\s+)?([^\s%&;"'<>]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\b)/g;

/**
 * The longest text that one reference can expand to (XML 1.0, 4), 0 without entities. External entities count nothing:
 * no engine can read them. Parameter entities and cycles count as endless: no office document needs them.
 */
export function largestEntity(internalSubset: string): number {
  const values = literalValues(internalSubset);
  if (values === null) return Number.MAX_SAFE_INTEGER;
  const sizes = new Map<string, number>();
  let largest = 0;
  for (const name of values.keys()) largest = Math.max(largest, sizeOf(name, values, sizes, new Set()));
  return largest;
}

/** The values of entities by their names; null where parameter entities may declare more. */
function literalValues(internalSubset: string): Map<string, string> | null {
  const values = new Map<string, string>();
  for (const [, parameter, name = '', double, single, external] of internalSubset.matchAll(DECLARATION)) {
    if (parameter) return null;
    // the first declaration binds (XML 1.0, 4.2)
    if (!external && !values.has(name)) values.set(name, double ?? single ?? '');
  }
  return values;
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
