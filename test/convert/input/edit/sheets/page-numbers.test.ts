/** Page numbers of headers and footers to which a number is added, as an engine gets them and in a PDF. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { Warnings } from '../../../../../src/convert/warnings.js';
import { cell, measuredSheet, NS } from '../../../../helpers/documents/measured-sheet.js';
import { edited } from '../../../../helpers/documents/with.js';
import { wordsOf } from '../../../../helpers/pdf-text.js';
import { describeTools } from '../../../../helpers/requires.js';
import { sharedConverter } from '../../../engine-setup.js';

const footed = (text: string, setup = '') =>
  measuredSheet({
    sheet: `<sheetData><row r="1"><c r="A1"><v>5</v></c></row></sheetData>${setup}<headerFooter><oddFooter>${text}</oddFooter></headerFooter>`,
  });
const LOST = [{ code: 'content_lost', detail: { what: 'page number to which a number is added' } }];

async function prepared({ name, bytes }: { name: string; bytes: Uint8Array }) {
  const warnings = new Warnings();
  const document = await prepareDocument(bytes, { name, warnings });
  const sheet = Buffer.from(unzipSync(document.bytes)['xl/worksheets/sheet1.xml']!).toString();
  const [, first = null] = /<pageSetup[^<>]* firstPageNumber="(\d+)"/.exec(sheet) ?? [];
  return { first, footer: /<oddFooter>([^<]*)/.exec(sheet)![1], warnings: warnings.list() };
}

const setup = (first: number, use: number) =>
  `<pageSetup orientation="landscape" firstPageNumber="${first}" useFirstPageNumber="${use}"/>`;

it.each<[text: string, setup: string, footer: string, first: string | null]>([
  ['&amp;CPage &amp;P+2 of 9', '', '&amp;CPage &amp;P of 9', '3'],
  ['&amp;L&amp;P+2&amp;R&amp;P+2', setup(4, 1), '&amp;L&amp;P&amp;R&amp;P', '6'],
  ['&amp;P-1', setup(4, 1), '&amp;P', '3'],
  ['&amp;P+2', setup(4, 0), '&amp;P', '3'],
  ['&amp;P +2', '', '&amp;P +2', null],
  ['&amp;&amp;&amp;P+2', '', '&amp;&amp;&amp;P', '3'],
])('the footer %s%s is %s, from page %s', async (text, state, footer, first) => {
  expect(await prepared(footed(text, state))).toEqual({ first, footer, warnings: [] });
});

it.each(['&amp;P-1', '&amp;P and &amp;P+1', '&amp;P+1, &amp;P+2'])('of the footer %s a warning tells', async text => {
  expect(await prepared(footed(text))).toEqual({ first: null, footer: text, warnings: LOST });
});

it('a warning tells of a footer of a workbook with other sheets', async () => {
  const document = edited(footed('&amp;P+2'), {
    'xl/worksheets/sheet2.xml': `<worksheet xmlns="${NS}"><sheetData/></worksheet>`,
    '[Content_Types].xml': xml =>
      xml.replace(/<Override [^<>]*sheet1\.xml[^<>]*>/, tag => tag + tag.replace('1.xml', '2.xml')),
  });
  expect(await prepared(document)).toEqual({ first: null, footer: '&amp;P+2', warnings: LOST });
});

it('cells with such a text are kept', async () => {
  const document = measuredSheet({ sheet: `<sheetData><row r="1">${cell('A1', '&amp;P+2')}</row></sheetData>` });
  const warnings = new Warnings();
  const { bytes } = await prepareDocument(document.bytes, { name: document.name, warnings });
  expect(Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml']!).toString()).toContain('&amp;P+2');
  expect(warnings.list()).toEqual([]);
});

const converter = sharedConverter();

describeTools('in a PDF', ['soffice.bin', 'pdftotext'], () => {
  it('the sum is printed', async () => {
    const { pdf } = await converter.convert(footed('Page &amp;P+2'));
    expect(await wordsOf(pdf)).toContain('Page 3');
  });
});
