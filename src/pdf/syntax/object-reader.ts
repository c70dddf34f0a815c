/** Reads indirect objects at an offset in the file (ISO 32000-2, 7.3.10), through a window that grows as needed. */
import type { Budget } from '../budget.js';
import type { PdfNoteCode } from '../notes.js';
import type { RandomAccess } from '../random-access.js';
import { isDigit, latin1 } from './chars.js';
import {
  isCount,
  MalformedObject,
  PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  type Span,
  WindowTooSmall,
} from './objects.js';
import { Parser } from './parser.js';

export interface ParsedObject {
  readonly num: number;
  readonly gen: number;
  readonly value: PdfObject;
  readonly span: Span;
  /** Some dictionary in the object contains a key twice. */
  readonly duplicateKey: boolean;
  /** Some number is written with a decimal point. */
  readonly hasReal: boolean;
  /** Names and numbers that programs read differently. */
  readonly ambiguities: readonly string[];
  /** Departures from the standard that were tolerated. */
  readonly faults: readonly PdfNoteCode[];
}

/** Resolves the value of /Length, possibly a reference; null when it is not a valid length. */
export type ResolveLength = (value: PdfObject | undefined) => number | null;

/** For objects that are read before references can be resolved. */
export const directLength: ResolveLength = length => (isCount(length) ? length : null);

/** Of searches. */
const CHUNK = 256 << 10;
/** 'endstream', white space and 'endobj'. */
const LONGEST_OBJECT_END = 80;
const FIRST_WINDOW = 4 << 10;
const LARGEST_WINDOW = 64 << 20;

/** White space that may precede 'endstream', and the keyword. */
const AFTER_DATA = 64;
/** CR LF: writers count it or not. */
const LINE_END = 2;

export class ObjectReader {
  constructor(
    readonly source: RandomAccess,
    readonly budget: Budget,
  ) {}

  parseAt<T>(offset: number, parse: (parser: Parser) => T): T {
    for (let size = FIRST_WINDOW; ; size *= 8) {
      const bytes = this.source.read(offset, size);
      const complete = offset + bytes.length >= this.source.size;
      const parser = new Parser(bytes, offset, complete);
      try {
        return parse(parser);
      } catch (thrown) {
        if (!(thrown instanceof WindowTooSmall)) throw thrown;
        if (size > LARGEST_WINDOW) throw new MalformedObject('an object is larger than 64 MB');
      } finally {
        this.budget.spendParsed(parser.position);
      }
    }
  }

  /** The object that starts exactly at `offset`. Throws MalformedObject. */
  objectAt(offset: number, lengthOf: ResolveLength): ParsedObject {
    const head = this.parseAt(offset, parseObject);
    if (head.data === null) return { ...head, span: { start: offset, end: head.end } };
    const data = this.#streamData(head.data, lengthOf((head.value as PdfDict).get('Length')));
    const tail = this.parseAt(data.tail, parser => ({ faults: endObject(parser), end: data.tail + parser.position }));
    return {
      ...head,
      value: new PdfStream(head.value as PdfDict, data.span, new PdfRef(head.num, head.gen)),
      span: { start: offset, end: tail.end },
      faults: [...head.faults, ...data.faults, ...tail.faults],
    };
  }

