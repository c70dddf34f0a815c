/** Inspects RTF 1.9.1: nested groups and tables, cells, pages and frames. */

import { type LimitName, requireWithin } from '../../limits.js';
import { type ImageSize, inspectHexImage } from './images.js';
import type { Tally } from './tally.js';

/** Gets what an RTF document consists of, in its order. */
export interface RtfWatch {
  /** Names of the control words that it looks at, in lower case. */
  readonly words: readonly string[];
  open(depth: number): void;
  /** `depth`: of the group that ends. */
  close(depth: number): void;
  /** `number`: null where it has none. */
  word(name: string, number: number | null, depth: number): void;
  /** `\*`; `next`: the control word behind it. */
  optional(next: string, depth: number): void;
  /** A character in the code page of the text, as it stands there or in hexadecimal digits. */
  character(byte: number): void;
  /** `head`: the beginning of its data. */
  picture(size: ImageSize, head: Buffer): void;
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const BACKSLASH = 0x5c;
const DASH = 0x2d;
const STAR = 0x2a;
const APOSTROPHE = 0x27;
/** Words longer than this are no control words. */
const LONGEST_WORD = 32;
const LARGEST_NUMBER = 2 ** 31;

/** Nested groups, nested tables (`\itapN`), and cells ("Table Definitions"). */
export function inspectRtf(bytes: Uint8Array, tally: Tally, watch: RtfWatch): void {
  const { limits } = tally;
  requireWithin(limits, 'textBytes', bytes.length);
  const reader = new WordReader(bytes, [...COUNTED, ...watch.words]);
  const state: State = { breaks: false, picture: false };
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === OPEN) {
      if (++depth > limits.depth) requireWithin(limits, 'depth', depth);
      watch.open(depth);
    } else if (byte === CLOSE) {
      watch.close(depth);
      depth = Math.max(0, depth - 1);
    } else if (byte !== BACKSLASH) watch.character(byte);
    else if (bytes[at + 1] === STAR) watch.optional(reader.nameAt(++at + 2), depth);
    else if (bytes[at + 1] === APOSTROPHE) {
      const code = hexByte(bytes, at + 2);
      if (code !== null) watch.character(code);
      at += code === null ? 1 : 3;
    } else {
      const word = reader.read(at + 1);
      if (word.name !== '') {
        count(word, tally, state);
        watch.word(word.name, word.hasNumber ? word.number : null, depth);
      }
      if (state.picture && (word.name === 'pngblip' || word.name === 'jpegblip')) {
        const { size, head } = inspectHexImage(bytes, word.end, tally);
        if (size) watch.picture(size, head);
        state.picture = false;
      }
      // raw bytes may contain braces
      at = word.end - 1 + (word.name === 'bin' ? word.number + 1 : 0);
    }
  }
}

/** Words that count one each towards a limit. */
const LIMITED: Readonly<Record<string, LimitName>> = {
  cell: 'tableCells',
  nestcell: 'tableCells',
  pict: 'frames',
  shp: 'frames',
  object: 'frames',
  page: 'pageBreaks',
  sect: 'pageBreaks',
};
const COUNTED = [...Object.keys(LIMITED), 'bin', 'itap', 'jpegblip', 'pagebb', 'par', 'pard', 'pngblip'];

interface State {
  /** Each paragraph begins a page. */
  breaks: boolean;
  /** A picture began, whose data has not been seen. */
  picture: boolean;
}

function count({ name, number }: ControlWord, tally: Tally, state: State): void {
  if (name === 'pict') state.picture = true;
  const limit = LIMITED[name];
  if (limit) tally.add(limit, 1, null);
  else if (name === 'itap') requireWithin(tally.limits, 'depth', number);
  else if (name === 'pagebb') state.breaks = true;
  else if (name === 'pard') state.breaks = false;
  else if (name === 'par') {
    tally.add('paragraphs', 1, null);
    if (state.breaks) tally.add('pageBreaks', 1, null);
  }
}

interface ControlWord {
  /** '' for those that nothing looks at. */
  name: string;
  number: number;
  hasNumber: boolean;
  /** Offset behind the word and its number. */
  end: number;
}

class WordReader {
  readonly #names: ReadonlySet<string>;
  /** By length and first letter, so that other words need no string. */
  readonly #candidates: ReadonlySet<number>;
  readonly #word: ControlWord = { name: '', number: 0, hasNumber: false, end: 0 };

  constructor(
    private readonly bytes: Uint8Array,
    names: readonly string[],
  ) {
    this.#names = new Set(names);
    this.#candidates = new Set(names.map(name => candidate(name.length, name.charCodeAt(0))));
  }

  /** A control word, or one escaped character. The next call changes the answer. */
  read(from: number): ControlWord {
    const { bytes } = this;
    const word = this.#word;
    let end = from;
    while (end < bytes.length && isLetter(bytes[end]!)) end++;
    word.name = this.#known(from, end - from);
    word.number = 0;
    word.hasNumber = false;
    word.end = Math.max(end, from + 1);
    if (end > from) this.#readNumber(end, word);
    return word;
  }

  /** Negative numbers count as 0. */
  #readNumber(from: number, word: ControlWord): void {
    const { bytes } = this;
    const isNegative = bytes[from] === DASH;
    let end = isNegative ? from + 1 : from;
    for (; end < bytes.length && isDigit(bytes[end]!); end++) {
      word.hasNumber = true;
      if (!isNegative) word.number = Math.min(LARGEST_NUMBER, word.number * 10 + bytes[end]! - 0x30);
    }
    if (word.hasNumber) word.end = end;
  }

  /** The name of the control word whose first letter is there; '' where there is none. */
  nameAt(from: number): string {
    let end = from;
    while (end < this.bytes.length && end - from <= LONGEST_WORD && isLetter(this.bytes[end]!)) end++;
    return this.#text(from, end - from);
  }

  #known(from: number, length: number): string {
    if (length > LONGEST_WORD || !this.#candidates.has(candidate(length, this.bytes[from]! | 0x20))) return '';
    const name = this.#text(from, length);
    return this.#names.has(name) ? name : '';
  }

  #text(from: number, length: number): string {
    const { buffer, byteOffset } = this.bytes;
    return Buffer.from(buffer, byteOffset + from, length)
      .toString('latin1')
      .toLowerCase();
  }
}

/** Null where there are no two hexadecimal digits. */
function hexByte(bytes: Uint8Array, from: number): number | null {
  const [high, low] = [hexDigit(bytes[from]), hexDigit(bytes[from + 1])];
  return high === null || low === null ? null : high * 16 + low;
}

function hexDigit(byte = 0): number | null {
  if (isDigit(byte)) return byte - 0x30;
  const letter = (byte | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : null;
}

function candidate(length: number, first: number): number {
  return length * 256 + first;
}

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
