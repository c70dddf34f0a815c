/**
 * Prints the comments of a document in the right margin of the finished PDF: LibreOffice exports them as annotations, the
 * pages are scaled to make place, and texts replace the annotations. All pages are scaled, so that letters have the same
 * size on each; a document without comments stays as it is.
 */
import {
  arrayOf,
  dictWith,
  openPdf,
  operands,
  type PdfDict,
  PdfRef,
  type PdfRevision,
  pageList,
  UNLIMITED_WORK,
  Update,
} from '../../../pdf/index.js';
import { engineFailed } from '../../engine.js';
import type { Warnings } from '../../warnings.js';
import type { Layout } from '../stamp/index.js';
import { PageEditor } from '../stamp/page-content.js';
import { layOutColumns } from './column.js';
import { commentsOf } from './comments.js';
import { drawColumn } from './draw.js';
import { scaleObjects } from './objects.js';
import { scaledPage, spaceOf } from './scaled-page.js';

/** The PDF with an incremental update. Rejects with what `layout` and openPdf() reject with. */
export async function printComments(pdf: Uint8Array, layout: Layout, warnings: Warnings): Promise<Uint8Array> {
  const document = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const { latest: revision } = document;
  const list = pageList(revision)?.pages ?? [];
  const comments = commentsOf(revision, list);
  if (comments.every(page => page.annotations.size === 0)) return pdf;
  const pages = list.map(({ ref, dict }) => {
    if (!ref) throw engineFailed('a page is not an object of its own');
    return scaledPage(revision, ref, dict);
  });
  const spaces = pages.map((page, i) => spaceOf(page, comments[i]!.comments));
  const columns = await layOutColumns(spaces, layout, warnings);

  const update = new Update(revision);
  const editor = new PageEditor(update, pages);
  const contents = pages.map((page, i) => drawColumn(columns[i]!, page, editor.resources));
  const removed = new Set(comments.flatMap(({ annotations }) => [...annotations]));
  scaleObjects(update, pages, removed);
  for (const [i, page] of pages.entries()) {
    editor.append(
      { ...page, dict: withoutAnnotations(revision, page.dict, removed) },
      contents[i]!,
      `${operands(page.matrix)} cm`,
    );
  }
  return update.appendTo(pdf);
}

function withoutAnnotations(revision: PdfRevision, page: PdfDict, removed: ReadonlySet<number>): PdfDict {
  const annotations = revision.getArray(page, 'Annots');
  if (!annotations) return page;
  const kept = annotations.items.filter(item => !(item instanceof PdfRef && removed.has(item.num)));
  return dictWith(page, { Annots: arrayOf(kept) });
}
