/** The thread that renders pages with PDFium and measures what marks cover. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Bitmap, sameSize } from './bitmap.js';
import type { Coverage, CoveragePage, CoverageRequest, PageCoverage } from './compare-coverage.js';
import { coverageOf, worse } from './coverage.js';
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
const DIFFERENT_SIZES = 'The pages have different sizes.';

interface Documents {
  readonly before: PDFiumDocument;
  readonly after: PDFiumDocument;
}

async function measurePage(documents: Documents, page: CoveragePage, scale: number): Promise<PageCoverage> {
  try {
    return await compare(documents, page, scale);
  } catch (thrown) {
    return { problem: thrown instanceof NotRendered ? thrown.message : 'The page cannot be rendered.' };
  }
}

async function compare({ before, after }: Documents, page: CoveragePage, scale: number): Promise<PageCoverage> {
  const { marks } = page;
  const content = {
    before: await imageOf(before, page.content.before, scale),
    after: await imageOf(after, page.content.after, scale),
  };
  if (!sameSize(content.before, content.after)) throw new NotRendered(DIFFERENT_SIZES);
  const then = page.before === null ? null : await imageOf(before, page.before, scale, content.before);
  const rated: Coverage[][] = [];
  for (const index of page.after.length > 0 ? page.after : [null]) {
    const now = index === null ? null : await imageOf(after, index, scale, content.after);
    rated.push(coverageOf({ content, before: then, after: now }, marks, scale));
  }
  const sameContent = Buffer.compare(content.before.data, content.after.data) === 0;
  return { sameContent, marks: marks.map((_, i) => rated.map(looks => looks[i]!).reduce(worse)) };
}

async function imageOf(document: PDFiumDocument, index: number, scale: number, reference?: Bitmap): Promise<Bitmap> {
  const bitmap = await renderPage(document, index, { scale });
  if (typeof bitmap === 'string') throw new NotRendered(`The page ${bitmap}.`);
  if (reference && !sameSize(bitmap, reference)) throw new NotRendered(DIFFERENT_SIZES);
  return bitmap;
}

await measure(workerData as CoverageRequest);
