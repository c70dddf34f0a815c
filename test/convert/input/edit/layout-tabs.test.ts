/** Tabs of Word documents as an engine gets them; quirks/ and layout-rules have the places in a PDF. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import type { PdfOptions } from '../../../../src/convert/options.js';
import { quirksOf } from '../../../../src/convert/quirks/index.js';
import { wordOf2013 } from '../../../helpers/documents/word/word-2013.js';

interface Laid extends PdfOptions {
  readonly mode?: number;
  readonly styles?: string;
  readonly header?: string;
  readonly version?: string;
  /** The part that is returned. */
  readonly part?: string;
}

async function laidOut(
  body: string,
  { mode = 15, styles = '', header = '', version = '7.4', part = 'document', ...pdf }: Laid = {},
): Promise<string> {
  const { name, bytes } = wordOf2013(body, mode, { styles, header });
  const prepared = await prepareDocument(bytes, { name, pdf, quirks: quirksOf(version), fonts: async () => new Set() });
  return Buffer.from(unzipSync(prepared.bytes)[`word/${part}.xml`]!).toString();
}

const TAB = '<w:r><w:tab/></w:r>';
const paragraph = (properties: string, tabs = TAB) =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>a</w:t></w:r>${tabs}<w:r><w:t>b</w:t></w:r></w:p>`;
const stops = (...all: [kind: string, position: number][]) =>
  `<w:tabs>${all.map(([kind, position]) => `<w:tab w:val="${kind}" w:pos="${position}"/>`).join('')}</w:tabs>`;
const style = (id: string, properties: string, base = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}">${base && `<w:basedOn w:val="${base}"/>`}<w:pPr>${properties}</w:pPr></w:style>`;
/** 9000 twips of text. */
const SECTION = '<w:sectPr><w:pgSz w:w="12000" w:h="15000"/><w:pgMar w:left="1500" w:right="1500"/></w:sectPr>';

describe('a right indent ends at the last right, centred or decimal tab stop behind it', () => {
  const INDENT = '<w:ind w:left="240" w:right="2000"/>';
  const rightOf = (xml: string) => /<w:ind [^>]*w:right="(\d+)"/.exec(xml)?.[1];

  it.each<[string, string, string, Laid?]>([
    ['where both are its own', stops(['right', 8900]) + INDENT, '100'],
    ['at a centred one', stops(['center', 8000]) + INDENT, '1000'],
    ['at a decimal one', stops(['decimal', 8000]) + INDENT, '1000'],
    ['at one behind the margin', stops(['right', 9900]) + INDENT, '0'],
    ['with the layout of LibreOffice', stops(['right', 8900]) + INDENT, '100', { layout: 'libreoffice' }],
    [
      'where both are those of its style',
      '<w:pStyle w:val="toc"/>',
      '100',
      { styles: style('toc', stops(['right', 8900]) + INDENT) },
    ],
    [
      'where its style is based on that with the indent',
      `<w:pStyle w:val="toc"/>${stops(['right', 8900])}`,
      '100',
      { styles: style('base', INDENT) + style('toc', '', 'base') },
    ],
  ])('%s', async (_, properties, right, options) => {
    expect(rightOf(await laidOut(paragraph(properties) + SECTION, options))).toBe(right);
  });

  it('in the text of its own section', async () => {
    const narrow = `<w:p><w:pPr>${SECTION.replace('"12000"', '"8000"')}</w:pPr></w:p>`;
    const tabbed = paragraph(stops(['right', 8900]) + INDENT);
    const rights = (xml: string) => [...xml.matchAll(/<w:ind [^>]*w:right="(\d+)"/g)].map(([, right]) => right);
    expect(rights(await laidOut(tabbed + narrow + tabbed + SECTION))).toEqual(['0', '100']);
  });

  it('of headers, in the narrowest text', async () => {
    const narrow = `<w:p><w:pPr>${SECTION.replace('"12000"', '"11950"')}</w:pPr></w:p>`;
    const header = paragraph(stops(['right', 8900]) + INDENT);
    expect(rightOf(await laidOut(narrow + SECTION, { header, part: 'header1' }))).toBe('50');
  });

  it('in a header', async () => {
    const header = paragraph(stops(['right', 8900]) + INDENT);
    expect(rightOf(await laidOut(SECTION, { header, part: 'header1' }))).toBe('100');
  });

  it('is none in a cell, whose width is not known', async () => {
    const cell = `<w:tbl><w:tr><w:tc>${paragraph(stops(['right', 3000]) + INDENT)}</w:tc></w:tr></w:tbl>`;
    expect(rightOf(await laidOut(cell + SECTION))).toBe('0');
  });

  it('ends at the stop in a cell with a width, and stays where that is before it', async () => {
    const cell = (stop: number) =>
      `<w:tbl><w:tr><w:tc><w:tcPr><w:tcW w:w="5000" w:type="dxa"/></w:tcPr>${paragraph(stops(['right', stop]) + INDENT)}</w:tc></w:tr></w:tbl>`;
    expect(rightOf(await laidOut(cell(4700) + SECTION))).toBe('84');
    expect(await laidOut(cell(1200) + SECTION)).toContain(cell(1200));
  });

  it.each<[string, string, Laid?]>([
    ['before one that is not behind it', paragraph(stops(['right', 7000]) + INDENT)],
    ['with a left one', paragraph(stops(['left', 8900]) + INDENT)],
    ['without a tab', paragraph(stops(['right', 8900]) + INDENT, '')],
    [
      'where the stop is cleared',
      paragraph(`<w:pStyle w:val="toc"/>${stops(['clear', 8900])}${INDENT}`),
      { styles: style('toc', stops(['right', 8900])) },
    ],
    ['in documents of Word 2010', paragraph(stops(['right', 8900]) + INDENT), { mode: 14 }],
    ['for LibreOffice 24.8', paragraph(stops(['right', 8900]) + INDENT), { version: '24.8' }],
    ['for another program', paragraph(stops(['right', 8900]) + INDENT), { to: 'odt' }],
  ])('stays %s', async (_, body, options) => {
    expect(await laidOut(body + SECTION, options)).toContain(body);
  });
});

