/** Space behind page breaks and heights of lines of Word documents, as an engine gets them; quirks/ has the places in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { quirksOf } from '../../../../src/convert/quirks/index.js';
import { tableOf2013, type WideTable, wordOf2013 } from '../../../helpers/documents/word/word-2013.js';

const BREAK = '<w:r><w:br w:type="page"/></w:r>';
const paragraph = (content: string) => `<w:p>${content}</w:p>`;
const NEXT =
  '<w:p><w:pPr><w:spacing w:before="800" w:beforeAutospacing="1" w:after="40"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>';

interface Laid extends PdfOptions {
  readonly mode?: number;
  readonly styles?: string;
  readonly header?: string;
  readonly fonts?: readonly string[];
  /** The part that is returned. */
  readonly part?: string;
}

async function laidOut(
  body: string,
  { mode = 15, styles = '', header = '', part = 'document', fonts = [], ...pdf }: Laid = {},
): Promise<string> {
  const { name, bytes } = wordOf2013(body, mode, { styles, header });
  const quirks = quirksOf('7.4');
  const prepared = await prepareDocument(bytes, { name, pdf, quirks, fonts: async () => new Set(fonts) });
  return Buffer.from(unzipSync(prepared.bytes)[`word/${part}.xml`]!).toString();
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
  it.each<[string, string, Laid?]>([
    ['with the layout of LibreOffice', paragraph(BREAK) + NEXT, { layout: 'libreoffice' }],
    ['in documents of Word 2010', paragraph(BREAK) + NEXT, { mode: 14 }],
    ['where text stands behind the break', paragraph(`${BREAK}<w:r><w:t>text</w:t></w:r>`) + NEXT],
    ['behind a break of the line', paragraph('<w:r><w:br/></w:r>') + NEXT],
    ['where the document has more breaks than are read', paragraph(BREAK).repeat(1001) + NEXT],
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
      'keeps its height where it has Latin letters only',
      paragraph(run('<w:rFonts w:ascii="Arial" w:eastAsia="Malgun Gothic"/>').replace('글', 'text')),
      undefined,
    ],
    [
      'is raised for Latin letters in this font',
      paragraph(run('<w:rFonts w:ascii="Malgun Gothic" w:eastAsia="Arial"/>').replace('글', 'text')),
      '346 atLeast',
    ],
    [
      'keeps its height on a grid',
      `${paragraph(run(FONT))}<w:sectPr><w:docGrid w:type="lines" w:linePitch="360"/></w:sectPr>`,
      undefined,
    ],
  ])('%s', async (_, body, expected) => {
    expect(lineOf(await laidOut(body))).toBe(expected);
  });

  it('of a header is raised unless the document has a grid', async () => {
    const header = paragraph(run(FONT));
    expect(lineOf(await laidOut('<w:p/>', { header, part: 'header1' }))).toBe('346 atLeast');
    const grid = '<w:sectPr><w:docGrid w:type="lines" w:linePitch="360"/></w:sectPr>';
    expect(lineOf(await laidOut(`<w:p/>${grid}`, { header, part: 'header1' }))).toBeUndefined();
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
  const ARIAL = '<w:r><w:rPr><w:rFonts w:ascii="Arial"/><w:sz w:val="20"/></w:rPr><w:t>';
  const shrunk = async (table: Partial<WideTable>, options?: Laid) => {
    const document = await laidOut(tableOf2013({ ...TABLE, ...table }), { fonts: ['liberationsans'], ...options });
    return { grid: widths(document, 'gridCol'), cells: widths(document, 'tcW') };
  };

  it('keep the widest word with its margins, and share the rest', async () => {
    // 16.11 and 32.24 points and 216 twips; 0.565 of the rest
    const expected = [799, 3201];
    expect(await shrunk({})).toEqual({ grid: expected, cells: expected });
  });

  const styled = { properties: '<w:tblStyle w:val="T"/>' };
  const tableStyle = (content: string, attributes = '') =>
    `<w:style w:type="table" w:styleId="T"${attributes}>${content}</w:style>`;
  const normal = (content: string) => `<w:style w:type="paragraph" w:default="1" w:styleId="N">${content}</w:style>`;
  const margins = (twips: number) =>
    `<w:tblPr><w:tblCellMar><w:left w:w="${twips}" w:type="dxa"/><w:right w:w="${twips}" w:type="dxa"/></w:tblCellMar></w:tblPr>`;

  it('keep it with the margins of Normal Table in a style', async () => {
    expect((await shrunk(styled, { styles: tableStyle(margins(108)) })).grid).toEqual([799, 3201]);
  });

  it.each(['0', '-1', '1.5', 'x'])('stay with cells of %s columns', async span => {
    const body = tableOf2013({ ...TABLE, rows: [['first', 'second']] });
    const cell = '<w:tcW w:w="5000" w:type="dxa"/>';
    const document = body
      .replace(cell, `${cell}<w:gridSpan w:val="${span}"/>`)
      .replace('<w:tcW', '<w:gridSpan w:val="2"/><w:tcW');
    expect(widths(await laidOut(document, { fonts: ['liberationsans'] }), 'gridCol')).toEqual(TABLE.columns);
  });

  it('take the margins that the table states', async () => {
    const properties = '<w:tblCellMar><w:left w:w="0" w:type="dxa"/><w:right w:w="0" w:type="dxa"/></w:tblCellMar>';
    expect((await shrunk({ properties })).grid).toEqual([731, 3269]);
  });

  it('count each word of a text in several runs, and break it at hyphens', async () => {
    const parts = `wide-</w:t></w:r>${ARIAL}ly`;
    const [one] = (await shrunk({ rows: [[parts, 'second']] })).grid;
    const [other] = (await shrunk({ rows: [['wide-', 'second']] })).grid;
    expect(one).toBe(other);
  });

  it.each<[string, Partial<WideTable>, Laid?]>([
    ['with the layout of LibreOffice', {}, { layout: 'libreoffice' }],
    ['where they are fixed', { properties: '<w:tblLayout w:type="fixed"/>' }],
    ['in a font whose widths are not known', { font: 'Unknown Sans' }],
    ['with letters whose widths are not known', { rows: [['first', '\u65e5\u672c']] }],
    ['where the words are wider than the table', { rows: [['first', 'w'.repeat(60)]] }],
    ['where a cell has another table', { rows: [['first', '</w:t></w:r></w:p><w:tbl/><w:p><w:r><w:t>x']] }],
    ['where a row has fewer cells', { rows: [['first', 'second'], ['first']] }],
    ['where they do not exceed it', { total: 6000 }],
    ['where a cell has a formula', { rows: [['first', `x</w:t></w:r><m:oMath xmlns:m="m"/>${ARIAL}x`]] }],
    ['where the style of the table has text properties', styled, { styles: tableStyle('<w:rPr><w:b/></w:rPr>') }],
    ['where the style of the table has margins', styled, { styles: tableStyle(margins(50)) }],
    ['where the default style of tables has margins', {}, { styles: tableStyle(margins(50), ' w:default="1"') }],
    ['where the style of paragraphs has an indent', {}, { styles: normal('<w:pPr><w:ind w:left="99"/></w:pPr>') }],
    ['where the style of paragraphs has capitals', {}, { styles: normal('<w:rPr><w:caps/></w:rPr>') }],
    ['where all paragraphs have numbers', {}, { styles: normal('<w:pPr><w:numPr/></w:pPr>') }],
  ])('stay %s', async (_, table, options) => {
    expect((await shrunk(table, options)).grid).toEqual(TABLE.columns);
  });
});

