/** Follows the cross-reference sections from the last 'startxref' through /Prev, and groups them into revisions. */
import type { ParserNotes, PdfNoteCode } from '../notes.js';
import type { RandomAccess } from '../random-access.js';
import { latin1 } from '../syntax/chars.js';
import type { ObjectReader } from '../syntax/object-reader.js';
import { nullIfMalformed, type PdfDict, type Span } from '../syntax/objects.js';
import type { XrefEntry, XrefSection } from '../types.js';
import { findRevisionEnd } from './revision-end.js';
import { readXrefSection } from './section.js';

/** One revision according to the cross-reference. */
export interface RevisionRecord {
  readonly xrefOffset: number;
  /** Added to every offset in the file. */
  readonly base: number;
  readonly sections: readonly Span[];
  readonly trailer: PdfDict;
  readonly entries: Map<number, XrefEntry>;
  readonly eofOffset: number;
  readonly endOffset: number;
}

export interface Chain {
  /** First to last. */
  readonly revisions: readonly RevisionRecord[];
  /** An older section cannot be read, or the sections form a loop: older revisions are missing. */
  readonly broken: boolean;
}

/** More sections than any real file has; each costs a pass over its notes and entries. */
const MAX_SECTIONS = 20_000;

/** `base`: offset of the header. Null when the newest section is unusable. */
export function readChain(reader: ObjectReader, base: number, notes: ParserNotes): Chain | null {
  const start = lastStartxref(reader, notes);
  if (start === null) return null;
  const newest = firstSection(reader, start, base);
  if (!newest) return null;
  const { sections, broken } = followPrevious(reader, newest, notes);
  const groups = groupSections(reader, sections);
  const revisions = groups.map((group, i) => recordOf(reader, group, i + 1, notes));
  noteOrder(revisions, notes);
  noteHidden(groups, notes);
  return { revisions, broken };
}

const TAIL = 1024;
const LONG_TAIL = 64 << 10;

/** What the last 'startxref' states. */
interface Start {
  readonly stated: number;
  readonly faults: readonly PdfNoteCode[];
}

/** 'startxref' belongs in the last 1024 bytes (Annex H.3, note 18); more trailing junk is tolerated. */
function lastStartxref({ source }: ObjectReader, notes: ParserNotes): Start | null {
  for (const length of [TAIL, LONG_TAIL]) {
    const stated = startxrefBefore(source, source.size, length);
    if (stated !== null) return { stated, faults: length === TAIL ? [] : ['xref-irregular'] };
  }
  notes.add('startxref-missing');
  return null;
}

/** What the last 'startxref' before `end` states; null: there is none in these many bytes. */
export function startxrefBefore(source: RandomAccess, end: number, length = LONG_TAIL): number | null {
  const from = Math.max(0, end - length);
  const match = [...latin1(source.read(from, end - from)).matchAll(/startxref\s*(\d+)/g)].at(-1);
  return match ? Number(match[1]) : null;
}

/** Offsets count from the header (7.5.2, Annex H.3), but some writers count from the start of a file with leading junk. */
function firstSection(reader: ObjectReader, { stated, faults }: Start, base: number): XrefSection | null {
  const shifts = base === 0 ? [0] : [0, base];
  const found = shifts.flatMap(shift => nullIfMalformed(() => readXrefSection(reader, stated + shift, shift)) ?? []);
  const isExact = (section: XrefSection): boolean => section.offset === stated + section.base;
  const section = found.find(isExact) ?? found[0];
  if (!section) return null;
  return withFaults(section, [
    ...faults,
    ...(isExact(section) ? [] : (['startxref-inexact'] as const)),
    ...(found.some(({ offset }) => offset !== section.offset) ? (['startxref-ambiguous'] as const) : []),
  ]);
}

const withFaults = (section: XrefSection, faults: readonly PdfNoteCode[]): XrefSection => ({
  ...section,
  faults: [...section.faults, ...faults],
});

/** Newest first. */
function followPrevious(
  reader: ObjectReader,
  newest: XrefSection,
  notes: ParserNotes,
): { sections: XrefSection[]; broken: boolean } {
  const sections = [newest];
  const seen = new Set([newest.offset]);
  for (let next = newest.previous; next !== null; ) {
    reader.budget.step();
    const offset = next;
    const section =
      sections.length < MAX_SECTIONS ? nullIfMalformed(() => readXrefSection(reader, offset, newest.base)) : null;
    if (!section || seen.has(section.offset)) {
      notes.add(section ? 'xref-loop' : 'prev-broken');
      return { sections, broken: true };
    }
    seen.add(section.offset);
    if (section.offset !== offset) sections.push(withFaults(sections.pop()!, ['startxref-inexact']));
    sections.push(section);
    next = section.previous;
  }
  return { sections, broken: false };
}

/**
 * First to last. The two sections of a linearized file (Annex F) are one revision: the first-page section, near the
 * start of the file, continues in the main one, which ends it.
 */
function groupSections(reader: ObjectReader, sections: readonly XrefSection[]): XrefSection[][] {
  const groups = sections.map(section => [section]);
  const [first, second] = [sections.at(-2), sections.at(-1)];
  if (first && second && first.offset < second.offset && latin1(reader.source.read(0, 1024)).includes('/Linearized'))
    groups.splice(-2, 2, [first, second]);
  return groups.reverse();
}

function recordOf(
  reader: ObjectReader,
  group: readonly XrefSection[],
  index: number,
  notes: ParserNotes,
): RevisionRecord {
  const newest = group[0]!;
  const last = group.at(-1)!;
  const end = findRevisionEnd(reader, last, newest.offset);
  for (const code of new Set([...group.flatMap(section => section.faults), ...end.faults])) {
    notes.add(code, index);
  }
  return {
    xrefOffset: newest.offset,
    base: newest.base,
    sections: group.flatMap(({ offset, end, hybrid }) => [{ start: offset, end }, ...(hybrid ? [hybrid] : [])]),
    trailer: newest.trailer,
    entries: group.length === 1 ? newest.entries : merged(last.entries, newest.entries),
    eofOffset: end.eofOffset,
    endOffset: end.endOffset,
  };
}

function merged(older: ReadonlyMap<number, XrefEntry>, newer: ReadonlyMap<number, XrefEntry>): Map<number, XrefEntry> {
  const entries = new Map(older);
  for (const [num, entry] of newer) entries.set(num, entry);
  return entries;
}

/** Updates are appended (7.5.6): a revision that ends before an older one is not an incremental update. */
function noteOrder(revisions: readonly RevisionRecord[], notes: ParserNotes): void {
  for (const [i, revision] of revisions.entries()) {
    const older = revisions[i - 1];
    if (older && revision.eofOffset <= older.eofOffset) notes.add('xref-order', i + 1);
  }
}

/**
 * Hiding objects is for those that are new (7.5.8.4): one that an older section lists becomes null for programs that take the
 * table's word for it, as those of PDF 1.4 do.
 */
function noteHidden(groups: readonly XrefSection[][], notes: ParserNotes): void {
  if (!groups.some((group, i) => i > 0 && group.some(({ hidden }) => hidden.length > 0))) return;
  const listed = new Set<number>();
  for (const [i, group] of groups.entries()) {
    const hidden = new Set(group.flatMap(section => section.hidden));
    if ([...hidden].some(num => listed.has(num))) notes.add('hybrid-conflict', i + 1);
    for (const { entries } of group)
      for (const [num, { kind }] of entries) if (kind !== 'free' && !hidden.has(num)) listed.add(num);
  }
}
