/** Edits of texts and pages: their encoding, blocks, and directives that would start a timer in LibreOffice. */
import { utf16Order } from '../../../text.js';
import { decodeText } from '../detect-text.js';
import { withoutInternalSubset } from '../inspect/entities.js';
import type { DocumentEdit, EditableDocument } from './document.js';

/**
 * Text in an encoding that it does not state. The libraries of LibreOffice take it for UTF-8, whatever the filter's options
 * say, and lose letters beyond ASCII, in HTML the markup behind them, too.
 */
export const encodeAsUtf8: DocumentEdit = async document => {
  document.whole = Buffer.from(decodeText(document.whole));
};

const DIRECTIVE = Buffer.from('http-equiv');
const REPLACEMENT = Buffer.from('data-equiv');
const CONTENT_TYPE = Buffer.from('content-type');
const EQUALS = 0x3d;
const QUOTES = [0x22, 0x27];

export const removeDirectives: DocumentEdit = async document => {
  document.whole = withoutDirectives(document.whole);
};

/**
 * HTML without `<meta http-equiv="refresh">`: it starts a timer in LibreOffice, which hangs LibreOfficeKit on the page
 * or breaks the next document of the same process. Every http-equiv is renamed except the one
 * that names the encoding. The length stays the same.
 */
function withoutDirectives(bytes: Uint8Array): Uint8Array {
  const edited = Buffer.from(bytes);
  const page = charactersOf(edited);
  const last = page.count - DIRECTIVE.length;
  for (let at = 0; at <= last; at++) {
    if ((page.at(at) | 0x20) !== DIRECTIVE[0] || !startsWith(page, at, DIRECTIVE)) continue;
    if (namesEncoding(page, at + DIRECTIVE.length)) continue;
    for (const [i, byte] of REPLACEMENT.entries()) page.set(at + i, byte);
  }
  return edited;
}

/** The characters of a page as bytes; 0 for those beyond Latin-1, which are in no directive. */
interface Characters {
  readonly count: number;
  at(index: number): number;
  set(index: number, byte: number): void;
}

function charactersOf(bytes: Buffer): Characters {
  const order = utf16Order(bytes);
  if (order === null)
    return {
      count: bytes.length,
      at: index => bytes[index] ?? 0,
      set: (index, byte) => {
        bytes[index] = byte;
      },
    };
  const [low, high] = order === 'little' ? [0, 1] : [1, 0];
  return {
    count: bytes.length >> 1,
    at: index => (bytes[2 * index + high] === 0 ? (bytes[2 * index + low] ?? 0) : 0),
    set: (index, byte) => {
      bytes[2 * index + low] = byte;
    },
  };
}

/** `word` in lower case. */
function startsWith(page: Characters, from: number, word: Buffer): boolean {
  return word.every((byte, i) => byte === (byte > 0x60 ? page.at(from + i) | 0x20 : page.at(from + i)));
}

/** Whether `= "content-type` follows. */
function namesEncoding(page: Characters, from: number): boolean {
  let at = skipBlanks(page, from);
  if (page.at(at) !== EQUALS) return false;
  at = skipBlanks(page, at + 1);
  if (QUOTES.includes(page.at(at))) at = skipBlanks(page, at + 1);
  return startsWith(page, at, CONTENT_TYPE);
}

function skipBlanks(page: Characters, from: number): number {
  let at = from;
  while (page.at(at) === 0x20 || (page.at(at) >= 0x09 && page.at(at) <= 0x0d)) at++;
  return at;
}

export const removeSubset: DocumentEdit = async document => {
  changeCharacters(document, withoutInternalSubset);
};

/** Elements of HTML5 with lines of their own. */
const BLOCKS =
  'article aside details dialog fieldset figcaption figure footer header hgroup legend main nav search section summary';
/** Tags of blocks; before them comments, elements without markup, and other tags, whose text stays as it is. */
const BLOCK_TAG = new RegExp(
  [
    '<!--[^]*?(?:-->|$)',
    '<(?:(title|textarea|script|style|xmp)(?=[\\s/>])[^]*?(?:</\\1|$))',
    `<(/?)(${BLOCKS.replaceAll(' ', '|')})(?=[\\s/>])`,
    `<[a-z](?:[^>"']+|"[^"]*"|'[^']*'){0,1000}`, // without a limit, the stack overflows
  ].join('|'),
  'gi',
);

/**
 * LibreOffice ignores these elements and prints the texts of two of them as one word. A div without attributes surrounds them:
 * a style of the page could make it a frame, which is cut off at the end of a page.
 */
export const divideBlocks: DocumentEdit = async document => {
  changeCharacters(document, page => page.replace(BLOCK_TAG, surround));
};

/** `change` gets and returns characters of UTF-16; of other encodings, one for each byte. */
function changeCharacters(document: EditableDocument, change: (page: string) => string): void {
  const order = utf16Order(document.whole);
  const encoding = order === null ? 'latin1' : 'utf16le';
  const swap = (bytes: Buffer) => (order === 'big' ? bytes.subarray(0, bytes.length & ~1).swap16() : bytes);
  const page = swap(Buffer.from(document.whole)).toString(encoding);
  const changed = change(page);
  if (changed !== page) document.whole = swap(Buffer.from(changed, encoding));
}

function surround(tag: string, _: unknown, end: string | undefined, block: string | undefined): string {
  if (!block) return tag;
  return end ? `${tag}></div` : `<div>${tag}`;
}