describe('LibreOffice 26.8, which makes lines in the substitute higher, gets', () => {
  const inMalgun = (content: string) =>
    `<w:p><w:r><w:rPr><w:rFonts w:eastAsia="Malgun Gothic"/><w:sz w:val="20"/></w:rPr><w:t>글</w:t></w:r>${content}</w:p>`;

  it.each([
    ['an exact height', '', '26.8', 'exact'],
    ['a least height for a picture', '<w:r><w:drawing/></w:r>', '26.8', 'atLeast'],
    ['a least height for a formula', '<m:oMath xmlns:m="m"/>', '26.8', 'atLeast'],
    [
      'a least height for larger letters',
      '<w:r><w:rPr><w:rFonts w:ascii="Arial"/><w:sz w:val="96"/></w:rPr><w:t>x</w:t></w:r>',
      '26.8',
      'atLeast',
    ],
    ['a least height for a symbol', '<w:r><w:sym w:char="F06F"/></w:r>', '26.8', 'atLeast'],
    ['a least height for raised letters', '<w:r><w:rPr><w:position w:val="40"/></w:rPr></w:r>', '26.8', 'atLeast'],
    ['a least height before', '', '25.2', 'atLeast'],
  ])('%s', async (_, content, version, rule) => {
    const { name, bytes } = wordOf2013(inMalgun(content), 15);
    const prepared = await prepareDocument(bytes, { name, quirks: quirksOf(version) });
    const xml = Buffer.from(unzipSync(prepared.bytes)['word/document.xml']!).toString();
    expect(/w:line="346" w:lineRule="(\w+)"/.exec(xml)?.[1]).toBe(rule);
  });
});

