/** Inspects RTF 1.9.1: nested groups and tables, cells, pages and frames. */
import { type LimitName, requireWithin } from '../../limits.js';
import { inspectHexImage } from './images.js';
import type { Tally } from './tally.js';

const OPEN = 0x7b;
const CLOSE = 0x7d;
const BACKSLASH = 0x5c;
const DASH = 0x2d;
/** Words longer than this are no control words. */
const LONGEST_WORD = 32;
const LARGEST_NUMBER = 2 ** 31;

/** Nested groups, nested tables (`\itapN`), and cells ("Table Definitions"). */
export function inspectRtf(bytes: Uint8Array, tally: Tally): void {
  const { limits } = tally;
  requireWithin(limits, 'textBytes', bytes.length);
  const word: ControlWord = { name: '', number: 0, end: 0 };
  const state: State = { breaks: false, picture: false };
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN) {
      if (++depth > limits.depth) requireWithin(limits, 'depth', depth);
    } else if (byte === CLOSE) depth = Math.max(0, depth - 1);
    else if (byte === BACKSLASH) {
      readControlWord(bytes, at + 1, word);
      if (word.name !== '') count(word, tally, state);
      if (state.picture && (word.name === 'pngblip' || word.name === 'jpegblip')) {
        inspectHexImage(bytes, word.end, tally);
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
  /** '' for those that are not counted. */
  name: string;
  number: number;
  /** Offset behind the word and its number. */
  end: number;
}

const COUNTED = [...Object.keys(LIMITED), 'bin', 'itap', 'jpegblip', 'pagebb', 'par', 'pard', 'pngblip'];
/** By length and first letter, so that other words need no string. */
const CANDIDATES = new Set(COUNTED.map(name => candidate(name.length, name.charCodeAt(0))));

function candidate(length: number, first: number): number {
  return length * 256 + first;
}

/** Reads a control word, or one escaped character. */
function readControlWord(bytes: Uint8Array, from: number, word: ControlWord): void {
  let end = from;
  while (end < bytes.length && isLetter(bytes[end]!)) end++;
  const length = end - from;
  word.name = '';
  word.number = 0;
  word.end = Math.max(end, from + 1);
  if (length > LONGEST_WORD || !CANDIDATES.has(candidate(length, bytes[from]! | 0x20))) return;
  const name = Buffer.from(bytes.buffer, bytes.byteOffset + from, length)
    .toString('latin1')
    .toLowerCase();
  if (!COUNTED.includes(name)) return;
  word.name = name;
  const isNegative = bytes[end] === DASH;
  if (isNegative) end++;
  for (; end < bytes.length && isDigit(bytes[end]!); end++) {
    if (!isNegative) word.number = Math.min(LARGEST_NUMBER, word.number * 10 + bytes[end]! - 0x30);
  }
  word.end = end;
}

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
