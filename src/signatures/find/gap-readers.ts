/**
 * What is read from the bytes that a byte range excludes, besides /Contents. The digits of /Contents may be written in another
 * case, and unsigned attributes and padding replaced: a stream or string that extends over them says something else then.
 */
import { type PdfDict, type PdfObject, type PdfRevision, PdfStream, partsOf, type Span } from '../../pdf/index.js';
import { cached } from '../../system/collections.js';
import type { SignatureSite } from './signature-sites.js';

interface Extent extends Span {
  readonly value: PdfObject;
}

/** Null: there are too many objects to tell. False also of an annotation, which shows its /Contents. */
export function isGapReadOnce({ range, revision, dictionary }: SignatureSite): boolean | null {
  const [first] = range.ranges ?? [];
  const extents = extentsOf(range.signed ?? revision);
  if (dictionary?.has('Subtype')) return false;
  if (!first || !extents) return null;
  const readers = extents.filter(({ start, end }) => start < first.length && end > first.length);
  return readers.every(({ value }) => contains(value, dictionary));
}

/** Units of work to read all objects of a revision, and bytes of the file for one more. */
const [READING, BYTES] = [1_000_000, 100];

/** Where the objects and cross-reference sections of a revision are. */
const extentsOf = cached((revision: PdfRevision): readonly Extent[] | null => {
  const { revisions, size, budget } = revision.document;
  const sections = revisions
    .slice(0, revision.index)
    .flatMap(one => one.sections.map(span => ({ ...span, value: null })));
  const objects = () => [...revision.objectNumbers()].flatMap(num => extentOf(revision, num) ?? []);
  const found = budget.within(READING + size / BYTES, objects);
  return found && [...sections, ...found];
});

function extentOf(revision: PdfRevision, num: number): Extent | null {
  const object = revision.entry(num)?.kind === 'offset' ? revision.object(num) : null;
  return object?.span ? { ...object.span, value: object.value } : null;
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
