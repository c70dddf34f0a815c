/** Rendering and comparing pages, with the built thread. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it } from 'vitest';
import { comparePages, type PageComparison, type PageNumbers } from '../../src/render/index.js';
import { describeTools } from '../helpers/requires.js';
import { blankPdf } from '../helpers/signed-pdf.js';

const hello = blankPdf('Hello');
const black = hello.revise({ 4: '<</Length 30>>\nstream\n0 0 0 rg 0 0 600 800 re f    \nendstream' });
const corner = hello.revise({
  4: '<</Length 68>>\nstream\nBT /F1 12 Tf 50 700 Td (Hello) Tj ET 0 g 476 0 60 84 re f           \nendstream',
});
const FIRST: PageNumbers = { before: 1, after: 1 };

function compare(before: Uint8Array, after: Uint8Array, pages: readonly PageNumbers[] = [FIRST], options = {}) {
  return comparePages(before, after, pages, { width: 900, maxPages: 10, timeoutMs: 20_000, ...options });
}

function images(compared: PageComparison | undefined): PNG[] {
  if (compared?.look !== 'different') throw new Error(`looks ${compared?.look}`);
  return [compared.before, compared.after].flatMap(side =>
    side && 'png' in side ? [PNG.sync.read(Buffer.from(side.png))] : [],
  );
}

const darkness = ({ data }: PNG) => data.filter((value, i) => i % 4 === 0 && value < 100).length / (data.length / 4);

describe('comparePages', () => {
  it('renders both states of a page in the given width', async () => {
    const { pages, problem } = await compare(hello.bytes, black.bytes);
    const [before, after] = images(pages[0]);
    expect(problem).toBe(null);
    expect([before?.width, after?.width]).toEqual([900, 900]);
    expect(darkness(before!)).toBeGreaterThan(0); // the word
    expect(darkness(before!)).toBeLessThan(0.1); // on white paper
    expect(darkness(after!)).toBeGreaterThan(0.9);
  });

  it('returns the area that differs, and no other', async () => {
    const [page] = (await compare(hello.bytes, corner.bytes)).pages;
    if (page?.look !== 'different') throw new Error('no difference');
    const [area, ...others] = page.areas;
    expect(others).toEqual([]);
    expect(area!.left).toBeCloseTo(0.8, 2);
    expect(area!.top).toBeCloseTo(0.9, 2);
    expect(area!.width).toBeCloseTo(0.1, 2);
    expect(area!.height).toBeCloseTo(0.1, 2);
  });

  it('returns no images of equal pages, and none beyond the maximum', async () => {
    expect((await compare(hello.bytes, hello.bytes)).pages).toEqual([{ look: 'same' }]);
    const { pages } = await compare(hello.bytes, black.bytes, [FIRST, FIRST], { maxPages: 1 });
    expect(pages.map(({ look }) => look)).toEqual(['different', 'left-out']);
  });

  it('names the page that cannot be rendered, and renders the others', async () => {
    const { pages } = await compare(hello.bytes, black.bytes, [{ before: 1, after: 7 }, FIRST]);
    expect(pages[0]).toMatchObject({ before: { page: 1 }, after: { page: 7, problem: 'Page 7 cannot be rendered.' } });
    expect(images(pages[1])).toHaveLength(2);
  });

  it.each<[what: string, body: string]>([
    ['an image that would not fit into memory', '/MediaBox[0 0 3 90000]'],
    ['a page of an impossible size', '/MediaBox[0 0 0.01 1000000000]'],
  ])('refuses %s', async (_, box) => {
    const hostile = hello.revise({ 3: `<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R>>` });
    const [page] = (await compare(hello.bytes, hostile.bytes)).pages;
    expect(page).toMatchObject({ before: { page: 1 }, after: { problem: expect.stringContaining('Page 1') } });
  });

  it('reports a file that is not a PDF', async () => {
    const nothing = await compare(Buffer.from('no PDF'), hello.bytes);
    expect(nothing).toEqual({ pages: [], problem: 'The pages of this PDF cannot be rendered.' });
  });

  it('stops at its time limit, and at once when it is cancelled', async () => {
    const many = Array.from({ length: 500 }, () => FIRST); // a few pages may be done before the clock is read
    const late = await compare(hello.bytes, black.bytes, many, { timeoutMs: 1 });
    expect(late.problem).toContain('within 1 s');
    const cancelled = compare(hello.bytes, black.bytes, [FIRST], { signal: AbortSignal.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describeTools('an encrypted file', ['qpdf'], () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-render-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const locked = (pdf: Uint8Array) => {
    const file = join(folder, 'open.pdf');
    writeFileSync(file, pdf);
    return spawnSync('qpdf', ['--encrypt', 'sesame', 'owner', '256', '--', file, '-']).stdout;
  };
  const [before, after] = [locked(hello.bytes), locked(black.bytes)];

  it.each<[given: object, pages: number, problem: string | null]>([
    [{ password: 'sesame' }, 1, null],
    [{}, 0, 'The pages cannot be rendered: the PDF is encrypted.'],
    [{ password: 'wrong' }, 0, 'The pages cannot be rendered: the password is wrong.'],
  ])('with %j', async (given, pages, problem) => {
    const compared = await compare(before, after, [FIRST], given);
    expect([compared.pages.length, compared.problem]).toEqual([pages, problem]);
  });
});
