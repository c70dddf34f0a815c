/** Space behind page breaks and heights of lines of Word documents, as an engine gets them; quirks/ has the places in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { tableOf2013, type WideTable, wordOf2013 } from '../../../helpers/documents/word-2013.js';

const BREAK = '<w:r><w:br w:type="page"/></w:r>';
const paragraph = (content: string) => `<w:p>${content}</w:p>`;
const NEXT =
  '<w:p><w:pPr><w:spacing w:before="800" w:beforeAutospacing="1" w:after="40"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>';

async function laidOut(body: string, { mode = 15, ...pdf }: PdfOptions & { mode?: number } = {}): Promise<string> {
  const { name, bytes } = wordOf2013(body, mode);
  const prepared = await prepareDocument(bytes, { name, pdf });
  return Buffer.from(unzipSync(prepared.bytes)['word/document.xml']!).toString();
}

describe('a paragraph behind a page break has no space above', () => {
  it.each([
    ['where the break has a paragraph of its own', paragraph(BREAK)],
    ['where the break ends a text', paragraph(`<w:r><w:t>text</w:t></w:r>${BREAK}<w:bookmarkEnd w:id="0"/>`)],
  ])('%s', async (_, before) => {
    expect(await laidOut(before + NEXT)).toContain('<w:spacing w:before="0" w:after="40"/>');
  });

  it.each([
    [
      'without properties',
      '<w:p><w:r><w:t>x</w:t></w:r></w:p>',
      /<w:p><w:pPr [^>]*><w:spacing [^>]*w:before="0"\/><\/w:pPr><w:r>/,
    ],
    [
      'with others',
      '<w:p><w:pPr><w:keepNext/></w:pPr></w:p>',
      /<w:keepNext\/><w:spacing [^>]*w:before="0"\/><\/w:pPr>/,
    ],
    ['without content', '<w:p/>', /<w:p><w:pPr [^>]*><w:spacing [^>]*w:before="0"\/><\/w:pPr><\/w:p>/],
  ])('%s of its own', async (_, next, expected) => {
    expect(await laidOut(paragraph(BREAK) + next)).toMatch(expected);
  });
});

describe('it keeps the space', () => {
  it.each<[string, string, (PdfOptions & { mode?: number })?]>([
    ['with the layout of LibreOffice', paragraph(BREAK) + NEXT, { layout: 'libreoffice' }],
    ['in documents of Word 2010', paragraph(BREAK) + NEXT, { mode: 14 }],
    ['where text stands behind the break', paragraph(`${BREAK}<w:r><w:t>text</w:t></w:r>`) + NEXT],
    ['behind a break of the line', paragraph('<w:r><w:br/></w:r>') + NEXT],
    ['behind a table', `${paragraph(BREAK)}<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>${NEXT}`],
  ])('%s', async (_, body, options) => {
    expect(await laidOut(body, options)).toContain(NEXT);
  });
});

describe('a line in an East Asian font', () => {
  const FONT = '<w:rFonts w:eastAsia="Malgun Gothic"/>';
  const run = (properties: string) => `<w:r><w:rPr>${properties}</w:rPr><w:t>글</w:t></w:r>`;
  const lineOf = (xml: string) => /w:line="(\d+)" w:lineRule="(\w+)"/.exec(xml)?.slice(1).join(' ');

  it.each([
    ['has 1.3 times the height of its font', paragraph(run(`${FONT}<w:sz w:val="20"/>`)), '346 atLeast'],
    ['has the height of its largest letters', paragraph(run(FONT) + run(`${FONT}<w:sz w:val="40"/>`)), '692 atLeast'],
    [
      'is raised as the paragraph asks for',
      paragraph(`<w:pPr><w:spacing w:line="480" w:lineRule="auto"/></w:pPr>${run(FONT)}`),
      '692 atLeast',
    ],
    [
      'keeps an exact height',
      paragraph(`<w:pPr><w:spacing w:line="300" w:lineRule="exact"/></w:pPr>${run(FONT)}`),
      '300 exact',
    ],
    ['keeps its height with another font', paragraph(run('<w:rFonts w:eastAsia="Arial"/>')), undefined],
    [
      'keeps its height with a font of the theme',
      paragraph(run('<w:rFonts w:eastAsiaTheme="minorEastAsia" w:ascii="Malgun Gothic"/>')),
      undefined,
    ],
    [
      'keeps its height on a grid',
      `${paragraph(run(FONT))}<w:sectPr><w:docGrid w:type="lines" w:linePitch="360"/></w:sectPr>`,
      undefined,
    ],
  ])('%s', async (_, body, expected) => {
    expect(lineOf(await laidOut(body))).toBe(expected);
  });

  it('keeps its height with the layout of LibreOffice', async () => {
    expect(lineOf(await laidOut(paragraph(run(FONT)), { layout: 'libreoffice' }))).toBeUndefined();
  });
});

it('a text with more elements than are read is converted as it is', async () => {
  const body = `<w:p><w:r><w:rPr><w:rFonts w:eastAsia="Malgun Gothic"/></w:rPr>${'<w:t>a</w:t>'.repeat(500_001)}</w:r></w:p>`;
  expect(await laidOut(body)).toContain(body);
});

describe('the columns of a table that states more than its width', () => {
  const TABLE: WideTable = { total: 4000, columns: [1000, 5000], rows: [['first', 'second']] };
  const widths = (document: string, tag: string) =>
    [...document.matchAll(new RegExp(`<w:${tag} [^>]*w:w="(\\d+)"`, 'g'))].map(([, width]) => Number(width));
  const shrunk = async (table: Partial<WideTable>, options?: PdfOptions) => {
    const document = await laidOut(tableOf2013({ ...TABLE, ...table }), options);
    return { grid: widths(document, 'gridCol'), cells: widths(document, 'tcW') };
  };

  it('keep the widest word with its margins, and share the rest', async () => {
    // 16.11 and 32.24 points and 216 twips; 0.565 of the rest
    const expected = [799, 3201];
    expect(await shrunk({})).toEqual({ grid: expected, cells: expected });
  });

  it('take the margins that the table states', async () => {
    const margins = '<w:tblCellMar><w:left w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar>';
    expect((await shrunk({ properties: margins })).grid).toEqual([731, 3269]);
  });

  it('count each word of a text in several runs, and break it at hyphens', async () => {
    const parts = 'wide-</w:t></w:r><w:r><w:rPr><w:rFonts w:ascii="Arial"/><w:sz w:val="20"/></w:rPr><w:t>ly';
    const [one] = (await shrunk({ rows: [[parts, 'second']] })).grid;
    const [other] = (await shrunk({ rows: [['wide-', 'second']] })).grid;
    expect(one).toBe(other);
  });

  it.each<[string, Partial<WideTable>, PdfOptions?]>([
    ['with the layout of LibreOffice', {}, { layout: 'libreoffice' }],
    ['where they are fixed', { properties: '<w:tblLayout w:type="fixed"/>' }],
    ['in a font whose widths are not known', { font: 'Unknown Sans' }],
    ['with letters whose widths are not known', { rows: [['first', '\u65e5\u672c']] }],
    ['where the words are wider than the table', { rows: [['first', 'w'.repeat(60)]] }],
    ['where a cell has another table', { rows: [['first', '</w:t></w:r></w:p><w:tbl/><w:p><w:r><w:t>x']] }],
    ['where a row has fewer cells', { rows: [['first', 'second'], ['first']] }],
    ['where they do not exceed it', { total: 6000 }],
  ])('stay %s', async (_, table, options) => {
    expect((await shrunk(table, options)).grid).toEqual(TABLE.columns);
  });
});