describe('a tab to the middle or right of the page has a stop of its own', () => {
  const aligned = (alignment: string, rest = 'w:leader="dot"') =>
    `<w:r><w:ptab w:relativeTo="margin" w:alignment="${alignment}" ${rest}/></w:r>`;
  const stop = (kind: string, position: number, leader = 'dot') =>
    `<w:tab w:val="${kind}" w:leader="${leader}" w:pos="${position}"/>`;

  it.each<[string, string, string, Laid?]>([
    ['both', paragraph('', aligned('center') + aligned('right')), stop('center', 4500) + stop('right', 9000)],
    ['in place of those of the paragraph', paragraph(stops(['left', 300]), aligned('right')), stop('right', 9000)],
    [
      'without those of its style',
      paragraph('<w:pStyle w:val="header"/>', aligned('right')),
      stop('clear', 4680, 'none') + stop('right', 9000),
      { styles: style('header', stops(['center', 4680], ['right', 9000])) },
    ],
  ])('%s', async (_, body, expected, options) => {
    const xml = await laidOut(body + SECTION, options);
    expect(xml).toContain(`<w:tabs>${expected}</w:tabs>`);
    expect(xml).toContain('<w:r><w:tab/></w:r>');
    expect(xml).not.toContain('ptab');
  });

  it.each<[string, string, Laid?]>([
    ['beside another tab', paragraph('', TAB + aligned('right'))],
    ['that leads backwards', paragraph('', aligned('right') + aligned('center'))],
    ['from the indent', paragraph('', '<w:r><w:ptab w:relativeTo="indent" w:alignment="right"/></w:r>')],
    ['in a cell', `<w:tbl><w:tr><w:tc>${paragraph('', aligned('right'))}</w:tc></w:tr></w:tbl>`],
    [
      'where pages have other widths',
      `${SECTION}<w:p><w:pPr>${SECTION.replace('12000', '13000')}</w:pPr></w:p>${paragraph('', aligned('right'))}`,
    ],
    ['with the layout of LibreOffice', paragraph('', aligned('right')), { layout: 'libreoffice' }],
  ])('%s stays', async (_, body, options) => {
    expect(await laidOut(body + SECTION, options)).toContain(body);
  });

  it('stays where stops of a style would add too much', async () => {
    const many = Array.from({ length: 64 }, (_, i): [string, number] => ['left', 10 * i]);
    const body = paragraph('<w:pStyle w:val="many"/>', aligned('right')).repeat(400);
    expect(await laidOut(body + SECTION, { styles: style('many', stops(...many)) })).toContain(body);
  });
});
