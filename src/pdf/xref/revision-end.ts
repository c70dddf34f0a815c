/** Finds the end of a revision: 'startxref', the offset of its section, '%%EOF' (ISO 32000-2, 7.5.5). */
import type { PdfNoteCode } from '../notes.js';
import { isWhite } from '../syntax/chars.js';
import type { ObjectReader } from '../syntax/object-reader.js';
import type { Parser } from '../syntax/parser.js';
import type { XrefSection } from '../types.js';

interface RevisionEnd {
  readonly eofOffset: number;
  readonly endOffset: number;
  readonly faults: readonly PdfNoteCode[];
}

/** Bytes after a section in which to search its 'startxref': a cross-reference stream need not be the last object. */
const SEARCH_BYTES = 4 << 20;

/** `first`: the section to which the 'startxref' refers: `section` itself, or the first-page section of a linearized file. */
export function findRevisionEnd(reader: ObjectReader, section: XrefSection, first: number): RevisionEnd {
  const limit = Math.min(section.end + SEARCH_BYTES, reader.source.size);
  let fallback: RevisionEnd | null = null;
  for (let at: number | null = section.end; ; ) {
    at = reader.find('startxref', at, limit);
    if (at === null) break;
    const { stated, end } = reader.parseAt(at, parseStartxref);
    if (stated !== null && [first, section.offset].includes(stated + section.base)) return end;
    fallback ??= { ...end, faults: [...end.faults, 'startxref-inexact'] };
    at += 'startxref'.length;
  }
  return fallback ?? { eofOffset: section.end, endOffset: section.end, faults: ['startxref-missing'] };
}

/** 'startxref' and the offset, without what some programs do not accept. */
const REGULAR = /^startxref[ \t\r\n]{1,8}\d+[ \t\r\n]{1,8}$/;
/** From 'startxref' to '%%EOF', which belong in the last 1024 bytes of the file (Annex H.3, note 18). */
const LONGEST_END = 512;

function parseStartxref(parser: Parser): { stated: number | null; end: RevisionEnd } {
  const start = parser.position;
  parser.position += 'startxref'.length;
  skipBlank(parser);
  const stated = parser.integer();
  const bare = parser.position;
  skipBlank(parser);
  const isRegular = REGULAR.test(parser.text(start, parser.position));
  skipComments(parser);
  if (!takeEof(parser)) {
    const at = parser.base! + bare;
    return { stated, end: { eofOffset: at, endOffset: at, faults: ['eof-missing'] } };
  }
  const eofOffset = parser.base! + parser.position;
  const faults: PdfNoteCode[] = isRegular && parser.position - start <= LONGEST_END ? [] : ['xref-irregular'];
  skipBlank(parser);
  if (takeEof(parser)) faults.push('eof-repeated');
  skipBlank(parser);
  const endOffset = parser.base! + parser.position;
  return { stated, end: { eofOffset, endOffset, faults } };
}

function skipBlank(parser: Parser): void {
  while (isWhite(parser.peek())) parser.position++;
}

/** Some writers put a comment before '%%EOF', which is a comment itself. */
function skipComments(parser: Parser): void {
  skipBlank(parser);
  while (parser.peek() === 0x25 && parser.peek(1) !== 0x25) {
    while (![10, 13, -1].includes(parser.peek())) parser.position++;
    skipBlank(parser);
  }
}

/** Any byte may follow: the next revision may start immediately. */
function takeEof(parser: Parser): boolean {
  for (const [i, character] of [...'%%EOF'].entries()) if (parser.peek(i) !== character.charCodeAt(0)) return false;
  parser.position += 5;
  return true;
}
