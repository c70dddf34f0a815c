/** Texts of slides, as an engine gets them; quirks/ has the places in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { BULLET, line, slideOf, textBox } from '../../../helpers/documents/slide-texts.js';
import { edited } from '../../../helpers/documents/with.js';

const SLIDE = 'ppt/slides/slide1.xml';

async function laidOut(box: string, pdf: PdfOptions = {}): Promise<string> {
  return slideIn(slideOf(box), pdf);
}

async function slideIn(document: ReturnType<typeof slideOf>, pdf: PdfOptions = {}): Promise<string> {
  const prepared = await prepareDocument(document.bytes, { name: document.name, pdf });
  return Buffer.from(unzipSync(prepared.bytes)[SLIDE]!).toString();
}

describe('a bullet without a font', () => {
  it.each([
    ['has that of the text', line('x', 1800, { font: 'A&amp;B', properties: BULLET }), 'A&amp;B'],
    ['has that of the theme where the text has none', `<a:p>${BULLET}<a:r><a:t>x</a:t></a:r></a:p>`, '+mn-lt'],
  ])('%s', async (_, paragraph, font) => {
    expect(await laidOut(textBox(paragraph))).toContain(`<a:buFont typeface="${font}"/><a:buChar char="•"/>`);
  });

  const own = (font: string) => BULLET.replace('<a:buChar', `${font}<a:buChar`);
  const paragraph = line('x', null, { properties: BULLET });
  it.each<[string, string, PdfOptions?]>([
    ['that has one', textBox(line('x', null, { properties: own('<a:buFont typeface="Wingdings"/>') }))],
    ['that has that of the text', textBox(line('x', null, { properties: own('<a:buFontTx/>') }))],
    ['of a symbol font', textBox(line('x', null, { properties: BULLET.replace('•', '&#xF0A7;') }))],
    [
      'of a shape whose style has one',
      textBox(paragraph, { styles: '<a:lvl1pPr><a:buFont typeface="Symbol"/></a:lvl1pPr>' }),
    ],
    ['of a placeholder', textBox(paragraph, { kind: '<p:ph type="body"/>' })],
    ['with the layout of LibreOffice', textBox(paragraph), { layout: 'libreoffice' }],
  ])('%s stays', async (_, box, options) => {
    expect(await laidOut(box, options)).toContain(box);
  });
});

describe('a text is 0.06 of its size higher', () => {
  it.each([
    ['with the usual margins', '', line('x', 2000), 30_480, 60_960],
    ['with its own margins', ' tIns="91440" bIns="0"', line('x', 2000), 76_200, 15_240],
    ['with a margin that is smaller', ' tIns="10000"', line('x', 2000), 0, 55_720],
    ['with lines of several sizes', '', line('x', 3000) + line('y', 1000), 30_480, 60_960],
  ])('%s', async (_, properties, paragraphs, above, below) => {
    expect(await laidOut(textBox(paragraphs, { properties }))).toContain(` tIns="${above}" bIns="${below}"`);
  });

  const one = line('x', 2000);
  const spaced = '<a:pPr><a:lnSpc><a:spcPct val="90000"/></a:lnSpc></a:pPr>';
  it.each<[string, string, PdfOptions?]>([
    ['of unknown size', textBox(line('x', null))],
    ['of which one line has an unknown size', textBox(one + line('y', null))],
    ['of no size', textBox(line('x', 0))],
    ['of a huge size', textBox(line('x', 1e12))],
    ['without margins', textBox(one, { properties: ' tIns="0" bIns="0"' })],
    ['with a negative margin', textBox(one, { properties: ' tIns="-5"' })],
    ['with margins in another unit', textBox(one, { properties: ' tIns="0.1in" bIns="0.1in"' })],
    ['that runs downwards', textBox(one, { properties: ' vert="vert"' })],
    ['that is turned', textBox(one, { properties: ' rot="5400000"' })],
    ['with a spacing of lines', textBox(line('x', 2000, { properties: spaced }))],
    ['without paragraphs', textBox('')],
    ['of a placeholder', textBox(one, { kind: '<p:ph/>' })],
    ['with the layout of LibreOffice', textBox(one), { layout: 'libreoffice' }],
  ])('but one %s stays', async (_, box, options) => {
    expect(await laidOut(box, options)).toContain(box);
  });
});

it('slides in the strict format are read as well', async () => {
  const strict = (xml: string) =>
    xml
      .replaceAll('http://schemas.openxmlformats.org/drawingml/2006/main', 'http://purl.oclc.org/ooxml/drawingml/main')
      .replaceAll(
        'http://schemas.openxmlformats.org/presentationml/2006/main',
        'http://purl.oclc.org/ooxml/presentationml/main',
      );
  const slide = await slideIn(edited(slideOf(textBox(line('x', 2000))), { [SLIDE]: strict }));
  expect(slide).toContain(' tIns="30480" bIns="60960"');
});
