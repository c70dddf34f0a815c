/** Watermark, header, footer and page numbers, as poppler sees them on the pages. */
import { describe, expect, it } from 'vitest';
import { parsePdfOptions } from '../../../src/convert/option-values.js';
import type { PdfOptions } from '../../../src/convert/options.js';
import { type StampRequest, stampPdf, stampsOf } from '../../../src/convert/output/stamp/index.js';
import { documents } from '../../helpers/documents.js';
import { type Body, PdfWriter, stream } from '../../helpers/pdf-writer.js';
import { describeTools } from '../../helpers/requires.js';
import { sharedConverter } from '../engine-setup.js';
import { artifactsOf, draw, extentOf, isSound, type Word, wordsOfPages } from './stamp.helper.js';

const converter = sharedConverter();

const LAYOUT: StampRequest['layout'] = sheets =>
  Promise.all(sheets.map(async bytes => (await converter.convert({ bytes, name: 'text.fodt' })).pdf));

async function stamped(pdf: Uint8Array, options: PdfOptions): Promise<Uint8Array> {
  const request = { stamps: stampsOf(options), name: 'letter', layout: LAYOUT, isForeign: true };
  return (await stampPdf(pdf, request)).pdf;
}

/** A page for each entry of these, with a content that leaves its coordinates scaled. */
function pdfOf(pages: readonly string[], content = '0.5 0 0 0.5 20 20 cm'): Buffer {
  const objects: Record<number, Body> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${pages.map((_, i) => `${i + 4} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    3: stream(content),
  };
  for (const [i, entries] of pages.entries()) objects[i + 4] = `<</Type/Page/Parent 2 0 R/Contents 3 0 R${entries}>>`;
  return new PdfWriter().revision({ objects }).bytes;
}

const A4 = '/MediaBox[0 0 595 842]';
/** The view is 600 x 400 points, except where it is said. */
const SHAPES: Readonly<Record<string, string>> = {
  landscape: '/MediaBox[0 0 600 400]',
  'corner not at the origin': '/MediaBox[-100 50 500 450]',
  cropped: '/MediaBox[0 0 1000 1000]/CropBox[100 200 700 600]',
  'turned by 90': '/MediaBox[0 0 400 600]/Rotate 90',
  'turned by 180': '/MediaBox[10 10 610 410]/Rotate 180',
  'turned by 270': '/MediaBox[0 0 1000 1000]/CropBox[100 200 500 800]/Rotate -90',
};

const isRed = (red: number, green: number) => red - green > 30;

function find(words: readonly Word[], text: string): Word {
  const found = words.filter(word => word.text === text);
  expect(found).toHaveLength(1);
  return found[0]!;
}

describe('the options of stamps', () => {
  it.each<[string, string, PdfOptions | Record<string, unknown>]>([
    ['a color without a watermark', 'watermarkColor', { watermarkColor: 'ff0000' }],
    ['an angle without a watermark', 'watermarkAngle', { watermarkAngle: 10 }],
    ['a color that is none', 'watermarkColor', { watermark: 'A', watermarkColor: 'greenish' }],
    ['transparency in PDF/A-1', 'watermarkOpacity', { watermark: 'A', watermarkOpacity: 50, pdfa: '1b' }],
    ['control characters', 'header', { header: 'a\u001b[2J' }],
    ['only spaces', 'footer', { footer: '  ' }],
    ['an unknown field', 'footer', { footer: 'Page {pagenumber}' }],
    ['a file name instead of a format', 'pageNumbers', { pageNumbers: 'a.docx' }],
  ])('%s is refused', (_, option, options) => {
    const refusal = expect.objectContaining({ code: 'OPTION_INVALID', detail: { option } });
    expect(() => parsePdfOptions(options as Record<string, string>)).toThrow(refusal);
  });

  it('page numbers need no format', () => {
    expect(parsePdfOptions({ pageNumbers: true })).toEqual({ pageNumbers: '{page} / {pages}' });
  });
});

describeTools('stamps', ['soffice.bin', 'pdftotext', 'pdftoppm', 'qpdf'], () => {
  it('are at the same places on pages of every shape', async () => {
    const pdf = await stamped(pdfOf(Object.values(SHAPES)), {
      header: 'Head',
      footer: 'Foot:{name}',
      pageNumbers: 'p{page}of{pages}',
    });
    expect(isSound(pdf)).toBe(true);
    const pages = wordsOfPages(pdf);
    expect(pages).toHaveLength(Object.keys(SHAPES).length);
    for (const [i, page] of pages.entries()) {
      const [head, foot, number] = ['Head', 'Foot:letter', `p${i + 1}of${pages.length}`].map(text => find(page, text));
      expect((head!.left + head!.right) / 2).toBeCloseTo(300, 0);
      expect(head!.top).toBeGreaterThan(15);
      expect(head!.bottom).toBeLessThan(35);
      expect(foot!.left).toBeCloseTo(42, 0);
      expect(number!.right).toBeCloseTo(558, 0);
      for (const word of [foot!, number!]) {
        expect(word.top).toBeGreaterThan(365);
        expect(word.bottom).toBeLessThan(385);
      }
    }
  });

  it('are scaled with the unit of the page', async () => {
    const [page] = wordsOfPages(await stamped(pdfOf(['/MediaBox[0 0 300 200]/UserUnit 2']), { header: 'Head' }));
    const { left, right, top, bottom } = find(page!, 'Head');
    expect((left + right) / 2).toBeCloseTo(150, 0);
    expect(bottom - top).toBeLessThan(7);
  });

  it('a header that fits on the page has one line', async () => {
    const header = 'The annual report of the board of directors to the general meeting in spring';
    const [page] = wordsOfPages(await stamped(pdfOf([A4]), { header }));
    expect(page!.map(({ text }) => text).join(' ')).toBe(header);
    expect(new Set(page!.map(({ top }) => Math.round(top))).size).toBe(1);
    expect((page![0]!.left + page!.at(-1)!.right) / 2).toBeCloseTo(595 / 2, 0);
  });

  it('a long header becomes several lines, a narrow page smaller ones, and nothing is cut off', async () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const pages = wordsOfPages(await stamped(pdfOf([A4, '/MediaBox[0 0 150 300]']), { header: words.join(' ') }));
    for (const [i, found] of pages.entries()) {
      expect(found.map(({ text }) => text)).toEqual(words);
      expect(Math.min(...found.map(({ left }) => left))).toBeGreaterThan(0);
      expect(Math.max(...found.map(({ right }) => right))).toBeLessThan([595, 150][i]!);
    }
  });

  it('a watermark is centred on pages of every shape, from the lower left to the upper right', async () => {
    const pdf = await stamped(pdfOf(Object.values(SHAPES)), { watermark: 'CONFIDENTIAL', watermarkColor: '#c00000' });
    for (const [i, shape] of Object.keys(SHAPES).entries()) {
      const picture = draw(pdf, i + 1);
      expect([shape, picture.width, picture.height]).toEqual([shape, 600, 400]);
      const { left, top, right, bottom } = extentOf(picture, isRed);
      expect((left + right) / 2 / 300).toBeCloseTo(1, 1);
      expect((top + bottom) / 2 / 200).toBeCloseTo(1, 1);
      expect(right - left).toBeGreaterThan(400);
      expect(bottom - top).toBeGreaterThan(200);
      expect(Math.min(left, top)).toBeGreaterThan(20);
      expect(extentOf({ ...picture, width: 200, height: 150 }, isRed).pixels).toBe(0);
    }
  });

  it('a watermark has the angle, the color and the opacity of the options', async () => {
    const options = {
      watermark: 'IIIIIIIIIIIIIIII',
      watermarkColor: '0000ff',
      watermarkAngle: 90,
      watermarkOpacity: 50,
    };
    const picture = draw(await stamped(pdfOf([A4]), options));
    const blue = extentOf(picture, (r, _, b) => b - r > 60);
    expect(blue.bottom - blue.top).toBeGreaterThan(3 * (blue.right - blue.left));
    expect(extentOf(picture, (r, g, b) => Math.abs(r - 127) + Math.abs(g - 127) < 8 && b > 250).pixels).toBeGreaterThan(
      200,
    );
  });

  it('a watermark is over the content, which stays visible', async () => {
    const pdf = await stamped(pdfOf([A4], '0 0 0 rg 0 0 300 842 re f'), {
      watermark: 'HHHHHHHHHHHHH',
      watermarkColor: 'ffffff',
    });
    const picture = draw(pdf);
    expect(extentOf(picture, r => r > 60 && r < 120).pixels).toBeGreaterThan(500);
    expect(picture.at(10, 10)).toEqual([0, 0, 0]);
  });

  it('a long watermark has several lines and fits on the page', async () => {
    const words = Array.from({ length: 200 }, (_, i) => `w${i}`);
    const [page] = wordsOfPages(await stamped(pdfOf([A4]), { watermark: words.join(' '), watermarkAngle: 0 }));
    expect(page!.map(({ text }) => text)).toEqual(words);
    for (const { left, right, top, bottom } of page!) {
      expect(Math.min(left, top)).toBeGreaterThan(0);
      expect(right).toBeLessThan(595);
      expect(bottom).toBeLessThan(842);
    }
  });

  it('line feeds begin new lines', async () => {
    const [page] = wordsOfPages(await stamped(pdfOf([A4]), { watermark: 'one\ntwo', watermarkAngle: 0 }));
    const [one, two] = ['one', 'two'].map(text => find(page!, text));
    expect(two!.top).toBeGreaterThan(one!.top + 0.8 * (one!.bottom - one!.top));
  });

  it('are artifacts', async () => {
    const options = { watermark: 'A', header: 'B', footer: 'C', pageNumbers: '{page}', tagged: true };
    const { pdf } = await converter.convert(documents.docx(), { engine: 'native', pdf: options });
    expect(await artifactsOf(pdf)).toEqual([['Watermark', 'Header', 'Footer', 'Footer']]);
  });

  // LibreOffice leaves out the second ones without a sign
  it.each([
    ['A\u{13000}\u{13001}', 2],
    ['\u{13000}☎', 1],
  ])('characters that no font has are a warning: %s', async (watermark, characters) => {
    const { warnings } = await converter.convert(documents.docx(), { engine: 'native', pdf: { watermark } });
    expect(warnings).toMatchObject([{ code: 'glyphs_missing', detail: { characters, page: 1 } }]);
  });

  it('PDF/A-1 has an opaque outline, the others transparency', async () => {
    const [first, second] = await Promise.all(
      (['1b', '2b'] as const).map(async pdfa => {
        const pdf = { pdfa, watermark: 'OOOOOOOO', watermarkColor: '00ff00' };
        return (await converter.convert(documents.docx('x'), { engine: 'native', pdf })).pdf;
      }),
    );
    expect(Buffer.from(first!).toString('latin1')).not.toMatch(/\/ca |\/S ?\/Transparency/);
    expect(Buffer.from(second!).toString('latin1')).toMatch(/\/ca 0.35/);
    const strong = (r: number, g: number) => g - r > 200;
    const green = extentOf(draw(first!), strong).pixels;
    expect(green).toBeGreaterThan(100);
    expect(green).toBeLessThan(extentOf(draw(first!), (r, g) => g - r > 20).pixels);
    expect(extentOf(draw(second!), strong).pixels).toBe(0);
  });

  it('text, marks and saved states that the content leaves open are closed first', async () => {
    const pdf = await stamped(pdfOf([A4], 'q q 0.1 0 0 0.1 9 9 cm /Artifact BMC q BT 1 Tr'), { header: 'Head' });
    const [page] = wordsOfPages(pdf);
    const { left, right } = find(page!, 'Head');
    expect((left + right) / 2).toBeCloseTo(595 / 2, 0);
    expect(isSound(pdf)).toBe(true);
  });

  it.each([
    ['at the end', '0.1 0 0 0.1 9 9 cm q Q Q Q q'],
    ['with operands, behind a comment', '0.1 0 0 0.1 9 9 cm % q\n1 2 Q 0 0 m'],
    ['behind an inline image', '0.1 0 0 0.1 9 9 cm BI /W 1 /H 1 /BPC 8 /CS /G ID Q EI Q q'],
  ])('what restores more than the content saves is left out: %s', async (_, content) => {
    const original = pdfOf([A4], `${content} 1 0 0 rg 0 0 3000 3000 re f`);
    const pdf = await stamped(original, { header: 'Head' });
    expect(extentOf(draw(pdf), isRed)).toMatchObject({ left: 9, top: 533, right: 308, bottom: 832 });
    const [page] = wordsOfPages(pdf);
    const { left, right } = find(page!, 'Head');
    expect((left + right) / 2).toBeCloseTo(595 / 2, 0);
    expect(isSound(pdf)).toBe(true);
  });

  it('a page whose content is damaged is refused', async () => {
    const refusal = { code: 'CORRUPT_DOCUMENT', detail: { page: 1 } };
    await expect(stamped(pdfOf([A4], 'q << Q'), { header: 'x' })).rejects.toMatchObject(refusal);
  });

  it.each([
    ['header', { header: '\u200b' }],
    ['watermark', { watermark: '\u2060\u200b' }],
  ])('a %s without a visible character is refused', async (option, options) => {
    const refusal = { code: 'OPTION_INVALID', detail: { option } };
    await expect(stamped(pdfOf([A4]), options)).rejects.toMatchObject(refusal);
  });

  it('a text with too many lines is refused', async () => {
    const refusal = { code: 'OPTION_INVALID', message: expect.stringContaining('too many lines') };
    await expect(stamped(pdfOf([A4]), { watermark: 'a\n'.repeat(300) })).rejects.toMatchObject(refusal);
  });

  it('an encrypted PDF is refused', async () => {
    const pdf = { permissionPassword: 'secret' };
    const encrypted = (await converter.convert(documents.docx(), { pdf })).pdf;
    await expect(stamped(encrypted, { header: 'x' })).rejects.toMatchObject({ code: 'ENCRYPTION_UNSUPPORTED' });
  });
});