  /** Uses /Length only when 'endstream' follows (7.3.8.2); otherwise the data ends at the next 'endstream'. */
  #streamData(start: number, length: number | null): { span: Span; tail: number; faults: PdfNoteCode[] } {
    if (length !== null && start + length <= this.source.size) {
      const after = latin1(this.source.read(start + length, AFTER_DATA));
      const match = /^[\0\t\n\f\r ]*endstream/.exec(after);
      const faults: PdfNoteCode[] = match && !/^(\r\n?|\n){0,2}e/.test(after) ? ['stream-length'] : [];
      if (match) return { span: { start, end: start + length }, tail: start + length + match[0].length, faults };
    }
    const found = this.find('endstream', start);
    if (found === null) throw new MalformedObject('a stream is not terminated');
    const end = found - this.#lineEndBefore(found, start);
    const isExact = length !== null && start + length >= end && start + length <= found + LINE_END;
    const fault = isExact ? 'stream-length-inexact' : 'stream-length';
    return { span: { start, end }, tail: found + 'endstream'.length, faults: [fault] };
  }

  #lineEndBefore(offset: number, floor: number): number {
    const [first, second] = latin1(this.source.read(Math.max(floor, offset - 2), Math.min(2, offset - floor)));
    if (first === '\r' && second === '\n') return 2;
    const last = second ?? first;
    return last === '\n' || last === '\r' ? 1 : 0;
  }

  /** The bytes contain the end of a stream and its object. */
  containsObjectEnd({ start, end }: Span): boolean {
    const first = this.find('endstream', start, end);
    if (first === null) return false;
    for (let at = first; at < end; at += CHUNK) {
      const text = latin1(this.source.read(at, Math.min(CHUNK + LONGEST_OBJECT_END, end - at)));
      this.budget.spendSearched(text.length);
      if (/endstream[\0\s]{1,64}endobj/.test(text)) return true;
    }
    return false;
  }

  /** Offset of the next `word` at or after `offset`, or null. */
  find(word: string, offset: number, end = this.source.size): number | null {
    for (let at = offset; at < end; at += CHUNK) {
      const bytes = this.source.read(at, Math.min(CHUNK + word.length - 1, end - at));
      const index = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(word, 0, 'latin1');
      this.budget.spendSearched(index < 0 ? bytes.length : index);
      if (index >= 0) return at + index;
    }
    return null;
  }
}

/** `data`: offset of the first byte of a stream's data, null for other objects. */
function parseObject(parser: Parser): Omit<ParsedObject, 'span'> & { data: number | null; end: number } {
  if (!isDigit(parser.peek())) throw new MalformedObject('no object starts here');
  const num = parser.integer();
  parser.skipWhite();
  const gen = parser.integer();
  parser.skipWhite();
  if (num === null || gen === null || !parser.take('obj')) throw new MalformedObject('no object starts here');
  parser.skipWhite();
  const empty = parser.take('endobj');
  const value = empty ? null : parser.object();
  parser.skipWhite();
  const base = parser.base!;
  const { duplicateKey, hasReal } = parser;
  const ambiguities = parser.ambiguities.list;
  if (value instanceof PdfDict && parser.take('stream')) {
    const faults = startStream(parser);
    return { num, gen, value, data: base + parser.position, end: 0, duplicateKey, hasReal, ambiguities, faults };
  }
  const faults = empty ? [] : endObject(parser);
  const end = base + parser.position;
  return { num, gen, value, data: null, end, duplicateKey, hasReal, ambiguities, faults };
}

/** CR LF or LF end the keyword (7.3.8.1); CR alone is an error that readers tolerate. */
function startStream(parser: Parser): PdfNoteCode[] {
  while (parser.peek() === 0x20) parser.position++;
  const byte = parser.peek();
  if (byte === 13 && parser.peek(1) === 10) parser.position += 2;
  else if (byte === 10 || byte === 13) parser.position++;
  return byte === 10 || parser.peek(-1) === 10 ? [] : ['object-malformed'];
}

/** Consumes 'endobj'. Without it, the object ends unambiguously only where another one or a cross-reference starts. */
function endObject(parser: Parser): PdfNoteCode[] {
  if (takeEndobj(parser)) return [];
  const end = parser.position;
  const isEnd = parser.skipWhite() === -1 || startsStructure(parser);
  parser.position = end;
  return isEnd ? ['endobj-missing'] : ['endobj-missing', 'object-malformed'];
}

function startsStructure(parser: Parser): boolean {
  if (['xref', 'trailer', 'startxref'].some(word => parser.take(word))) return true;
  if (parser.integer() === null) return false;
  parser.skipWhite();
  if (parser.integer() === null) return false;
  parser.skipWhite();
  return parser.take('obj');
}

function takeEndobj(parser: Parser): boolean {
  const start = parser.position;
  parser.skipWhite();
  if (parser.take('endobj')) return true;
  parser.position = start;
  return false;
}
