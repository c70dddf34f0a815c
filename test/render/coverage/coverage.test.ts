/** What marks cover, measured on rendered pages with the built thread. */
import { describe, expect, it } from 'vitest';
import { type CoveragePage, type CoverageRequest, compareCoverage } from '../../../src/render/index.js';
import { pagesPdf } from '../pages.js';

const TEXT = 'BT /F1 12 Tf 20 50 Td (The total is 1,250.00 EUR) Tj ET';
const BOX = '1 g 0 0 300 100 re f';
const everywhere = { left: 0, top: 0, width: 1, height: 1 };
const PAGE: CoveragePage = {
  content: { before: 0, after: 0 },
  before: [],
  after: [1],
  marks: [{ side: 'after', area: everywhere }],
};

function measure(pages: readonly CoveragePage[] = [PAGE], changes: Partial<CoverageRequest> = {}, options = {}) {
  const pdf = pagesPdf([TEXT, `${TEXT} ${BOX}`]);
  return compareCoverage({ before: pdf, after: pdf, scale: 2, pages, ...changes }, { timeoutMs: 20_000, ...options });
}

describe('compareCoverage', () => {
  it('rates a box over text', async () => {
    expect(await measure()).toEqual([
      {
        sameContent: true,
        marks: [{ effect: 'hides', erasesWord: true, erasesPart: true, blanks: 'hides', beyondLines: true }],
      },
    ]);
  });

  it('reports the page that does not exist, and measures the others', async () => {
    const [missing, other] = await measure([{ ...PAGE, after: [7] }, PAGE]);
    expect(missing).toEqual({ problem: 'The page cannot be rendered.' });
    expect(other).toMatchObject({ sameContent: true });
  });

  it('reports pages of different sizes', async () => {
    const other = pagesPdf([TEXT, TEXT], { size: [200, 100] });
    expect(await measure([PAGE], { after: other })).toEqual([{ problem: 'The pages have different sizes.' }]);
  });

  it('reports a file that is not a PDF for each page', async () => {
    const problem = { problem: 'The pages of this PDF cannot be rendered.' };
    expect(await measure([PAGE, PAGE], { after: Buffer.from('no PDF') })).toEqual([problem, problem]);
  });

  it('reports a page that is too large', async () => {
    const large = pagesPdf([TEXT, TEXT], { size: [3000, 3000] });
    const problem = { problem: 'The page is too large to render.' };
    expect(await measure([PAGE], { before: large, after: large })).toEqual([problem]);
  });

  it('stops at its time limit, and at once when it is cancelled', async () => {
    const late = { code: 'LIMIT_EXCEEDED', message: expect.stringContaining('within 1 s') };
    const many = Array.from({ length: 500 }, () => PAGE); // a few pages may be done before the clock is read
    await expect(measure(many, {}, { timeoutMs: 1 })).rejects.toMatchObject(late);
    await expect(measure([PAGE], {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
