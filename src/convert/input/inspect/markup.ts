/**
 * Counts what markup of any size costs, chunk by chunk: depth, text without markup, entity expansion, and what the watches
 * look at. Not with the XML parser, which stops at the first error: engines repair malformed markup and read on, so that the
 * costs behind an error count as well, also in HTML. The engine refuses what it cannot repair. Each byte is read once.
 */
import { type LimitName, requireWithin } from '../../limits.js';
import { Balance } from './balance.js';
import { DeclarationReader, largestEntity } from './entities.js';
import { EncodedImage } from './images.js';
import { TABLE_LEVELS } from './tables.js';
import { hashesOf, localHash, TagIndex } from './tags.js';
import type { Tally } from './tally.js';

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const DASH = 0x2d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const DOUBLE = 0x22;
const SINGLE = 0x27;
const TAG_KEPT = 1024;

/** Root elements that show HTML in a part of a package. */
const HTML_ROOTS = hashesOf(['html', 'head', 'body', 'div', 'p', 'table']);
/** Most HTML elements need no end tag; these do, so that their depth can be counted. */
const NESTING_HTML = hashesOf('table div ul ol dl blockquote span font b i svg g'.split(' '));
const [WORD_TABLE] = hashesOf(['tbl']);
const BINARY_DATA = hashesOf(['binary-data']);
const STYLE = hashesOf(['style']);

/** Markup begins with "<" behind a byte order mark and white space, in UTF-8 or UTF-16. Null for white space only. */
export function isMarkup(head: Uint8Array): boolean | null {
  let at = [0xef, 0xff, 0xfe].includes(head[0] ?? 0) ? (head[0] === 0xef ? 3 : 2) : 0;
  while (at < head.length && isBlank(head[at]!)) at++;
  return at < head.length ? head[at] === LT : null;
}

/** NUL is the other half of a character in UTF-16. */
const isBlank = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0;

/** `special`: behind "<!"; `marked`: a comment, CDATA section or instruction, which its own mark ends. */
type State = 'text' | 'open' | 'tag' | 'special' | 'marked' | 'declaration';

export class MarkupMeter {
  #part: string | null = null;
  #state: State = 'text';
  #depth = 0;
  #run = 0;
  #quote = 0;
  /** The last byte of the tag that is no white space. */
  #last = 0;
  #entity = 0;
  #references = 0;
  #isHtml: boolean | null = null;
  readonly #kept = Buffer.alloc(TAG_KEPT);
  #length = 0;
  /** Hash of the name of the last tag. */
  #name = 0;
  /** Between the tags of a style sheet: quotes and comments have no meaning in HTML. */
  #isInStyle = false;
  /** What a section ends with before ">", how often it has to stand there, and how often it does. */
  #mark = 0;
  #marksNeeded = 0;
  #marks = 0;
  #narrow: ((chunk: Uint8Array) => Uint8Array) | null = null;
  readonly #balance = new Balance();
  readonly #declaration = new DeclarationReader();
  readonly #image = new EncodedImage();
  #watches = new TagIndex([], null);

  constructor(private readonly tally: Tally) {}

  /** `isHtml`: null where the first tag shows it. */
  start(part: string | null, watches: TagIndex, isHtml: boolean | null = null): void {
    this.#part = part;
    this.#watches = watches;
    this.#state = 'text';
    this.#depth = this.#run = this.#entity = this.#references = this.#name = 0;
    this.#isHtml = isHtml;
    this.#isInStyle = false;
    this.#narrow = null;
    this.#balance.start();
  }

  feed(chunk: Uint8Array): void {
    this.#narrow ??= narrowing(chunk);
    const bytes = this.#narrow(chunk);
    for (let at = 0; at < bytes.length; ) at = this.#advance(bytes, at);
  }

  /** Whether XML parsers stop before its end, as far as tags and references show it. Unknown for HTML. */
  get isDamaged(): boolean {
    return !this.#isHtml && (this.#state !== 'text' || this.#balance.isDamaged);
  }

