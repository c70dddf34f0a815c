/** Numbers of pages, as an engine gets their fields; quirks/ has the result in a PDF. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { romanPages, wordOf2013 } from '../../../../helpers/documents/word/word-2013.js';

async function prepared({ name, bytes }: ReturnType<typeof wordOf2013>) {
  const result = await prepareDocument(bytes, { name, quirks: quirksOf('7.4'), fonts: async () => new Set() });
  const parts = unzipSync(result.bytes);
  const [text, header] = ['document', 'header1'].map(part => Buffer.from(parts[`word/${part}.xml`]!).toString());
  return { instruction: /w:instr="([^"]*)"/.exec(text!)?.[1], header: header! };
}

it.each([
  ['NUMPAGES', 'NUMPAGES \\* Arabic'],
  [' numpages  \\* MERGEFORMAT ', ' numpages \\* Arabic  \\* MERGEFORMAT '],
  ['NUMPAGES \\* roman', 'NUMPAGES \\* roman'],
  ['PAGE', 'PAGE'],
])('of a document with Roman page numbers: %s', async (instruction, expected) => {
  expect((await prepared(romanPages(instruction))).instruction).toBe(expected);
});

it('in a header, with an instruction in several runs', async () => {
  const header =
    '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> NUMPAGES</w:instrText></w:r><w:r><w:instrText> \\* MERGEFORMAT</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>';
  expect((await prepared(romanPages('PAGE', header))).header).toContain(' NUMPAGES \\* Arabic<');
});

it('stay as they are with page numbers in digits', async () => {
  const document = wordOf2013(
    '<w:p><w:fldSimple w:instr="NUMPAGES"/></w:p><w:sectPr><w:pgNumType w:start="3"/></w:sectPr>',
  );
  expect((await prepared(document)).instruction).toBe('NUMPAGES');
});
