/** The grid of a table whose cells state other widths, as an engine gets it; layout-rules has the places in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { edited } from '../../../helpers/documents/with.js';
import { gridTable, wordOf2013 } from '../../../helpers/documents/word/word-2013.js';

const DIFFERENT = { grid: [4000, 4000], cells: [2000, 6000] };
const FIXED = '<w:tblLayout w:type="fixed"/>';

const PART = 'word/document.xml';

async function gridIn(document: { name: string; bytes: Uint8Array }, part = PART): Promise<number[]> {
  const prepared = await prepareDocument(document.bytes, { name: document.name });
  const xml = Buffer.from(unzipSync(prepared.bytes)[part]!).toString();
  return [...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, twips]) => Number(twips));
}

const gridOf = (table: Parameters<typeof gridTable>[0], change: (xml: string) => string = xml => xml) =>
  gridIn(edited({ ...gridTable(table), text: '' }, { [PART]: change }));

const saved = (xml: string) => xml.replaceAll('<w:tr>', '<w:tr w:rsidR="00F91EE7">');
const long = (xml: string) => xml.replace('first', 'x'.repeat(30));
const large = (xml: string) => xml.replace('<w:sz w:val="20"/>', '<w:sz w:val="88"/>');
const styled = (xml: string) => xml.replace('<w:r>', '<w:pPr><w:pStyle w:val="Large"/></w:pPr><w:r>');
const picture = (xml: string) => xml.replace('<w:t>first</w:t>', '<w:drawing/>');
const onA5 = (xml: string) => xml.replace('</w:body>', `${section(8391)}</w:body>`);
const onA4 = (xml: string) => xml.replace('</w:body>', `${section(11906)}</w:body>`);
const inColumns = (xml: string) => xml.replace('</w:body>', `${section(11906, '<w:cols w:num="2"/>')}</w:body>`);
const inSection = (xml: string) => onA4(xml.replace('<w:p/>', `<w:p><w:pPr>${section(8391)}</w:pPr></w:p>`));
const spanned = (xml: string) =>
  xml.replace('</w:tbl>', `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${'<w:p/>'}</w:tc></w:tr></w:tbl>`);
const outside = (xml: string) =>
  xml
    .replaceAll('</w:tc><w:tc>', '</w:tc><w:tc><w:gridSpan w:val="1000000"/></w:tc><w:tc>')
    .replaceAll('</w:tr>', '<w:tc><w:gridSpan w:val="-1000000"/></w:tc></w:tr>');
const inData = (xml: string) => xml.replace('<w:tbl>', '<w:p><w:r><w:t><![CDATA[<]]></w:t></w:r></w:p><w:tbl>');
const words = (xml: string) => xml.replace('first', 'a '.repeat(200_000));

function section(width: number, columns = ''): string {
  return `<w:sectPr><w:pgSz w:w="${width}" w:h="11906"/><w:pgMar w:left="1134" w:right="1134"/>${columns}</w:sectPr>`;
}

const NARROW = { grid: [1500, 4000], cells: [2000, 5000] };
const percent = (share: string) => ({ ...DIFFERENT, width: `<w:tblW w:w="${share}" w:type="pct"/>` });

it.each<[title: string, table: Parameters<typeof gridTable>[0], change: (xml: string) => string, first: number]>([
  ['follows the cells', DIFFERENT, xml => xml, 2000],
  ['is kept where Word has saved it', DIFFERENT, saved, 4000],
  ['follows the cells of fixed columns that Word has saved', { ...DIFFERENT, properties: FIXED }, saved, 2000],
  ['is kept where a word would not fit', DIFFERENT, long, 4000],
  ['is shrunk where the cells exceed the page', { grid: [4000, 4000], cells: [3000, 9000] }, xml => xml, 2310],
  [
    'is kept where the cells exceed a page without room for a word',
    { grid: [4000, 4000], cells: [3000, 9000] },
    long,
    4000,
  ],
  ['is kept where the cells of a column differ', DIFFERENT, xml => xml.replace('"2000"', '"3000"'), 4000],
  ['follows the cells that the page has room for', NARROW, xml => xml, 2000],
  ['is shrunk where the cells exceed a page of A5', NARROW, onA5, 1771],
  ['is shrunk where the cells exceed a column of text', NARROW, inColumns, 1339],
  ['is kept where the cells exceed the page of one section', NARROW, inSection, 1500],
  [
    'is kept where an indent moves the cells beyond the page',
    { ...NARROW, properties: '<w:tblInd w:w="3000"/>' },
    xml => xml,
    1500,
  ],
  ['is kept where a word in large letters would not fit', DIFFERENT, large, 4000],
  [
    'is kept where a word would not fit in half of the page',
    percent('50%'),
    xml => xml.replace('first', 'x'.repeat(12)),
    4000,
  ],
  [
    'follows the cells where it fits into the whole page',
    percent('5000'),
    xml => xml.replace('first', 'x'.repeat(12)),
    2000,
  ],
  ['is kept beside a picture', DIFFERENT, picture, 4000],
  ['follows fixed cells beside a picture', { ...DIFFERENT, properties: FIXED }, picture, 2000],
  ['follows the cells of single columns', DIFFERENT, spanned, 2000],
  ['is kept where cells span columns outside of it', DIFFERENT, outside, 4000],
  ['is kept where text could look like a tag', DIFFERENT, inData, 4000],
  ['follows the cells of a text of many words', DIFFERENT, words, 2000],
  ['is kept beside a table within', DIFFERENT, xml => xml.replace('<w:p>', '<w:tbl></w:tbl><w:p>'), 4000],
])('%s', async (_, table, change, first) => {
  expect((await gridOf(table, change))[0]).toBe(first);
});

describe('a document', () => {
  const { bytes } = gridTable(DIFFERENT);
  const [, table] = /(<w:tbl>.*<\/w:tbl>)/.exec(Buffer.from(unzipSync(bytes)[PART]!).toString())!;
  const style = (name: string, content: string) =>
    `<w:style w:type="paragraph" w:styleId="${name}">${content}</w:style>`;

  it('has tables in headers', async () => {
    expect(await gridIn(wordOf2013('<w:p/>', 15, { header: table! }), 'word/header1.xml')).toEqual([2000, 6000]);
  });

  it.each([
    ['of a style', style('Large', '<w:rPr><w:sz w:val="88"/></w:rPr>')],
    [
      'of a style that it is based on',
      `${style('Large', '<w:basedOn w:val="A"/>')}${style('A', '<w:rPr><w:sz w:val="88"/></w:rPr>')}`,
    ],
    [
      'of styles that are based on each other',
      `${style('Large', '<w:basedOn w:val="A"/>')}${style('A', '<w:basedOn w:val="Large"/><w:rPr><w:sz w:val="88"/></w:rPr>')}`,
    ],
    ['of all text', '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="88"/></w:rPr></w:rPrDefault></w:docDefaults>'],
  ])('keeps its grid where a word in the letters %s would not fit', async (_, styles) => {
    expect(await gridIn(wordOf2013(styled(table!), 15, { styles }))).toEqual([4000, 4000]);
  });

  it('keeps its grid where thousands of styles are based on each other', async () => {
    const numbers = Array.from({ length: 8_000 }, (_, i) => i);
    const styles = numbers.map(i => style(`S${i}`, `<w:basedOn w:val="S${i + 1}"/>`)).join('');
    const paragraphs = numbers.map(i => `<w:p><w:pPr><w:pStyle w:val="S${i}"/></w:pPr></w:p>`).join('');
    const document = wordOf2013(table!.replace('<w:p>', `${paragraphs}<w:p>`), 15, { styles });
    expect(await gridIn(document)).toEqual([4000, 4000]);
  });

  it('has a table with more columns than can be passed to a function', async () => {
    const columns = '<w:gridCol w:w="10"/>'.repeat(130_000);
    const cells = '<w:tc><w:tcW w:w="50"/></w:tc>'.repeat(130_000);
    const wide = `<w:tbl><w:tblPr>${FIXED}</w:tblPr><w:tblGrid>${columns}</w:tblGrid><w:tr>${cells}</w:tr></w:tbl><w:p/>`;
    expect((await gridIn(wordOf2013(wide)))[0]).toBe(50);
  });
});
