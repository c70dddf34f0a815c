/**
 * Counts what markup of any size costs, chunk by chunk: depth, text without markup, entity expansion and table cells.
 * Not with the XML parser, which stops at the first error: engines repair malformed markup and read on, so that the costs
 * behind an error count as well, also in HTML. The engine refuses what it cannot repair.
 */
import { type LimitName, type Limits, requireWithin } from '../../limits.js';

/** Gets every start tag whose name matches `interest`. */
export interface TagWatch {
  readonly interest: RegExp;
  /** `text`: the tag behind "<", cut at 1 KB. */
  tag(text: string, part: string | null): void;
  /** After the last tag of a part. */
  end?(): void;
}

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const AMPERSAND = 0x26;
const TAG_KEPT = 1024;
const NAME_KEPT = 40;
const SUBSET_KEPT = 256 * 1024;

/** Most HTML elements need no end tag; these do, so that their depth can be counted. */
const NESTING_HTML = /^\/?(?:table|div|ul|ol|dl|blockquote|span|font|b|i|svg|g)\b/i;

/** `special` is a comment, CDATA section, declaration or processing instruction. */
type State = 'text' | 'open' | 'tag' | 'special';

/** Markup begins with "<" behind a byte order mark and white space, in UTF-8 or UTF-16. */
export function isMarkup(head: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(Buffer.from(head.subarray(0, 256)).toString('latin1'));
}

export class MarkupMeter {
  #state: State = 'text';
  #depth = 0;
  #run = 0;
  #quote = 0;
  #last = 0;
  #entity = 0;
  #references = 0;
  #html: boolean | null = null;
  readonly #kept = Buffer.alloc(TAG_KEPT);
  #length = 0;
  #special = '';
  #narrow: ((chunk: Uint8Array) => Uint8Array) | null = null;

  constructor(
    readonly limits: Limits,
    readonly part: string | null,
    readonly watch: TagWatch | null = null,
  ) {}

