/** Columns of tables that state no widths, as an engine gets them; layout-rules has their places in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../../src/convert/options.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { wordOf2013 } from '../../../../helpers/documents/word/word-2013.js';

const ARIAL = '<w:rPr><w:rFonts w:ascii="Arial"/><w:sz w:val="20"/></w:rPr>';
const run = (text: string, properties = ARIAL) => `<w:r>${properties}<w:t>${text}</w:t></w:r>`;
const paragraph = (content: string) => `<w:p>${content}</w:p>`;
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const AUTO = '<w:tblW w:w="100" w:type="auto"/>';
const table = (rows: string, { properties = AUTO, grid = [100, 100] } = {}) =>
  `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${grid.map(width => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${rows}</w:tbl>`;

async function widths(body: string, styles = '', pdf: PdfOptions = {}): Promise<number[]> {
  const { name, bytes } = wordOf2013(body, 15, { styles });
  const prepared = await prepareDocument(bytes, { name, pdf, quirks: quirksOf('7.4'), fonts: async () => new Set() });
  const text = Buffer.from(unzipSync(prepared.bytes)['word/document.xml']!).toString();
  return Array.from(text.matchAll(/<w:gridCol [^>]*w:w="(\d+)"/g), ([, width]) => Number(width));
}

const fitted = (...cells: string[]) => widths(table(row(...cells.map(content => cell(paragraph(content))))));

/** Margins of a cell, and what widths are rounded up by. */
const BESIDE = 216 + 10;
/** Of the text of a page without a size. */
const ROOM = 9026;

describe('a column has', () => {
  it.each([
    ['the width of its text', run('first'), 322],
    ['that of its longest line', `${run('first')}<w:r><w:br/></w:r>${run('a')}`, 322],
    ['that of all runs of a line', run('fi') + run('rst'), 322],
    ['that of large letters', run('first', ARIAL.replace('20', '40')), 644],
    ['that of a letter for an entity', run('&amp;'), 111],
    ['that of East Asian letters, with a font that is not known', run('글자', ''), 480],
    [
      'room for its picture',
      '<w:r><w:drawing><wp:inline xmlns:wp="urn:x"><wp:extent cx="914400" cy="1"/></wp:inline></w:drawing></w:r>',
      1440,
    ],
    ['no text of an instruction', `${run('first')}<w:r><w:instrText>a long instruction</w:instrText></w:r>`, 322],
  ])('%s', async (_, content, width) => {
    const [first, second] = await fitted(content, '');
    expect(Math.abs(first! - width - BESIDE)).toBeLessThan(2);
    expect(second).toBe(BESIDE);
  });

  it('the width of its widest cell, and a share of one that spans it', async () => {
    const spanning = cell(paragraph(run('first first')), '<w:gridSpan w:val="2"/>');
    const [first, second] = await widths(
      table(row(spanning) + row(cell(paragraph(run('first'))), cell(paragraph('')))),
    );
    expect(first! + second!).toBeGreaterThan(2 * 322 + 55 + 2 * 216);
    expect(first).toBe(second);
  });
});

const LONG = run('word '.repeat(300));

describe('columns', () => {
  it('that do not fit beside each other give up the same share of what exceeds their words', async () => {
    const [first, second] = await fitted(LONG, run('first'));
    expect(first! + second!).toBeLessThanOrEqual(ROOM);
    expect(first! + second!).toBeGreaterThan(ROOM - 3);
    expect(second).toBeGreaterThanOrEqual(322 + BESIDE);
  });

  it('that have no room for their words share it', async () => {
    const [first, second] = await fitted(run('w'.repeat(200)), run('w'.repeat(100)));
    expect(first! + second!).toBeLessThanOrEqual(ROOM);
    expect(first! / second!).toBeCloseTo(2, 0);
  });

  it.each([
    ['in twips', '<w:tblW w:w="6000" w:type="dxa"/>', 6000],
    ['as a share', '<w:tblW w:w="50%" w:type="pct"/>', ROOM / 2],
  ])('of a table with a width %s have it in sum', async (_, properties, total) => {
    const rows = row(cell(paragraph(run('first'))), cell(paragraph(run('a'))));
    const [first, second] = await widths(table(rows, { properties }));
    expect(Math.abs(first! + second! - total)).toBeLessThan(4);
    expect(first).toBeGreaterThan(second!);
  });
});

const TWO = row(cell(paragraph(run('first'))), cell(paragraph('')));

describe('columns stay', () => {
  it.each([
    ['where they are fixed', table(TWO, { properties: '<w:tblLayout w:type="fixed"/>' })],
    ['where Word has saved them', table(TWO.replace('<w:tr>', '<w:tr w:rsidR="00000001">'))],
    [
      'where a row has more cells than the grid',
      table(row(...'abc'.split('').map(text => cell(paragraph(run(text)))))),
    ],
    ['where a cell states another width', table(TWO.replace('<w:tcPr>', '<w:tcPr><w:tcW w:w="5" w:type="dxa"/>'))],
  ])('%s', async (_, body) => {
    expect(await widths(body)).toEqual([100, 100]);
  });

  it('where they are more than Word has', async () => {
    const grid = Array<number>(64).fill(100);
    expect(await widths(table(row(...grid.map(() => cell(paragraph('')))), { grid }))).toEqual(grid);
  });
});

it('a table with another one in a cell has equal columns where none has room, and that one its own', async () => {
  const inner = table(TWO);
  const outer = table(row(cell(inner + paragraph('')), cell(paragraph(''))));
  expect(await widths(outer)).toEqual([ROOM / 2, ROOM / 2, 322 + BESIDE, BESIDE]);
  const wide = table(row(cell(inner + paragraph('')), cell(paragraph(''))), { grid: [4000, 4000] });
  expect(await widths(wide)).toEqual([4000, 4000, 322 + BESIDE, BESIDE]);
});

it.each([
  ['that has room for no letter, is fitted', [100, 100], [548, 226]],
  ['that has room for some text, is kept', [500, 100], [500, 100]],
])('a table in the layout of LibreOffice, %s', async (_, grid, expected) => {
  const cells = row(cell(paragraph(run('first'))), cell(paragraph('')));
  expect(await widths(table(cells, { grid }), '', { layout: 'libreoffice' })).toEqual(expected);
});
