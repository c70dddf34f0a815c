/** Numbers of paragraphs in double-byte digits, as an engine gets them. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { line, slideOf, textBox } from '../../../../helpers/documents/slide-texts.js';

async function kindOf(type: string): Promise<string | undefined> {
  const properties = `<a:pPr><a:buAutoNum type="${type}" startAt="3"/></a:pPr>`;
  const { name, bytes } = slideOf(textBox(line('text', 1800, { properties })));
  const pdf = { layout: 'libreoffice' } as const;
  const prepared = await prepareDocument(bytes, { name, pdf, quirks: quirksOf('7.4') });
  const slide = Buffer.from(unzipSync(prepared.bytes)['ppt/slides/slide1.xml']!).toString();
  return /<a:buAutoNum type="(\w+)" startAt="3"\/>/.exec(slide)?.[1];
}

it.each([
  ['arabicDbPeriod', 'arabicPeriod'],
  ['arabicDbPlain', 'arabicPlain'],
  ['arabicPeriod', 'arabicPeriod'],
  ['ea1JpnChsDbPeriod', 'ea1JpnChsDbPeriod'],
])('%s becomes %s', async (type, expected) => {
  expect(await kindOf(type)).toBe(expected);
});
