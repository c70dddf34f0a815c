/**
 * What is read from the bytes that a byte range excludes, besides /Contents. The digits of /Contents may be written in another
 * case, and unsigned attributes and padding replaced: a stream or string that extends over them says something else then.
 */
import {
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  type PdfRevision,
  PdfStream,
  partsOf,
  type Span,
} from '../../pdf/index.js';
import { cached } from '../../system/collections.js';
import type { SignatureSite } from './signature-sites.js';

interface Extent extends Span {
  /** The revision that declares it. */
  readonly index: number;
  readonly value: PdfObject;
}

/**
 * Null: there are too many objects to tell, or one extends beyond its revision, so that only some programs read it. False also of an
 * annotation, which shows its /Contents.
 */
export function isGapReadOnce({ range, revision, dictionary }: SignatureSite): boolean | null {
  if (dictionary?.has('Subtype')) return false;
  const { document, index } = range.signed ?? revision;
  const extents = extentsOf(document);
  const at = range.ranges?.[0]?.length;
  if (!extents || at === undefined) return null;
  const readers = extents.filter(one => one.index <= index && one.start < at && one.end > at);
  if (!readers.every(({ value }) => contains(value, dictionary))) return false;
  const isOutside = document.notes.some(
    note => note.code === 'entry-outside-revision' && (note.revision ?? 0) <= index,
  );
  return isOutside ? null : true;
}

/** Units of work to read all objects, and bytes of the file for one more. */
const [READING, BYTES] = [1_000_000, 100];

/** Where the objects and cross-reference sections are. */
const extentsOf = cached(({ revisions, size, latest }: PdfDocument): readonly Extent[] | null =>
  latest.budget.within(READING + size / BYTES, () => revisions.flatMap(revision => [...extentsIn(revision)])),
);

function* extentsIn(revision: PdfRevision): Iterable<Extent> {
  const { index, sections, entries } = revision;
  for (const section of sections) yield { ...section, index, value: null };
  for (const [num, { kind }] of entries) {
    const object = kind === 'offset' ? revision.object(num) : null;
    if (object?.span) yield { ...object.span, index, value: object.value };
  }
}

/** Directly: a signature dictionary may be a part of its field. */
function contains(value: PdfObject, dictionary: PdfDict | null): boolean {
  const open = [value];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part === dictionary) return true;
    if (!(part instanceof PdfStream)) open.push(...partsOf(part));
  }
  return false;
}
