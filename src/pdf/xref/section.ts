/** One cross-reference section: a table (with the stream of a hybrid-reference file) or a stream. */
import { decodeBytes } from '../filters/decode.js';
import type { PdfNoteCode } from '../notes.js';
import { isDigit, latin1 } from '../syntax/chars.js';
import { directLength, type ObjectReader } from '../syntax/object-reader.js';
import { isCount, MalformedObject, type PdfDict, PdfStream, type Span } from '../syntax/objects.js';
import type { XrefEntry, XrefSection } from '../types.js';
import { isRegular, parseXrefStream, xrefStreamLayout } from './stream.js';
import { parseXrefTable } from './table.js';

/** Throws MalformedObject when there is no readable section within OFFSET_TOLERANCE of `offset`. */
export function readXrefSection(reader: ObjectReader, offset: number, base: number): XrefSection {
  const exact = sectionStart(reader, offset);
  if (exact === null) throw new MalformedObject(`no cross-reference section at offset ${offset}`);
  const isTable = reader.source.read(exact, 1)[0] === 0x78;
  return isTable ? readTable(reader, exact, base) : readStream(reader, exact, base);
}

/** Offsets that are wrong by a few bytes are common, as writers miscount line ends: they are corrected, and noted. */
export const OFFSET_TOLERANCE = 20;

function sectionStart(reader: ObjectReader, offset: number): number | null {
  if (offset < 0 || offset >= reader.source.size) return null;
  const from = Math.max(0, offset - OFFSET_TOLERANCE);
  const around = latin1(reader.source.read(from, offset - from + OFFSET_TOLERANCE + 24));
  const starts = [...around.matchAll(/(?<!start)xref(?=\s)|(?<!\d)\d+\s+\d+\s+obj/g)].map(match => from + match.index);
  const distance = (start: number) => Math.abs(start - offset);
  const nearest = starts.sort((a, b) => distance(a) - distance(b))[0];
  return nearest !== undefined && distance(nearest) <= OFFSET_TOLERANCE ? nearest : null;
}

function readTable(reader: ObjectReader, offset: number, base: number): XrefSection {
  const table = reader.parseAt(offset, parser => parseXrefTable(parser, base, reader));
  reader.budget.spendEntries(table.entries.size, reader.source.size);
  const hybrid = offsetIn(table.trailer, 'XRefStm', base);
  if (hybrid === null && table.trailer.has('XRefStm')) table.faults.push('xref-irregular');
  const hidden: number[] = [];
  const span = hybrid === null ? null : addHybridEntries(reader, hybrid, base, { ...table, hidden });
  return { ...table, offset, base, hybrid: span, hidden, previous: offsetIn(table.trailer, 'Prev', base) };
}

/**
 * Returns the place of the stream. Objects that are free in the table but not in the stream are those hidden from readers of
 * PDF 1.4 (7.5.8.4).
 */
function addHybridEntries(
  reader: ObjectReader,
  offset: number,
  base: number,
  { entries, faults, hidden }: { entries: Map<number, XrefEntry>; faults: PdfNoteCode[]; hidden: number[] },
): Span {
  const stream = readStream(reader, offset, base);
  faults.push(...stream.faults);
  for (const [num, entry] of stream.entries) {
    const visible = entries.get(num);
    if (visible?.kind === 'free' && entry.kind !== 'free') hidden.push(num);
    if (!visible || visible.kind === 'free') entries.set(num, entry);
    else if (JSON.stringify(visible) !== JSON.stringify(entry)) faults.push('hybrid-conflict');
  }
  return { start: offset, end: stream.end };
}

function readStream(reader: ObjectReader, offset: number, base: number): XrefSection {
  if (!isDigit(reader.source.read(offset, 1)[0] ?? -1)) throw new MalformedObject('there is no cross-reference stream');
  // No object can be looked up yet, so /Length must be direct (7.5.8.2).
  const found = reader.objectAt(offset, directLength);
  const stream = found.value;
  if (!(stream instanceof PdfStream)) throw new MalformedObject('the cross-reference is not a stream');
  const layout = xrefStreamLayout(stream.dict);
  reader.budget.spendEntries(layout.count, reader.source.size);
  const raw = reader.source.read(stream.data.start, stream.data.end - stream.data.start);
  const decoded = decodeBytes(raw, stream.dict, value => value ?? null, reader.budget);
  if (decoded.pending !== null) throw new MalformedObject('a cross-reference stream uses an unsupported filter');
  const { entries, malformed, unknownKind } = parseXrefStream(layout, decoded.bytes, base);
  const faults = [...found.faults];
  if (unknownKind || found.num === 0 || found.hasReal || !isRegular(stream.dict, layout)) faults.push('xref-irregular');
  if (found.duplicateKey) faults.push('duplicate-key');
  if (found.ambiguities.length > 0) faults.push('token-ambiguous');
  if (decoded.damaged) faults.push('stream-truncated');
  if (malformed) faults.push('xref-entry-malformed');
  return {
    offset,
    base,
    end: found.span.end,
    entries,
    trailer: stream.dict,
    previous: offsetIn(stream.dict, 'Prev', base),
    hybrid: null,
    hidden: [],
    faults,
  };
}

/** Some writers set /Prev to 0 or a negative number when there is no earlier section. */
function offsetIn(trailer: PdfDict, key: string, base: number): number | null {
  const value = trailer.get(key);
  return isCount(value) && value > 0 ? value + base : null;
}
