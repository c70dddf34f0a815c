/** Pictures of pages. The thread that draws them is the built one: node build.mjs first. */
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { renderPages } from '../../src/render/index.js';
import { blankPdf } from '../helpers/signed-pdf.js';

describe('renderPages', () => {
  it('draws the pages that are there, as wide as asked', async () => {
    const [first, ...others] = await renderPages(blankPdf('Hello').bytes, { pages: [1, 7], width: 900 });
    expect(others).toEqual([]);
    expect([first?.page, first?.width]).toEqual([1, 900]);
    const image = PNG.sync.read(Buffer.from(first!.png));
    expect([image.width, image.height]).toEqual([first?.width, first?.height]);
    const ink = image.data.filter((value, i) => i % 4 === 0 && value < 100).length;
    expect(ink).toBeGreaterThan(20); // the word
    expect(ink).toBeLessThan((image.width * image.height) / 10); // on white paper
  });

  it('draws what a revision added, and not before', async () => {
    const before = blankPdf('Hello');
    const after = before.revise({ 4: '<</Length 30>>\nstream\n0 0 0 rg 0 0 600 800 re f    \nendstream' });
    const dark = async (pdf: Uint8Array) => {
      const [picture] = await renderPages(pdf, { pages: [1], width: 100 });
      const { data } = PNG.sync.read(Buffer.from(picture!.png));
      return data.filter((value, i) => i % 4 === 0 && value < 100).length / (data.length / 4);
    };
    expect(await dark(before.bytes)).toBeLessThan(0.1);
    expect(await dark(after.bytes)).toBeGreaterThan(0.9);
  });

  it('says that what is no PDF cannot be drawn', async () => {
    await expect(renderPages(Buffer.from('no PDF'))).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT' });
  });

  it('refuses a picture that would not fit into memory', async () => {
    const wide = renderPages(blankPdf('Hello').bytes, { width: 100_000 });
    await expect(wide).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });

  it('gives up in time', async () => {
    await expect(renderPages(blankPdf('Hello').bytes, { timeoutMs: 1 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});
