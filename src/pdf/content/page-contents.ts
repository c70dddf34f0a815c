/** The content of a page. */
import type { PdfRevision } from '../document/revision.js';
import { type PdfDict, PdfStream } from '../syntax/objects.js';

/** The streams of /Contents, which are one stream (ISO 32000-1, 7.8.2). */
export const contentsOf = (revision: PdfRevision, page: PdfDict): PdfStream[] =>
  revision.items(revision.get(page, 'Contents')).filter(item => item instanceof PdfStream);

/** All of them as one. `isComplete`: each could be decoded as a whole. */
export function wholeContent(revision: PdfRevision, page: PdfDict): { bytes: Uint8Array; isComplete: boolean } {
  const decoded = contentsOf(revision, page).map(stream => revision.decode(stream));
  const parts = decoded.map(({ bytes }) => bytes);
  return {
    bytes: parts.length === 1 ? parts[0]! : Buffer.concat(parts.flatMap(bytes => [bytes, LINE_END])),
    isComplete: decoded.every(({ pending, damaged }) => pending === null && !damaged),
  };
}

const LINE_END = Buffer.from('\n');
