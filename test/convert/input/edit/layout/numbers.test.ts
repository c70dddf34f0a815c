/** Numbers of paragraphs, as an engine gets their lists; quirks/ has the numbers in a PDF. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { CONTINUED, LEGAL, LETTERS, level, numbered, numbering } from '../../../../helpers/documents/word/numbered.js';
import { wordOf2013 } from '../../../../helpers/documents/word/word-2013.js';

interface Prepared {
  readonly list?: string;
  readonly styles?: string;
  readonly version?: string;
}

async function prepared(body: string, { list = '', styles = '', version = '7.4' }: Prepared = {}) {
  const document = wordOf2013(body, 15, { numbering: list, styles });
  const quirks = quirksOf(version);
  const { bytes } = await prepareDocument(document.bytes, {
    name: document.name,
    quirks,
    fonts: async () => new Set(),
  });
  const parts = unzipSync(bytes);
  const [text, lists] = ['document', 'numbering'].map(part => Buffer.from(parts[`word/${part}.xml`]!).toString());
  const numbers = Array.from(text!.matchAll(/<w:numId w:val="(\d+)"\/>/g), ([, number]) => Number(number));
  const formats = Array.from(lists!.matchAll(/<w:numFmt w:val="(\w+)"\/>/g), ([, format]) => format);
  return { text: text!, lists: lists!, numbers, formats };
}

it('a level that shows decimals gets them, and the levels above another instance', async () => {
  const body = [0, 1, 2, 0, 1].map(at => numbered('text', at)).join('');
  const { numbers, formats } = await prepared(body, { list: numbering(LEGAL) });
  expect(numbers).toEqual([2, 1, 1, 2, 1]);
  expect(formats).toEqual(['decimal', 'decimalZero', 'decimal', 'upperRoman', 'lowerLetter']);
});

it('a level that shows no decimals shows the letter of one that does', async () => {
  const body = LETTERS.map((_, at) => numbered('text', at)).join('');
  const { numbers, lists } = await prepared(body, { list: numbering(LETTERS) });
  expect(numbers).toEqual([2, 1, 2]);
  const other = lists.slice(lists.indexOf('<w:num w:numId="2">'));
  expect(Array.from(other.matchAll(/<w:numFmt w:val="(\w+)"/g), ([, format]) => format)).toEqual([
    'upperRoman',
    'upperLetter',
  ]);
});

it('a level that shows a Roman number keeps it beside one that shows decimals', async () => {
  const levels = [
    level(0, 'upperRoman', '%1'),
    level(1, 'decimal', '%1.%2'),
    level(2, 'decimal', '%1.%2.%3', '<w:isLgl/>'),
  ];
  const body = [0, 1, 2].map(at => numbered('text', at)).join('');
  expect((await prepared(body, { list: numbering(levels) })).numbers).toEqual([2, 2, 1]);
});

it('levels below one that nothing restarts become a list of their own', async () => {
  const body = [0, 1, 2, 0, 1].map(at => numbered('text', at)).join('');
  const { numbers, lists } = await prepared(body, { list: numbering(CONTINUED), version: '26.8' });
  expect(numbers).toEqual([1, 2, 2, 1, 2]);
  expect(lists).toMatch(
    /<w:abstractNum w:abstractNumId="2">.*<w:num w:numId="1">.*<w:num w:numId="2"><w:abstractNumId w:val="2"\/>/,
  );
});

it('numbers and indents of styles become those of the paragraph', async () => {
  const style = (name: string, properties: string) =>
    `<w:style w:type="paragraph" w:styleId="${name}">${properties}</w:style>`;
  const styles =
    style('H', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:ind w:left="100" w:hanging="50"/></w:pPr>') +
    style('I', '<w:basedOn w:val="H"/><w:pPr><w:ind w:left="200"/></w:pPr>');
  const body =
    '<w:p><w:pPr><w:pStyle w:val="I"/><w:ind w:right="9"/></w:pPr></w:p><w:p><w:pPr><w:pStyle w:val="H"/></w:pPr></w:p>';
  const { text } = await prepared(body, { list: numbering(LEGAL), styles });
  const number = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>';
  expect(text).toContain(
    `<w:pPr>${number}<w:ind w:right="9" w:left="200" w:hanging="50"/><w:pStyle w:val="I"/></w:pPr>`,
  );
  expect(text).toContain(`<w:pPr>${number}<w:ind w:left="100" w:hanging="50"/><w:pStyle w:val="H"/></w:pPr>`);
});

it.each<[string, Prepared]>([
  ['from LibreOffice 24.8 on', { list: numbering(LEGAL), version: '24.8' }],
  ['where an instance has other levels', { list: numbering(LEGAL, '<w:lvlOverride w:ilvl="0"/>') }],
  ['where the property is off', { list: numbering(LEGAL).replaceAll('<w:isLgl/>', '<w:isLgl w:val="0"/>') }],
  [
    'where a level shows one above that restarts it',
    { list: numbering([CONTINUED[0]!, level(1, 'decimal', '%1.%2', '<w:lvlRestart w:val="0"/>')]) },
  ],
  ['in lists with a comment', { list: `${numbering(LEGAL)}<!-- <w:num -->` }],
])('a list stays %s', async (_, options) => {
  const { numbers, lists } = await prepared(numbered('text', 0) + numbered('text', 1), options);
  expect(numbers).toEqual([1, 1]);
  expect(lists).toContain(options.list);
});
