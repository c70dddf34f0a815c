/**
 * Prints a watermark, a header, a footer and page numbers on the pages of a finished PDF, as an incremental update. They
 * are artifacts (ISO 32000-2, 14.8.2.2): no part of the structure that screen readers read.
 */
import { DocconvError } from '../../../errors.js';
import { openPdf, operands, type PdfDocument, pageList, UNLIMITED_WORK, Update, viewOf } from '../../../pdf/index.js';
import { day } from '../../../system/day.js';
import { removeUnsafe } from '../../../text.js';
import { type Layout, sheetsOf } from '../../../text-layout/index.js';
import { drawLines } from './lines.js';
import { PageEditor, readContent, type StampedPage } from './page-content.js';
import type { FieldValues, Stamps } from './stamps.js';
import { layOutAll, paragraphsOf, type Texts } from './texts.js';
import { drawWatermark, watermarkForm } from './watermark.js';

export type { Layout } from '../../../text-layout/index.js';
export { warnMissing } from '../review/missing-glyphs.js';
export { type Stamps, stampsOf } from './stamps.js';

export interface StampRequest {
  readonly stamps: Stamps;
  /** File name of the document without its extension, for {name}. */
  readonly name: string;
  readonly layout: Layout;
  /** Pages that LibreOffice has not written are read first: content that leaves its graphics state changed moves the stamps. */
  readonly isForeign: boolean;
}

/**
 * Throws CORRUPT_DOCUMENT for a page that cannot be stamped, ENCRYPTION_UNSUPPORTED for an encrypted PDF, OPTION_INVALID for
 * a text that shows nothing or has too many lines, and what `layout` and openPdf() throw.
 */
export async function stampPdf(pdf: Uint8Array, request: StampRequest) {
  const { stamps, layout } = request;
  const document = await openPdf(pdf, { maxWork: UNLIMITED_WORK });
  const pages = requirePages(document, request);
  const values = fieldValues(pages.length, request.name);
  const texts = await layOutAll(stamps, values, layout);
  return { pdf: stampPages(pdf, document, pages, stamps, texts), missing: texts.missing };
}

/** What `layout` is going to get for so many pages: for a worker without LibreOffice, which gets the results. */
export function sheetsFor(stamps: Stamps, pages: number, name: string): Uint8Array[] {
  return sheetsOf([...paragraphsOf(stamps, fieldValues(pages, name)).values()]);
}

function fieldValues(pages: number, fileName: string): FieldValues[] {
  const name = removeUnsafe(fileName);
  const date = day(new Date());
  return Array.from({ length: pages }, (_, i) => ({ page: i + 1, pages, name, date }));
}

/** Throws CORRUPT_DOCUMENT for a page that cannot be stamped, ENCRYPTION_UNSUPPORTED for an encrypted PDF. */
export function requirePages(document: PdfDocument, { isForeign }: Pick<StampRequest, 'isForeign'>): StampedPage[] {
  if (document.encrypted) {
    throw new DocconvError('ENCRYPTION_UNSUPPORTED.stamp');
  }
  const revision = document.latest;
  const list = pageList(revision);
  if (!list || list.count !== revision.getNumber(revision.getDict(revision.root, 'Pages'), 'Count')) {
    throw new DocconvError('CORRUPT_DOCUMENT.pages-not-counted');
  }
  return list.pages.map(({ ref, dict }, i) => {
    if (!ref)
      throw new DocconvError('CORRUPT_DOCUMENT.page-not-an-object', { page: i + 1 }, { detail: { page: i + 1 } });
    return { ref, dict, ...(isForeign && { read: () => readContent(revision, dict, i + 1) }) };
  });
}

function stampPages(
  pdf: Uint8Array,
  { latest }: PdfDocument,
  pages: readonly StampedPage[],
  { watermark }: Stamps,
  texts: Texts,
): Uint8Array {
  const editor = new PageEditor(new Update(latest), pages);
  const { resources } = editor;
  const form = watermark && watermarkForm(watermark, texts.watermark!, resources);
  const contents = pages.map(({ dict }, i) => {
    const view = viewOf(latest, dict);
    const drawn = `${form ? drawWatermark(form, view) : ''}${drawLines(texts.lines[i]!, view, resources)}`;
    return `q ${operands(view.toPage)} cm\n${drawn}Q`;
  });
  for (const [i, page] of pages.entries()) editor.append(page, contents[i]!);
  return editor.update.appendTo(pdf);
}