describe('the substitute of Malgun Gothic', () => {
  const MALGUN = '<w:rFonts w:eastAsia="Malgun Gothic"/>';
  const NOTO = '<w:rFonts w:eastAsia="Noto Sans CJK KR"/>';
  const fonts = ['notosanscjkkr'];
  const run = (properties: string, text = '글') => `<w:p><w:r>${properties}<w:t>${text}</w:t></w:r></w:p>`;
  const style = (properties: string) =>
    `<w:style w:type="paragraph" w:default="1" w:styleId="n"><w:rPr>${properties}</w:rPr></w:style>`;
  const spacing = (value: number) => new RegExp(`<w:spacing (?:xmlns:w="[^"]*" )?w:val="${value}"/>`);

  it.each<[string, string, number, Laid?]>([
    ['for each letter', run(`<w:rPr>${MALGUN}<w:sz w:val="20"/></w:rPr>`), 16],
    ['for letters beside digits', run(`<w:rPr>${MALGUN}<w:sz w:val="40"/></w:rPr>`, '글1'), 32],
    ['for blanks', run(`<w:rPr>${MALGUN}<w:sz w:val="40"/></w:rPr>`, '글 '), 42],
    ['for Korean blanks', run(`<w:rPr>${MALGUN}<w:lang w:eastAsia="ko-KR"/><w:sz w:val="40"/></w:rPr>`, '글 '), 30],
    [
      'for blanks that a style makes Korean',
      run(`<w:rPr>${MALGUN}</w:rPr>`, '글 '),
      15,
      { styles: style('<w:lang w:eastAsia="ko-KR"/><w:sz w:val="20"/>') },
    ],
    ['beside that of the run', run(`<w:rPr>${MALGUN}<w:sz w:val="20"/><w:spacing w:val="-6"/></w:rPr>`), 10],
    ['where a style has the font and its size', run(''), 32, { styles: style(`${MALGUN}<w:sz w:val="40"/>`) }],
  ])('has more space, %s', async (_, body, space, options) => {
    const document = await laidOut(body, { fonts, ...options });
    expect(document).toMatch(spacing(space));
    expect(document.match(/<w:spacing [^>]*w:val/g)).toHaveLength(1);
  });

  it('has Latin words and numbers in runs of their own', async () => {
    const document = await laidOut(run(`<w:rPr>${MALGUN}</w:rPr>`, '제 2.0판 &amp; R&amp;D 1\ufe0f\u20e3글'), {
      fonts,
    });
    const texts = [...document.matchAll(/<w:t [^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text);
    expect(texts).toEqual(['제 ', '2.0', '판 &amp; ', 'R&amp;D', ' ', '1\ufe0f\u20e3', '글']);
    expect(document.match(/xml:space="preserve"/g)).toHaveLength(7);
  });

  it('repeats the namespaces that a run declares', async () => {
    const declaring = run(`<w:rPr>${MALGUN}<x:glow/></w:rPr>`, '글1').replace('<w:r>', '<w:r xmlns:x="urn:x">');
    expect((await laidOut(declaring, { fonts })).match(/<w:r xmlns:x="urn:x"><w:rPr>.*?<x:glow\/>/g)).toHaveLength(2);
  });

  it.each([
    ['with a tab', run(`<w:rPr>${MALGUN}</w:rPr><w:tab/>`, '글1')],
    ['in ruby text', `<w:ruby><w:rt>${run(`<w:rPr>${MALGUN}</w:rPr>`, '글1')}</w:rt></w:ruby>`],
    ['with an element in its text', run(`<w:rPr>${MALGUN}</w:rPr>`, '글<b/>1')],
    ['with blanks that Word leaves out', run(`<w:rPr>${MALGUN}</w:rPr>`, '글1 ')],
    [
      'with more properties than a text may have',
      run(`<w:rPr>${MALGUN}<w:x y="${'y'.repeat(60_000)}"/></w:rPr>`, '글1'.repeat(10_000)),
    ],
    ['with several texts', run(`<w:rPr>${MALGUN}</w:rPr><w:t>글</w:t>`, '글1')],
    ['in many pieces with many properties', run(`<w:rPr>${MALGUN}${'<w:b/>'.repeat(200)}</w:rPr>`, '글1'.repeat(1000))],
  ])('has one run %s', async (_, body) => {
    const document = await laidOut(body, { fonts });
    expect(document.match(/<w:r>/g)).toHaveLength(1);
    expect(document).toMatch(/<w:spacing [^>]*w:val="\d+"/);
  });

  it('is named in runs, headers and styles', async () => {
    const body = run(`<w:rPr>${MALGUN}</w:rPr>`);
    const laid = { fonts, header: body, styles: style(MALGUN) };
    for (const part of ['document', 'header1', 'styles']) {
      const content = await laidOut(body, { ...laid, part });
      expect(content).toContain(NOTO);
      expect(content).not.toContain('Malgun');
    }
  });

  it.each<[string, string, Laid]>([
    ['where it is installed', run(`<w:rPr>${MALGUN}</w:rPr>`), { fonts: ['malgungothic', ...fonts] }],
    ['where none is installed', run(`<w:rPr>${MALGUN}</w:rPr>`), { fonts: ['nanumgothic'] }],
    ['with the layout of LibreOffice', run(`<w:rPr>${MALGUN}</w:rPr>`), { fonts, layout: 'libreoffice' }],
  ])('is not used %s', async (_, body, options) => {
    const document = await laidOut(body, options);
    expect(document).toContain(`<w:rPr>${MALGUN}</w:rPr>`);
  });

  it.each([
    ['of an endless size', run(`<w:rPr>${MALGUN}<w:sz w:val="1e9"/></w:rPr>`)],
    ['of a size that is none', run(`<w:rPr>${MALGUN}<w:sz w:val="x"/><w:spacing w:val="y"/></w:rPr>`)],
    ['of Latin letters', run(`<w:rPr>${MALGUN}</w:rPr>`, 'abc')],
    ['in a font of the theme', run('<w:rPr><w:rFonts w:eastAsiaTheme="minorEastAsia"/></w:rPr>')],
  ])('leaves the space of a run %s', async (_, body) => {
    expect(await laidOut(body, { fonts, styles: style(MALGUN) })).not.toMatch(/<w:spacing [^>]*w:val="-?\d/);
  });
});

describe('a run with a whole field', () => {
  const mark = (type: string) => `<w:fldChar w:fldCharType="${type}"/>`;
  const BEGIN = `${mark('begin')}<w:instrText>PAGE</w:instrText>`;
  const FONT = '<w:rPr><w:sz w:val="16"/></w:rPr>';
  const divided = `<w:r>${FONT}<w:t>a</w:t></w:r><w:r>${FONT}${mark('begin')}</w:r><w:r>${FONT}<w:instrText>PAGE</w:instrText></w:r><w:r>${FONT}${mark('end')}</w:r><w:r>${FONT}<w:t>b</w:t></w:r>`;
  const whole = `<w:r>${FONT}<w:t>a</w:t>${BEGIN}${mark('end')}<w:t>b</w:t></w:r>`;

  it.each([
    ['with text around it', whole, divided],
    [
      'that has nothing else',
      `<w:r>${mark('begin')}${mark('end')}</w:r>`,
      `<w:r>${mark('begin')}</w:r><w:r>${mark('end')}</w:r>`,
    ],
    [
      'in a text box of another run',
      `<w:r><w:pict>${paragraph(whole)}</w:pict></w:r>`,
      `<w:r><w:pict>${paragraph(divided)}</w:pict></w:r>`,
    ],
  ])('%s is one run for each mark, with the same properties', async (_, run, expected) => {
    expect(await laidOut(paragraph(run))).toContain(`<w:body>${paragraph(expected)}</w:body>`);
  });

  it('is divided in a header, too', async () => {
    expect(await laidOut('', { header: paragraph(whole), part: 'header1' })).toContain(divided);
  });

  it.each<[string, string, Laid?]>([
    ['with the layout of LibreOffice', whole, { layout: 'libreoffice' }],
    ['whose marks have runs of their own', `<w:r>${BEGIN}</w:r><w:r>${mark('end')}</w:r>`],
    [
      'where the properties would be repeated too often',
      `<w:r><w:rPr><w:rFonts w:ascii="${'x'.repeat(1000)}"/></w:rPr>${(mark('begin') + mark('end')).repeat(600)}</w:r>`,
    ],
  ])('is kept %s', async (_, run, settings) => {
    expect(await laidOut(paragraph(run), settings)).toContain(`<w:body>${paragraph(run)}</w:body>`);
  });
});
