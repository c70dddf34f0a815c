/** The content of a page. */
import type { PdfRevision } from '../document/revision.js';
import { PdfArray, type PdfDict, PdfStream } from '../syntax/objects.js';

/** The streams of /Contents, which are one stream (ISO 32000-1, 7.8.2). */
export function contentsOf(revision: PdfRevision, page: PdfDict): PdfStream[] {
  const contents = revision.get(page, 'Contents');
  const items = contents instanceof PdfArray ? contents.items.map(item => revision.resolve(item)) : [contents];
  return items.filter(item => item instanceof PdfStream);
}
