/** Justified lines of Word documents, as an engine gets them; quirks/ has the places in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../../src/convert/options.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { justifiedText } from '../../../../helpers/documents/word/word-2013.js';

type Text = NonNullable<Parameters<typeof justifiedText>[0]>;

/** What is installed in place of Arial. */
const TWIN = ['liberationsans'];

async function laidOut(text: Text, pdf: PdfOptions = {}, version = '7.4', fonts = TWIN): Promise<string> {
  const { name, bytes } = justifiedText(text);
  const prepared = await prepareDocument(bytes, {
    name,
    pdf,
    quirks: quirksOf(version),
    fonts: async () => new Set(fonts),
  });
  return Buffer.from(unzipSync(prepared.bytes)['word/document.xml']!).toString();
}

const narrowed = (markup: string) =>
  Array.from(
    markup.matchAll(/<w:spacing w:val="(-\d+)"\/><\/w:rPr><w:t [^<>]*>([^<]*)/g),
    ([, by, text]) => `${by} ${text}`,
  );

describe('blanks of justified lines', () => {
  it('are narrower, so that one more word has room', async () => {
    const markup = await laidOut({});
    // 469.3 points in 468, of which LibreOffice needs 0.3 for its rounding: 33 twips of 11 blanks
    expect(narrowed(markup)).toEqual(['-3 t ', '-3 i ', ...Array.from({ length: 9 }, () => '-3 m ')]);
    expect(markup.replace(/<[^<>]*>/g, '')).toContain('first iiiiiii mmmmm mmmmm');
  });

  it('are so by a style', async () => {
    const jc = '<w:pStyle w:val="J"/>';
    const styles = '<w:style w:type="paragraph" w:styleId="J"><w:pPr><w:jc w:val="both"/></w:pPr></w:style>';
    expect(narrowed(await laidOut({ jc, styles }))).toHaveLength(11);
  });

  const ofTheme = (minor: string, place = 'minorHAnsi') => ({
    fonts: `w:asciiTheme="${place}" w:hAnsiTheme="${place}"`,
    theme: `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:fontScheme><a:majorFont><a:latin typeface="Arial Black"/></a:majorFont><a:minorFont><a:latin typeface="${minor}"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>`,
  });

  it('are so in a font of the theme', async () => {
    expect(narrowed(await laidOut(ofTheme('Arial')))).toHaveLength(11);
  });

  it.each<[string, Text, PdfOptions?, string?, string[]?]>([
    ['in Word 2010', { mode: 14 }],
    ['of text on the left', { jc: '' }],
    ['with room for all words', { words: 5 }],
    ['beside the number of a list', { jc: '<w:numPr/><w:jc w:val="both"/>' }],
    ['of letters with a distance', { run: '<w:spacing w:val="10"/>' }],
    ['of small letters', { run: '<w:vertAlign w:val="superscript"/>' }],
    ['beside a frame', { body: '<w:p><w:pPr><w:framePr w:w="2000"/></w:pPr></w:p>' }],
    ['in the layout of LibreOffice', {}, { layout: 'libreoffice' }],
    ['with LibreOffice 24.8', {}, {}, '24.8'],
    ['in a font of the theme whose widths are not known', ofTheme('Aptos')],
    ['in the font for headings of the theme', ofTheme('Arial', 'majorHAnsi')],
    ['in a font of the theme for other letters', ofTheme('Arial', 'minorEastAsia')],
    ['in a font of a theme that is missing', { ...ofTheme('Arial'), theme: '' }],
    ['in a font that one of other widths replaces', {}, {}, '7.4', ['liberationserif']],
  ])('are left %s', async (_, text, pdf, version, fonts) => {
    expect(narrowed(await laidOut(text, pdf, version, fonts))).toEqual([]);
  });

  /** A paragraph of runs in Arial 10, whose first line is narrowed where nothing speaks against it. */
  const paragraph = (...texts: string[]): Text & { body: string } => {
    const font = '<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:sz w:val="20"/></w:rPr>';
    const runs = texts.map(text => `<w:r>${font}${text.startsWith('<') ? text : `<w:t>${text}</w:t>`}</w:r>`).join('');
    return { jc: '', body: `<w:p><w:pPr><w:jc w:val="both"/></w:pPr>${runs}</w:p>` };
  };
  const REST = `${' mmmmm'.repeat(9)} second and more`;

  it('are kept, with those before them', async () => {
    const markup = await laidOut({});
    expect(markup).toContain('<w:t xml:space="preserve">firs</w:t>');
    expect(markup).not.toContain('<w:t>');
  });

  it.each([
    ['with a character by its number', [`first iiiiii&#8217;${REST}`]],
    ['with neighbouring words of one letter', [`first a a iii${REST}`]],
    [
      'with a letter that two blanks share',
      ['first', '<w:t xml:space="preserve"> i iiiii</w:t>', `<w:t xml:space="preserve">${REST}</w:t>`],
    ],
    ['of paragraphs with very many', [`${`first iiiiiii${' mmmmm'.repeat(9)} second `.repeat(20)}end`]],
  ])('are left in lines %s', async (_, texts) => {
    expect(narrowed(await laidOut(paragraph(...texts)))).toEqual([]);
  });

  it('are narrowed up to a number for the document', async () => {
    const { body } = paragraph(`first iiiiiii${REST}`);
    const count = narrowed(await laidOut({ jc: '', body: body.repeat(1000) })).length;
    expect(count).toBe(9999);
  });

  it('are found in a time that grows with their number only', async () => {
    const body = `<w:p><w:pPr><w:jc w:val="both"/></w:pPr><w:r>${' '.repeat(100_000)}</w:r></w:p>`;
    expect(narrowed(await laidOut({ body }))).toHaveLength(11);
  }, 2000);
});