  feed(chunk: Uint8Array): void {
    this.#narrow ??= narrowing(chunk);
    const bytes = this.#narrow(chunk);
    for (let at = 0; at < bytes.length; ) {
      if (this.#state === 'text') at = this.#text(bytes, at);
      else if (this.#state === 'open') at = this.#open(bytes, at);
      else if (this.#state === 'tag') at = this.#tag(bytes, at);
      else at = this.#inSpecial(bytes, at);
    }
  }

  end(): void {
    this.watch?.end?.();
  }

  #text(bytes: Uint8Array, from: number): number {
    const found = bytes.indexOf(LT, from);
    const to = found < 0 ? bytes.length : found;
    this.#addToRun(to - from);
    if (this.#entity > 0) this.#countReferences(bytes.subarray(from, to));
    if (found < 0) return to;
    this.#state = 'open';
    return to + 1;
  }

  /** Decides by the character behind "<". */
  #open(bytes: Uint8Array, at: number): number {
    const byte = bytes[at]!;
    this.#length = 0;
    this.#quote = 0;
    this.#last = 0;
    this.#special = '';
    this.#state = byte === BANG || byte === QUESTION ? 'special' : 'tag';
    return at;
  }

  #tag(bytes: Uint8Array, from: number): number {
    let quote = this.#quote;
    let at = from;
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === GT) break;
      else if (byte === 0x22 || byte === 0x27) quote = byte;
    }
    this.#quote = quote;
    this.#keep(bytes.subarray(from, at));
    if (at === bytes.length) return at;
    this.#closeTag();
    return at + 1;
  }

  #keep(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (this.#entity > 0) this.#countReferences(piece);
    this.#kept.set(piece.subarray(0, TAG_KEPT - this.#length), this.#length);
    this.#length = Math.min(TAG_KEPT, this.#length + piece.length);
    this.#last = piece[piece.length - 1]!;
  }

  #closeTag(): void {
    this.#state = 'text';
    this.#run = 0;
    this.#html ??= /^(?:html|head|body|div|p|table)\b/i.test(this.#name());
    if (this.#kept[0] !== SLASH && this.watch?.interest.test(this.#name())) {
      this.watch.tag(this.#kept.toString('latin1', 0, this.#length), this.part);
    }
    if (!this.#html || NESTING_HTML.test(this.#name())) this.#step();
  }

  #name(): string {
    return this.#kept.toString('latin1', 0, Math.min(NAME_KEPT, this.#length));
  }

  #step(): void {
    if (this.#kept[0] === SLASH) {
      this.#depth = Math.max(0, this.#depth - 1);
    } else if (this.#last !== SLASH) {
      this.#depth++;
      this.#require('depth', this.#depth);
    }
  }

  /** Keeps the text until it is complete; of comments and CDATA only both ends. */
  #inSpecial(bytes: Uint8Array, from: number): number {
    const found = bytes.indexOf(GT, from);
    const to = found < 0 ? bytes.length : found + 1;
    this.#special += Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
    this.#addToRun(to - from);
    if (found >= 0 && isComplete(this.#special)) this.#leaveSpecial();
    else if (this.#special.length > 4096) this.#shorten();
    return to;
  }

  #shorten(): void {
    if (!/^!doctype/i.test(this.#special)) this.#special = this.#special.slice(0, 16) + this.#special.slice(-16);
    else if (this.#special.length > SUBSET_KEPT) this.#require('entityBytes', Number.MAX_SAFE_INTEGER);
  }

  /** An entity declaration outside a DOCTYPE is not XML: it could only be an attempt to bypass this count. */
  #leaveSpecial(): void {
    this.#state = 'text';
    if (/^!entity/i.test(this.#special)) this.#require('entityBytes', Number.MAX_SAFE_INTEGER);
    if (/^!doctype/i.test(this.#special)) this.#entity = largestEntity(this.#special);
  }

  /** Images in flat ODF files are text as well: `textBytes` limits them. */
  #addToRun(length: number): void {
    this.#run += length;
    if (this.#run > this.limits.textRun && !this.#name().startsWith('office:binary-data')) {
      this.#require('textRun', this.#run);
    }
  }

  #countReferences(text: Uint8Array): void {
    for (let at = text.indexOf(AMPERSAND); at >= 0; at = text.indexOf(AMPERSAND, at + 1)) this.#reference();
  }

  /** The worst case: every reference counts as one to the largest entity. */
  #reference(): void {
    this.#references++;
    this.#require('entityBytes', Math.min(this.#references * this.#entity, Number.MAX_SAFE_INTEGER));
  }

  #require(limit: LimitName, actual: number): void {
    if (actual > this.limits[limit]) requireWithin(this.limits, limit, actual, this.part);
  }
}

/** Whether a comment, CDATA section, declaration or instruction ends with this ">". `special` begins behind "<". */
function isComplete(special: string): boolean {
  if (special.startsWith('!--')) return special.length >= 6 && special.endsWith('-->');
  if (special.startsWith('![CDATA[')) return special.endsWith(']]>');
  if (special.startsWith('?')) return special.endsWith('?>');
  const subset = special.indexOf('[');
  return subset < 0 || /\]\s*>$/.test(special.slice(-256));
}

/** Turns UTF-16 into one byte per character; any letter stands for those beyond Latin-1. UTF-8 stays as it is. */
function narrowing(head: Uint8Array): (chunk: Uint8Array) => Uint8Array {
  const little = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === LT && head[1] === 0);
  const big = (head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0 && head[1] === LT);
  if (!little && !big) return chunk => chunk;
  let odd: number | null = null;
  return chunk => {
    const bytes = odd === null ? chunk : Buffer.concat([Uint8Array.of(odd), chunk]);
    odd = bytes.length % 2 === 1 ? bytes[bytes.length - 1]! : null;
    return Uint8Array.from({ length: bytes.length >> 1 }, (_, index) => {
      const [low, high] = little
        ? [bytes[2 * index]!, bytes[2 * index + 1]!]
        : [bytes[2 * index + 1]!, bytes[2 * index]!];
      return high === 0 ? low : 0x78;
    });
  };
}

const DECLARATION = /<!ENTITY\s+(%\s+)?([^\s%&;"'<>]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\b)/g;

/**
 * The longest text that one reference can expand to (XML 1.0, 4), 0 without entities. External entities count nothing:
 * no engine can read them. Parameter entities and cycles count as endless: no office document needs them.
 */
function largestEntity(internalSubset: string): number {
  const values = new Map<string, string>();
  for (const [, parameter, name = '', double, single, external] of internalSubset.matchAll(DECLARATION)) {
    if (parameter) return Number.MAX_SAFE_INTEGER;
    if (!external) values.set(name, double ?? single ?? '');
  }
  const sizes = new Map<string, number>();
  return Math.max(0, ...[...values.keys()].map(name => sizeOf(name, values, sizes, new Set())));
}

function sizeOf(name: string, values: Map<string, string>, sizes: Map<string, number>, open: Set<string>): number {
  const known = sizes.get(name);
  if (known !== undefined) return known;
  const value = values.get(name);
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