  end(): void {
    for (const watch of this.#watches.all) watch.end?.(this.#part);
  }

  /** Reads to the end of the state or of the chunk. Returns the offset behind. */
  #advance(bytes: Uint8Array, at: number): number {
    switch (this.#state) {
      case 'text':
        return this.#text(bytes, at);
      case 'open':
        return this.#open(bytes, at);
      case 'tag':
        return this.#tag(bytes, at);
      case 'special':
        return this.#special(bytes, at);
      case 'marked':
        return this.#marked(bytes, at);
      case 'declaration':
        return this.#inDeclaration(bytes, at);
    }
  }

  #text(bytes: Uint8Array, from: number): number {
    const counts = this.#entity > 0;
    let at = from;
    for (; at < bytes.length && bytes[at] !== LT; at++) if (counts && bytes[at] === AMPERSAND) this.#addReference();
    if (at > from) {
      this.#addToRun(at - from);
      if (!this.#isHtml) this.#balance.text(bytes, from, at);
      this.#watches.visitText(bytes, from, at, this.#depth);
      if (BINARY_DATA.has(this.#name)) this.#image.add(bytes.subarray(from, at));
    }
    if (at === bytes.length) return at;
    this.#state = 'open';
    return at + 1;
  }

  /** Decides by the character behind "<". */
  #open(bytes: Uint8Array, at: number): number {
    const byte = bytes[at]!;
    this.#length = this.#quote = this.#last = 0;
    if (byte === BANG) this.#state = 'special';
    else if (byte === QUESTION) this.#startMarked(QUESTION, this.#isHtml ? 0 : 1);
    else this.#state = isBlank(byte) ? 'text' : 'tag';
    return byte === BANG || byte === QUESTION ? at + 1 : at;
  }

  /** A quote counts behind "=" only, and "<" begins another tag: so do engines read HTML, and XML has neither. */
  #tag(bytes: Uint8Array, from: number): number {
    const kept = this.#kept;
    const counts = this.#entity > 0;
    const isRaw = this.#isHtml && this.#isInStyle;
    let [length, quote, last] = [this.#length, this.#quote, this.#last];
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (quote === 0 && (byte === GT || byte === LT)) break;
      if (length < TAG_KEPT) kept[length++] = byte;
      if (counts && byte === AMPERSAND) this.#addReference();
      if (quote !== 0) {
        if (byte !== quote) continue;
        quote = 0;
      } else if ((byte === DOUBLE || byte === SINGLE) && last === EQUALS && !isRaw) quote = byte;
      if (byte > 0x20) last = byte;
    }
    if (!this.#isHtml) this.#balance.text(bytes, from, at);
    this.#length = length;
    this.#quote = quote;
    this.#last = last;
    if (at === bytes.length) return at;
    if (bytes[at] === GT) this.#closeTag();
    else this.#state = 'open';
    return at + 1;
  }

  #closeTag(): void {
    const kept = this.#kept;
    const isEnd = kept[0] === SLASH;
    let nameEnd = isEnd ? 1 : 0;
    while (nameEnd < this.#length && kept[nameEnd]! > 0x20 && kept[nameEnd] !== SLASH) nameEnd++;
    if (BINARY_DATA.has(this.#name)) this.#image.end(this.tally, this.#part);
    this.#name = localHash(kept, isEnd ? 1 : 0, nameEnd);
    if (STYLE.has(this.#name)) this.#isInStyle = !isEnd;
    this.#state = 'text';
    this.#run = 0;
    this.#isHtml ??= HTML_ROOTS.has(this.#name);
    if (!this.#isHtml) this.#balance.tag(this.#name, isEnd, this.#last === SLASH);
    if (isEnd) this.#watches.visitEnd(kept, nameEnd);
    else {
      const { elementLimit } = this.#watches;
      if (elementLimit) this.tally.add(elementLimit, 1, this.#part);
      this.#watches.visit(kept, nameEnd, this.#length, this.#part, this.#depth);
    }
    if (this.#isHtml && !NESTING_HTML.has(this.#name)) return;
    const levels = this.#name === WORD_TABLE ? TABLE_LEVELS : 1;
    if (isEnd) this.#depth = Math.max(0, this.#depth - levels);
    else if (this.#last !== SLASH) {
      this.#depth += levels;
      this.#require('depth', this.#depth);
    }
  }

  /**
   * Behind "<!": a comment, a marked section, or a declaration. HTML has no marked sections, and no comments in style sheets,
   * where the marks of one have no meaning: its end tag ends the style sheet also there.
   */
  #special(bytes: Uint8Array, at: number): number {
    const byte = bytes[at]!;
    if (this.#isHtml && this.#isInStyle) {
      this.#state = byte === DASH && ++this.#length < 2 ? 'special' : 'text';
      return byte === DASH ? at + 1 : at;
    }
    if (byte === DASH && this.#length === 0) {
      this.#length = 1;
      return at + 1;
    }
    if (byte === DASH && this.#length === 1) this.#startMarked(DASH, 2);
    else if (byte === OPEN_BRACKET && this.#length === 0 && !this.#isHtml) this.#startMarked(CLOSE_BRACKET, 2);
    else {
      this.#declaration.begin();
      this.#state = 'declaration';
      return at;
    }
    return at + 1;
  }

  #startMarked(mark: number, needed: number): void {
    this.#state = 'marked';
    this.#mark = mark;
    this.#marksNeeded = needed;
    this.#marks = 0;
  }

  #marked(bytes: Uint8Array, from: number): number {
    const [mark, needed] = [this.#mark, this.#marksNeeded];
    let marks = this.#marks;
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === mark) marks++;
      else if (byte === GT && marks >= needed) break;
      else marks = 0;
    }
    this.#marks = marks;
    this.#addToRun(at - from);
    if (at === bytes.length) return at;
    this.#state = 'text';
    return at + 1;
  }

  #inDeclaration(bytes: Uint8Array, from: number): number {
    const behind = this.#declaration.read(bytes, from, this.#isHtml === true);
    this.#addToRun((behind < 0 ? bytes.length : behind) - from);
    const { text } = this.#declaration;
    if (text === null) this.#require('entityBytes', Number.MAX_SAFE_INTEGER);
    if (behind < 0) return bytes.length;
    this.#state = 'text';
    this.#evaluate(text ?? '');
    return behind;
  }

  /** An entity declaration outside a DOCTYPE could only be an attempt to bypass this count; in HTML it is a comment. */
  #evaluate(declaration: string): void {
    if (this.#isHtml === true) return;
    if (/^entity/i.test(declaration)) this.#require('entityBytes', Number.MAX_SAFE_INTEGER);
    if (/^doctype/i.test(declaration)) this.#entity = Math.max(this.#entity, largestEntity(declaration));
  }

  /** Images in flat ODF files are text as well: `textBytes` limits them. */
  #addToRun(length: number): void {
    this.#run += length;
    if (this.#run > this.tally.limits.textRun && !BINARY_DATA.has(this.#name)) this.#require('textRun', this.#run);
  }

  /** The worst case: every reference counts as one to the largest entity. */
  #addReference(): void {
    this.#references++;
    this.#require('entityBytes', Math.min(this.#references * this.#entity, Number.MAX_SAFE_INTEGER));
  }

  #require(limit: LimitName, actual: number): void {
    if (actual > this.tally.limits[limit]) requireWithin(this.tally.limits, limit, actual, this.#part);
  }
}

/** Turns UTF-16 into one byte per character; any letter stands for those beyond Latin-1. UTF-8 stays as it is. */
function narrowing(head: Uint8Array): (chunk: Uint8Array) => Uint8Array {
  const isLittle = (head[0] === 0xff && head[1] === 0xfe) || (head[0] !== 0 && head[1] === 0);
  const isBig = (head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0 && head[1] !== 0);
  if (!isLittle && !isBig) return chunk => chunk;
  const [low, high] = isLittle ? [0, 1] : [1, 0];
  let odd: number | null = null;
  return chunk => {
    const bytes = odd === null ? chunk : Buffer.concat([Uint8Array.of(odd), chunk]);
    odd = bytes.length % 2 === 1 ? bytes[bytes.length - 1]! : null;
    const narrow = Buffer.alloc(bytes.length >> 1);
    for (let i = 0; i < narrow.length; i++) narrow[i] = bytes[2 * i + high] === 0 ? bytes[2 * i + low]! : 0x78;
    return narrow;
  };
}
