/** The thread in which PDFium renders pages. */
import { type Bitmap, sameSize } from './bitmap.js';
import type { CompareRequest, PageComparison, PageNumbers, RenderedPage } from './compare-pages.js';
import { differences } from './differences.js';
import { type Documents, renderPage as renderBitmap, serveThread } from './pdfium.js';
import { encodePng } from './png.js';

serveThread<CompareRequest, PageComparison>(async ({ pages, width, maxPages }, documents, send) => {
  let different = 0;
  for (const numbers of pages) {
    const page = await comparePage(documents, numbers, width, different >= maxPages);
    if (page.look === 'different') different++;
    send(page);
  }
});

async function comparePage(
  documents: Documents,
  numbers: PageNumbers,
  width: number,
  isFull: boolean,
): Promise<PageComparison> {
  const before = numbers.before === null ? null : await renderPage(documents, 'before', numbers.before, width);
  const after = numbers.after === null ? null : await renderPage(documents, 'after', numbers.after, width);
  const areas = isBitmap(before) && isBitmap(after) && sameSize(before, after) ? differences(before, after) : null;
  if (areas?.length === 0) return { look: 'same' };
  if (isFull) return { look: 'left-out' };
  return { look: 'different', before: encode(before), after: encode(after), areas: areas ?? [] };
}

type PageBitmap = Bitmap & { readonly page: number };
type Attempt = PageBitmap | Extract<RenderedPage, { problem: string }> | null;

function isBitmap(attempt: Attempt): attempt is PageBitmap {
  return attempt !== null && 'data' in attempt;
}

async function renderPage(
  documents: Documents,
  side: 'before' | 'after',
  page: number,
  imageWidth: number,
): Promise<Attempt> {
  const bitmap = await renderBitmap(documents, side, page - 1, { width: imageWidth });
  if (typeof bitmap !== 'string') return { page, ...bitmap };
  return { page, problem: `Page ${page} ${bitmap}.` };
}

function encode(attempt: Attempt): RenderedPage | null {
  if (!isBitmap(attempt)) return attempt;
  const { page, width, height } = attempt;
  return { page, width, height, png: encodePng(attempt) };
}
