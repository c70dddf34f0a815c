/** The thread that renders pages with PDFium and measures what marks cover. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Bitmap, sameSize } from './bitmap.js';
import type { CoveragePage, CoverageRequest, PageCoverage } from './compare-coverage.js';
import { coverageOf, type PageImages } from './coverage.js';
import { loadDocuments, type PDFiumDocument, renderPage } from './pdfium.js';
import type { ThreadMessage } from './thread.js';

const send = (message: ThreadMessage<PageCoverage>): void => parentPort?.postMessage(message);

async function measure({ before, after, password, scale, pages }: CoverageRequest): Promise<void> {
  const documents = await loadDocuments(before, after, password);
  if ('problem' in documents) return send(documents);
  for (const page of pages) send({ page: await measurePage(documents, page, scale) });
  send({ problem: null });
}

/** Carries a sentence for users. */
class NotRendered extends Error {}

async function measurePage(
  documents: { before: PDFiumDocument; after: PDFiumDocument },
  page: CoveragePage,
  scale: number,
): Promise<PageCoverage> {
  try {
    return coverageOf(await imagesOf(documents, page, scale), page.marks, scale);
  } catch (thrown) {
    return { problem: thrown instanceof NotRendered ? thrown.message : 'The page cannot be rendered.' };
  }
}

async function imagesOf(
  { before, after }: { before: PDFiumDocument; after: PDFiumDocument },
  page: CoveragePage,
  scale: number,
): Promise<PageImages> {
  const then = await imageOf(before, page.content.before, scale);
  const now = await imageOf(after, page.content.after, scale, then);
  const marked = page.before === null ? null : await imageOf(before, page.before, scale, then);
  const looks: Bitmap[] = [];
  for (const index of page.after) looks.push(await imageOf(after, index, scale, then));
  return { content: { before: then, after: now }, before: marked, after: looks };
}

async function imageOf(document: PDFiumDocument, index: number, scale: number, reference?: Bitmap): Promise<Bitmap> {
  const bitmap = await renderPage(document, index, { scale });
  if (typeof bitmap === 'string') throw new NotRendered(`The page ${bitmap}.`);
  if (reference && !sameSize(bitmap, reference)) throw new NotRendered('The pages have different sizes.');
  return bitmap;
}

await measure(workerData as CoverageRequest);
