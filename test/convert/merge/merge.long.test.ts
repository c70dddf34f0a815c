/** Merging documents that LibreOffice converts, on every engine and with every level of PDF/A. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { PdfOptions } from '../../../src/index.js';
import { openPdf } from '../../../src/pdf/index.js';
import { documents } from '../../helpers/documents.js';
import { wordsOf } from '../../helpers/pdf-text.js';
import { PdfWriter, stream } from '../../helpers/pdf-writer.js';
import { describeTools } from '../../helpers/requires.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { sharedConverter } from '../engine-setup.js';

const folder = mkdtempSync(join(tmpdir(), 'docconv-merge-'));
const converter = sharedConverter();
afterAll(() => rmSync(folder, { recursive: true }));

const office = (['docx', 'xlsx', 'pptx', 'odt'] as const).map(format => ({
  source: { bytes: documents[format](`Text of ${format}`).bytes, name: `a.${format}` },
}));
const scan = { source: { bytes: blankPdf('Scanned').bytes, name: 'scan.pdf' } };

describeTools('a merge of documents', ['soffice.bin', 'pdftotext', 'pdfinfo', 'qpdf'], () => {
  it.each(['native', 'soffice', 'wasm'] as const)('has all of them in order on %s', async engine => {
    const inputs = engine === 'native' ? office.filter(({ source }) => !source.name.endsWith('xlsx')) : office;
    const { pdf, parts } = await converter.merge([...inputs, scan], {
      engine,
      timeoutMs: 180_000,
      pdf: { pageNumbers: 'Page{page}of{pages}', tagged: true },
    });
    const path = join(folder, `${engine}.pdf`);
    writeFileSync(path, pdf);
    execFileSync('qpdf', ['--check', path]);
    const words = await wordsOf(pdf);
    const expected = inputs.map(
      ({ source }, i) => `Text of ${source.name.slice(2)}[^]*Page${i + 1}of${inputs.length + 1}`,
    );
    expect(words).toMatch(new RegExp([...expected, 'Scanned'].join('[^]*')));
    expect(parts.map(part => part.engine)).toEqual([...inputs.map(() => engine), null]);
  });

  it.each<[string, PdfOptions]>([
    ['1b', { pdfa: '1b', watermark: 'Draft' }],
    ['2b', { pdfa: '2b', title: 'All', author: 'Ann' }],
    ['3b', { pdfa: '3b', pageNumbers: '{page}' }],
    ['2b and PDF/UA', { pdfa: '2b', pdfua: true }],
  ])('conforms to PDF/A-%s, which is checked after it is merged', async (_, pdf) => {
    // LibreOffice 7.4 writes no tags for spreadsheets
    const inputs = pdf.pdfua ? office.filter(({ source }) => !source.name.endsWith('xlsx')) : office;
    const merged = await converter.merge(inputs, { pdf });
    const { latest } = await openPdf(merged.pdf);
    const metadata = latest.get(latest.root, 'Metadata') as Parameters<typeof latest.decode>[0];
    expect(Buffer.from(latest.decode(metadata).bytes).toString()).toContain(`<pdfaid:part>${pdf.pdfa![0]}`);
    expect(latest.getArray(latest.root, 'OutputIntents')!.items).toHaveLength(1);
  });

  it('takes time in proportion to the pages', async () => {
    const pages = 1000;
    const kids = Array.from({ length: pages }, (_, i) => `${i + 10} 0 R`).join(' ');
    const objects = Object.fromEntries(
      Array.from({ length: pages }, (_, i) => [i + 10, '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>']),
    );
    const large = new PdfWriter().revision({
      objects: {
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: `<</Type/Pages/Kids[${kids}]/Count ${pages}/MediaBox[0 0 300 300]>>`,
        4: stream('n'),
        ...objects,
      },
    }).bytes;
    const time = async (count: number) => {
      const input = { source: { bytes: large, name: 'large.pdf' } };
      const { milliseconds, pages: all } = await converter.merge(Array(count).fill(input));
      expect(all).toBe(count * pages);
      return milliseconds;
    };
    await time(1);
    const [few, many] = [await time(2), await time(16)];
    expect(many).toBeLessThan(8 * 4 * few);
  });
});
