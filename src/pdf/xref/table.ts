/** Parses cross-reference tables (ISO 32000-2, 7.5.4): 'xref', subsections of 20-byte entries, 'trailer' and its dictionary. */
import type { PdfNoteCode } from '../notes.js';
import { isRegular, latin1 } from '../syntax/chars.js';
import type { ObjectReader } from '../syntax/object-reader.js';
import { isCount, MalformedObject, PdfDict } from '../syntax/objects.js';
import type { Parser } from '../syntax/parser.js';
import type { XrefEntry, XrefSection } from '../types.js';

interface XrefTable extends Pick<XrefSection, 'entries' | 'trailer' | 'end'> {
  readonly faults: PdfNoteCode[];
}

interface Table {
  readonly entries: Map<number, XrefEntry>;
  /** A set: each of millions of entries may have one. */
  readonly faults: Set<PdfNoteCode>;
  /** To be called for each entry. */
  step(): void;
}

/** The parser is positioned at 'xref'. `base` is added to every offset. Throws MalformedObject, LIMIT_EXCEEDED. */
export function parseXrefTable(parser: Parser, base: number, { budget, source }: ObjectReader): XrefTable {
  const entries = new Map<number, XrefEntry>();
  const faults = new Set<PdfNoteCode>();
  const step = (): void => {
    budget.step();
    budget.checkEntries(entries.size, source.size);
  };
  if (!parser.take('xref')) throw new MalformedObject("there is no 'xref'");
  let size = 0;
  for (let start = parser.position; !startsTrailer(parser); start = parser.position) {
    size = Math.max(size, subsection(parser, start, base, { entries, faults, step }));
  }
  const trailer = parser.value();
  if (!(trailer instanceof PdfDict)) throw new MalformedObject('the trailer is not a dictionary');
  if (parser.duplicateKey) faults.add('duplicate-key');
  if (parser.ambiguities.size > 0) faults.add('token-ambiguous');
  if (size === 0 || parser.hasReal || !hasSize(trailer, size)) faults.add('xref-irregular');
  return { entries, trailer, end: parser.base! + parser.position, faults: [...faults] };
}

function startsTrailer(parser: Parser): boolean {
  parser.skipWhite();
  return parser.take('trailer');
}

/** Without comments or further white space, which some programs do not accept. */
const HEADER = /^[ \r\n]*\d+ \d+[ \r\n]+$/;

/** `start`: before the white space in front of it. The smallest /Size that permits its numbers. */
function subsection(parser: Parser, start: number, base: number, { entries, faults, step }: Table): number {
  let first = parser.integer();
  parser.skipWhite();
  const count = parser.integer();
  if (first === null || count === null) throw new MalformedObject('the cross-reference table is damaged');
  parser.skipWhite();
  if (!HEADER.test(parser.text(start, parser.position))) faults.add('xref-irregular');
  for (let i = 0; i < count; i++) {
    step();
    const entry = strictEntry(parser, base) ?? looseEntry(parser, base, faults);
    if (entry === null) break;
    // Some writers number from 1 although the first entry is object 0, the head of the free list.
    if (i === 0 && first === 1 && entry.kind === 'free' && entry.gen === 65535) {
      first = 0;
      faults.add('xref-numbering');
    }
    if (entries.has(first + i)) faults.add('xref-entry-malformed');
    else entries.set(first + i, entry);
  }
  return first + count;
}

const ENTRY = /^\d{10} \d{5} [nf]( \r| \n|\r\n)$/;

function strictEntry(parser: Parser, base: number): XrefEntry | null {
  parser.peek(19);
  const text = latin1(parser.bytes, parser.position, parser.position + 20);
  if (!ENTRY.test(text)) return null;
  parser.position += 20;
  return entryOf(Number(text.slice(0, 10)), Number(text.slice(11, 16)), text[17]!, base);
}

/** An entry of another length, separated by any white space. Null: the subsection ends early. */
function looseEntry(parser: Parser, base: number, faults: Set<PdfNoteCode>): XrefEntry | null {
  parser.skipWhite();
  const offset = parser.integer();
  if (offset === null && parser.peek() === 0x74) {
    faults.add('xref-entry-malformed');
    return null;
  }
  parser.skipWhite();
  const gen = parser.integer();
  parser.skipWhite();
  const kind = String.fromCharCode(parser.peek());
  if (offset === null || gen === null || (kind !== 'n' && kind !== 'f') || isRegular(parser.peek(1))) {
    throw new MalformedObject('an entry of the cross-reference table is damaged');
  }
  parser.position++;
  parser.skipWhite();
  faults.add('xref-spacing');
  return entryOf(offset, gen, kind, base);
}

function entryOf(offset: number, gen: number, kind: string, base: number): XrefEntry {
  // No object can be at offset 0: some writers use it for deleted objects.
  return kind === 'n' && offset > 0 ? { kind: 'offset', offset: offset + base, gen } : { kind: 'free', gen };
}

/** Programs that keep a table of this size do not accept a larger one (ISO 32000-1, Annex C: 8 388 607 objects). */
const LARGEST_SIZE = 1 << 23;

/**
 * Whether /Size of a trailer or cross-reference stream (7.5.5) is direct, and at least `least`: one more than the largest object
 * number of the section.
 */
export function hasSize(trailer: PdfDict, least: number): boolean {
  const size = trailer.get('Size');
  return isCount(size) && size >= least && size <= LARGEST_SIZE;
}
