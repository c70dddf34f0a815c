/**
 * What is read from the bytes that a byte range excludes, besides /Contents. The digits of /Contents may be written in another
 * case, and unsigned attributes and padding replaced: a stream or string that extends over them says something else then.
 */
import {
  isClosedObject,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  partsOf,
  type Span,
} from '../../pdf/index.js';
import { asBuffer } from '../../system/bytes.js';
import { cached } from '../../system/collections.js';
import type { SignatureSite } from './signature-sites.js';

/** The end is where some program may read to. */
interface Extent extends Span {
  /** The revision that declares it. */
  readonly revision: PdfRevision;
  /** Of the object; null: a cross-reference section. */
  readonly num: number | null;
}

/**
 * Null: there are too many objects to tell, or one cannot be read, or only some programs read it to the gap. False also of an
 * annotation, which shows its /Contents.
 */
export function isGapReadOnce({ range, revision, dictionary }: SignatureSite): boolean | null {
  if (dictionary?.has('Subtype')) return false;
  const { document, index } = range.signed ?? revision;
  const extents = extentsOf(document);
  const at = range.ranges?.[0]?.length;
  if (!extents || at === undefined) return null;
  const near = extents.filter(one => one.revision.index <= index && one.start < at && one.end > at);
  const answers = new Set(near.map(one => isReadAsPartOf(dictionary, one, at)));
  const isOutside = document.notes.some(
    note => note.code === 'entry-outside-revision' && (note.revision ?? 0) <= index,
  );
  if (answers.has(false)) return false;
  return answers.has(null) || isOutside ? null : true;
}

/** True also where the object ends before the gap. */
function isReadAsPartOf(dictionary: PdfDict | null, { revision, num, ...extent }: Extent, at: number): boolean | null {
  if (num === null) return false;
  const object = revision.object(num);
  if (!object?.span) return null;
  if (object.span.end > at) return contains(object.value, dictionary);
  return object.value instanceof PdfStream && extent.end > at ? null : true;
}

/** Units of work to read the objects, and bytes of the file for one more. */
const [READING, BYTES] = [1_000_000, 16];
/** Longer objects are few. */
const MAX_SCANNED = 64 << 10;

/** Where the objects and cross-reference sections are. */
const extentsOf = cached(({ revisions, size, latest }: PdfDocument): readonly Extent[] | null =>
  latest.budget.apart(READING + size / BYTES, () => {
    const next = nextStart(revisions);
    return revisions.flatMap(revision => [...extentsIn(revision, next)]);
  }),
);

function* extentsIn(revision: PdfRevision, next: ReadonlyMap<number, number>): Iterable<Extent> {
  const { sections, entries, document, budget } = revision;
  for (const section of sections) yield { ...section, revision, num: null };
  for (const [num, entry] of entries) {
    if (entry.kind !== 'offset') continue;
    const start = entry.offset;
    const end = next.get(start) ?? start;
    const bytes = document.source.read(start, Math.min(end - start, MAX_SCANNED));
    budget.spendSearched(bytes.length);
    const isClosed = bytes.length === end - start && isClosedObject(bytes, num, entry.gen);
    yield isClosed ? { start, end, revision, num } : { ...extentOf(revision, num), revision, num };
  }
}

/** Of all offsets in the cross-reference. */
function nextStart(revisions: readonly PdfRevision[]): ReadonlyMap<number, number> {
  const starts = revisions.flatMap(({ sections, entries }) => [
    ...sections.map(({ start }) => start),
    ...[...entries.values()].flatMap(entry => (entry.kind === 'offset' ? [entry.offset] : [])),
  ]);
  const sorted = Float64Array.from(new Set(starts)).sort();
  return new Map(Array.from(sorted, (start, i) => [start, sorted[i + 1] ?? start]));
}

/** What cannot be read may be anywhere: programs search for it, and find nothing where no object has this number. */
function extentOf(revision: PdfRevision, num: number): Span {
  const { document } = revision;
  const object = revision.object(num);
  if (!object?.span) return { start: 0, end: headedNumbers(document).has(num) ? document.size : 0 };
  const { span, value } = object;
  const length = value instanceof PdfStream ? revision.getNumber(value, 'Length') : null;
  const stated = value instanceof PdfStream ? value.data.start + (length ?? 0) : 0;
  return { start: span.start, end: Math.max(span.end, stated) };
}

const CHUNK = 1 << 20;
/** Bytes before `obj` in which the numbers of an object are looked for: white space and comments can be between them. */
const HEADER = 256;

/** Of all headers of objects in the file. */
const headedNumbers = cached(({ source, size, latest }: PdfDocument): ReadonlySet<number> => {
  const found = new Set<number>();
  for (let from = 0; from < size; from += CHUNK) {
    const start = Math.max(0, from - HEADER);
    const text = asBuffer(source.read(start, Math.min(from + CHUNK, size) - start)).toString('latin1');
    latest.budget.spendSearched(text.length);
    for (const { index } of text.matchAll(/(?<!end)obj/g)) {
      latest.budget.spendSearched(HEADER);
      const before = text.slice(Math.max(0, index - HEADER), index);
      for (const header of [before, before.replaceAll(/%[^\r\n]*/g, '')]) {
        const num = /(?<!\d)(\d+)[\s\0]+\d+[\s\0]*$/.exec(header)?.[1];
        if (num !== undefined) found.add(Number(num));
      }
    }
  }
  return found;
});

/** Directly: a signature dictionary may be a part of its field. */
function contains(value: PdfObject, dictionary: PdfDict | null): boolean {
  const open = [value];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part === dictionary) return true;
    if (!(part instanceof PdfStream)) open.push(...partsOf(part));
  }
  return false;
}
