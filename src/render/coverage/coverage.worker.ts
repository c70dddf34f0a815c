/** The thread that renders pages with PDFium and measures what marks cover. */
import { type Bitmap, sameSize } from '../bitmap.js';
import { type Documents, renderPage, serveThread } from '../pdfium.js';
import {
  type Coverage,
  type CoveragePage,
  type CoverageRequest,
  type PageCoverage,
  worseCoverage,
} from './compare-coverage.js';
import { coverageOf } from './coverage.js';

serveThread<CoverageRequest, PageCoverage>(async ({ pages, scale }, documents, send) => {
  for (const page of pages) send(await measure(documents, page, scale));
});

/** Carries a sentence for users. */
class NotRendered extends Error {}

async function measure(documents: Documents, page: CoveragePage, scale: number): Promise<PageCoverage> {
  try {
    return await compare(documents, page, scale);
  } catch (thrown) {
    return { problem: thrown instanceof NotRendered ? thrown.message : 'The page cannot be rendered.' };
  }
}

async function compare(documents: Documents, page: CoveragePage, scale: number): Promise<PageCoverage> {
  const { marks } = page;
  const render = (side: 'before' | 'after', index: number) => imageOf(documents, side, index, scale);
  const content = {
    before: await render('before', page.content.before),
    after: await render('after', page.content.after),
  };
  const rated: Coverage[][] = [];
  for (const earlier of orNone(page.before)) {
    const before = earlier === null ? null : await render('before', earlier);
    for (const later of orNone(page.after)) {
      const after = later === null ? null : await render('after', later);
      requireSameSize(content.before, [content.after, before, after]);
      rated.push(coverageOf({ content, before, after }, marks, scale));
    }
  }
  const sameContent = Buffer.compare(content.before.data, content.after.data) === 0;
  return { sameContent, marks: marks.map((_, i) => rated.map(looks => looks[i]!).reduce(worseCoverage)) };
}

const orNone = (pages: readonly number[]): readonly (number | null)[] => (pages.length > 0 ? pages : [null]);

async function imageOf(documents: Documents, side: 'before' | 'after', index: number, scale: number): Promise<Bitmap> {
  const bitmap = await renderPage(documents, side, index, { scale });
  if (typeof bitmap === 'string') throw new NotRendered(`The page ${bitmap}.`);
  return bitmap;
}

function requireSameSize(bitmap: Bitmap, others: readonly (Bitmap | null)[]): void {
  const isOther = (other: Bitmap | null) => other !== null && !sameSize(bitmap, other);
  if (others.some(isOther)) throw new NotRendered('The pages have different sizes.');
}
