/** Stamps on every engine and kind of document, and on PDFs of many pages. */
import { expect, it } from 'vitest';
import { type Layout, stampPdf, stampsOf } from '../../../src/convert/output/stamp/index.js';
import { documents } from '../../helpers/documents.js';
import { type Body, PdfWriter, stream } from '../../helpers/pdf-writer.js';
import { describeTools, describeWith } from '../../helpers/requires.js';
import { embedded, sharedConverter } from '../engine-setup.js';
import { artifactsOf, draw, extentOf, isSound, wordsOfPages } from './stamp.helper.js';

const converter = sharedConverter();

const isRed = (red: number, green: number) => red - green > 30;

async function expectStamps(engine: 'auto' | 'native' | 'soffice' | 'wasm', format: keyof typeof documents) {
  const pdf = {
    watermark: 'DRAFT Черновик سري',
    watermarkColor: 'ff0000',
    header: 'Kopf:{name}',
    pageNumbers: 'p{page}of{pages}',
  };
  const converted = await converter.convert(documents[format](), { engine, pdf });
  expect(isSound(converted.pdf)).toBe(true);
  const pages = wordsOfPages(converted.pdf);
  for (const [i, words] of pages.entries()) {
    const texts = words.map(({ text }) => text);
    expect(texts).toContain('Kopf:sample');
    expect(texts).toContain(`p${i + 1}of${pages.length}`);
  }
  const picture = draw(converted.pdf);
  const red = extentOf(picture, isRed);
  expect(Math.abs(red.left + red.right - picture.width)).toBeLessThan(0.1 * picture.width);
  expect(Math.abs(red.top + red.bottom - picture.height)).toBeLessThan(0.1 * picture.height);
  expect(red.pixels).toBeGreaterThan(500);
  for (const artifacts of await artifactsOf(converted.pdf)) {
    expect(artifacts).toEqual(['Watermark', 'Header', 'Footer']);
  }
}

const FORMATS = ['docx', 'xlsx', 'pptx', 'odg', 'jpg', 'html', 'txt'] as const;

describeTools('stamps', ['soffice.bin', 'pdftotext', 'pdftoppm', 'qpdf'], () => {
  it.each(FORMATS)('are printed on %s by an installed LibreOffice', format => expectStamps('auto', format));

  it.each(['docx', 'xlsx'] as const)('are printed on %s by soffice', format => expectStamps('soffice', format));

  it('are printed on each document of a batch, with its own name and texts', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const pdfs = await Promise.all(
      names.map(async name => {
        const source = { ...documents.docx(`Text ${name}`), name: `${name}.docx` };
        const pdf = { header: 'Kopf:{name}', watermark: 'SAME', watermarkAngle: 0 };
        return (await converter.convert(source, { engine: 'soffice', pdf })).pdf;
      }),
    );
    for (const [i, pdf] of pdfs.entries()) {
      const texts = wordsOfPages(pdf)[0]!.map(({ text }) => text);
      expect(texts).toEqual(expect.arrayContaining([`Kopf:${names[i]}`, 'SAME', 'Text', names[i]]));
    }
  });

  it('are in images, and the number of pages is that of the document in a thumbnail, too', async () => {
    const source = { name: 'a.txt', bytes: Buffer.from('line\n'.repeat(200)) };
    const stamps = { watermark: 'DRAFT', watermarkColor: 'ff0000', pageNumbers: '{page} / {pages}' };
    const plain = await converter.convert(source, { to: 'png', pdf: { thumbnail: 500 } });
    const marked = await converter.convert(source, { to: 'png', pdf: { ...stamps, thumbnail: 500 } });
    const other = await converter.convert(source, { to: 'png', pdf: { ...stamps, thumbnail: 500, pages: '1' } });
    expect(marked.files).toHaveLength(1);
    expect(Buffer.from(marked.pdf).equals(plain.pdf)).toBe(false);
    expect(Buffer.from(marked.pdf).equals(other.pdf)).toBe(true);
  });

  it('grow in proportion to the pages, of which LibreOffice never gets many at once', async () => {
    const texts: number[] = [];
    const layout: Layout = async sheets => {
      texts.push(...sheets.map(sheet => Buffer.from(sheet).toString().split('<text:p ').length - 1));
      const pdfs: Uint8Array[] = [];
      for (const bytes of sheets) pdfs.push((await converter.convert({ bytes, name: 'text.fodt' })).pdf);
      return pdfs;
    };
    const stamps = stampsOf({ watermark: 'DRAFT', header: 'Kopf', pageNumbers: '{page} of {pages}' });
    const run = async (pages: number) => {
      const pdf = manyPages(pages);
      const stamped = await stampPdf(pdf, { stamps, name: 'many', layout, isForeign: true });
      return { pdf: stamped.pdf, added: stamped.pdf.length - pdf.length };
    };
    const [some, many] = [await run(250), await run(1000)];
    expect(many.added).toBeLessThan(5 * some.added);
    expect(Math.max(...texts)).toBeLessThanOrEqual(500);
    const pages = wordsOfPages(many.pdf);
    expect(pages).toHaveLength(1000);
    for (const [i, words] of pages.entries()) {
      expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['Kopf', `${i + 1}`, '1000']));
    }
  });
});

describeWith('stamps on wasm', [embedded], () => {
  it.each(['docx', 'xlsx', 'pptx'] as const)('are printed on %s', format => expectStamps('wasm', format));
});

function manyPages(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, i) => i + 4);
  const objects: Record<number, Body> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${numbers.map(number => `${number} 0 R`).join(' ')}]/Count ${count}/MediaBox[0 0 595 842]>>`,
    3: stream('q 0 0 10 10 re f Q\n'.repeat(100)),
  };
  for (const number of numbers) objects[number] = '<</Type/Page/Parent 2 0 R/Contents 3 0 R>>';
  return new PdfWriter().revision({ objects }).bytes;
}
