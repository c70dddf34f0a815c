/** Sections in the middle or at the bottom of their pages, as an engine gets them; quirks/ has the place in a PDF. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { wordOf2013 } from '../../../../helpers/documents/word/word-2013.js';

const PAGE = '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/>';
const section = (others: string) => `<w:sectPr>${others}${PAGE}</w:sectPr>`;
const MIDDLE = section('<w:vAlign w:val="center"/>');
const LAST = '<w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>';
const frame = (place: string) =>
  `<w:framePr w:w="9360" w:wrap="around" w:vAnchor="margin" w:hAnchor="margin" w:xAlign="left" w:yAlign="${place}"/>`;
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const paragraph = (text: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`;
const ends = (properties: string) => `<w:p><w:pPr>${properties}</w:pPr></w:p>`;

async function laidOut(body: string, styles = ''): Promise<string> {
  const { name, bytes } = wordOf2013(body, 15, { styles });
  const prepared = await prepareDocument(bytes, { name, quirks: quirksOf('7.4'), fonts: async () => new Set() });
  const text = Buffer.from(unzipSync(prepared.bytes)['word/document.xml']!).toString();
  return text.slice(text.indexOf('<w:body>') + '<w:body>'.length, text.indexOf('</w:body>'));
}

it('a title page becomes a frame, and a paragraph behind it has its properties', async () => {
  const body = `<w:p><w:pPr><w:pStyle w:val="T"/></w:pPr>${run('a')}</w:p><w:p>${run('b')}</w:p><w:p/><w:p><w:pPr/></w:p>${ends(MIDDLE)}${paragraph('text')}`;
  const framed = `<w:pPr>${frame('center')}</w:pPr>`;
  expect(await laidOut(body)).toBe(
    `<w:p><w:pPr><w:pStyle w:val="T"/>${frame('center')}</w:pPr>${run('a')}</w:p><w:p>${framed}${run('b')}</w:p><w:p>${framed}</w:p><w:p>${framed}</w:p><w:p>${framed}</w:p>${ends(LAST + MIDDLE)}${paragraph('text')}`,
  );
});

it('the last page is at the bottom', async () => {
  const properties = section('<w:vAlign w:val="bottom"/>');
  const body = `${ends(section(''))}${paragraph('text')}${properties}`;
  expect(await laidOut(body)).toBe(
    `${ends(section(''))}${paragraph('text', frame('bottom'))}${ends(LAST)}${properties}`,
  );
});

const TABLE = '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>';
const STYLES = '<w:style w:type="paragraph" w:styleId="T"><w:pPr><w:pBdr/></w:pPr></w:style>';

it.each([
  ['at the top', paragraph('text') + section('')],
  [
    'with cells in the middle',
    `<w:tbl><w:tr><w:tc><w:tcPr><w:vAlign w:val="center"/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>${section('')}`,
  ],
  ['with a table', paragraph('text') + TABLE + MIDDLE],
  ['with a line of its own', paragraph('text', '<w:pBdr/>') + MIDDLE],
  ['with a line of its style', paragraph('text', '<w:pStyle w:val="T"/>') + MIDDLE],
  ['with a page break', `${paragraph('text')}<w:p><w:r><w:br w:type="page"/></w:r></w:p>${MIDDLE}`],
  ['in columns', paragraph('text') + section('<w:vAlign w:val="center"/><w:cols w:num="2"/>')],
  ['that may be longer than a page', paragraph('text').repeat(45) + MIDDLE],
  ['with large letters', `<w:p><w:r><w:rPr><w:sz w:val="1500"/></w:rPr><w:t>text</w:t></w:r></w:p>${MIDDLE}`],
  ['with a high picture', `<w:p><w:r><wp:extent cx="1" cy="9000000"/></w:r></w:p>${MIDDLE}`],
  ['with much space', paragraph('text', '<w:spacing w:before="9000" w:after="9000"/>') + MIDDLE],
  ['before one on the same page', ends(MIDDLE) + paragraph('text') + section('<w:type w:val="continuous"/>')],
  ['without a size', `${paragraph('text')}<w:sectPr><w:vAlign w:val="center"/></w:sectPr>`],
])('a section stays %s', async (_, body) => {
  const named = body.replace('<wp:extent', '<wp:extent xmlns:wp="urn:x"');
  expect(await laidOut(named, STYLES)).toBe(named);
});

it('a long style is read once, whatever is based on it', async () => {
  const style = (name: string, content: string) =>
    `<w:style w:type="paragraph" w:styleId="${name}">${content}</w:style>`;
  const base = style('B', '<w:spacing w:after="0"/>'.repeat(40_000));
  const names = Array.from({ length: 1000 }, (_, i) => `S${i}`);
  const styles = base + names.map(name => style(name, '<w:basedOn w:val="B"/>')).join('');
  const pages = names.map(name => paragraph('text', `<w:pStyle w:val="${name}"/>`) + ends(MIDDLE));
  const before = process.cpuUsage();
  expect(await laidOut(pages.join(''), styles)).toContain(`<w:pStyle w:val="S999"/>${frame('center')}`);
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(4_000_000);
});
