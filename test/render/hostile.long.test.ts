/** Documents that cost much memory or make PDFium fail, and what the threads do afterwards. */
import { describe, expect, it } from 'vitest';
import { compareCoverage, comparePages, type PageCoverage } from '../../src/render/index.js';
import { type Body, deflated, stream } from '../helpers/pdf-writer.js';
import { pagesPdf } from './pages.js';

const TEXT = 'BT /F1 12 Tf 20 50 Td (The total is 1,250.00 EUR) Tj ET';
const PAGE = {
  content: { before: 0, after: 0 },
  before: [],
  after: [1],
  marks: [{ side: 'after', area: { left: 0, top: 0, width: 1, height: 1 } }],
} as const;

function measure(contents: readonly string[], objects: Record<number, Body> = {}, options = {}) {
  const pdf = pagesPdf(contents, { objects, resources: '/XObject<</X 4 0 R>>' });
  return compareCoverage({ before: pdf, after: pdf, scale: 2, pages: [PAGE] }, { timeoutMs: 30_000, ...options });
}

const ordinary = () => measure([TEXT, `${TEXT} 1 g 0 0 300 100 re f`]);
const HIDES: PageCoverage[] = [
  {
    sameContent: true,
    marks: [{ effect: 'hides', erasesWord: true, erasesPart: true, blanks: 'hides', beyondLines: true }],
  },
];

/** The page with object number 10: 800 MB of content. */
const ENDLESS: Record<number, Body> = {
  4: deflated(Buffer.alloc(20e6, ' ')),
  10: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents[${'4 0 R '.repeat(40)}]>>`,
};

describe('a document', () => {
  it('that needs too much memory is not compared, and the next one is', async () => {
    expect(await measure(['', TEXT], ENDLESS)).toEqual([{ problem: 'The page needs too much memory to render.' }]);
    expect(await ordinary()).toEqual(HIDES);
  });

  it('with a form that contains itself ends with an answer', async () => {
    const form = stream('/X Do', '/Type/XObject/Subtype/Form/BBox[0 0 300 100]/Resources<</XObject<</X 4 0 R>>>>');
    expect(await measure([`${TEXT} /X Do`, TEXT], { 4: form })).toHaveLength(1);
    expect(await ordinary()).toEqual(HIDES);
  });

  it('with deeply nested operators ends with an answer', async () => {
    const nested = `${'q '.repeat(100_000)}${TEXT}${' [ << '.repeat(100_000)}`;
    expect(await measure([nested, nested])).toHaveLength(1);
    expect(await ordinary()).toEqual(HIDES);
  });
});

describe('a thread', () => {
  it('serves several requests, one after another and at the same time', async () => {
    expect(await ordinary()).toEqual(HIDES);
    expect(await Promise.all([ordinary(), ordinary(), ordinary()])).toEqual([HIDES, HIDES, HIDES]);
  });

  it('that was stopped by the time limit or cancelled is replaced', async () => {
    const late = measure(['', TEXT], ENDLESS, { timeoutMs: 1 });
    await expect(late).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    const cancelling = new AbortController();
    const cancelled = measure([TEXT, TEXT], {}, { signal: cancelling.signal });
    cancelling.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await ordinary()).toEqual(HIDES);
  });

  it('that compares pages as images serves several requests, too', async () => {
    const [before, after] = [pagesPdf([TEXT]), pagesPdf([''])];
    const options = { width: 600, maxPages: 1, timeoutMs: 30_000 };
    for (const other of [before, after]) {
      const { pages, problem } = await comparePages(before, other, [{ before: 1, after: 1 }], options);
      expect([pages[0]?.look, problem]).toEqual([other === before ? 'same' : 'different', null]);
    }
  });
});
