/** Workbooks that name no style Normal, as an engine gets them; quirks/ has one in a PDF. */
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../../src/convert/input/prepare.js';
import { quirksOf } from '../../../../../src/convert/quirks/index.js';
import { measuredSheet } from '../../../../helpers/documents/measured-sheet.js';
import { edited } from '../../../../helpers/documents/with.js';

const STYLES = /<cellStyles .*<\/cellStyles>/;
const FORMATS = /<cellStyleXfs .*<\/cellStyleXfs>/;

async function styled(change: (styles: string) => string): Promise<string> {
  const source = edited(measuredSheet({ sheet: '<sheetData/>' }), { 'xl/styles.xml': change });
  const { bytes } = await prepareDocument(source.bytes, { name: source.name, pdf: {}, quirks: quirksOf('7.4') });
  return Buffer.from(unzipSync(bytes)['xl/styles.xml']!).toString();
}

it('the first format is that of a style Normal', async () => {
  expect(await styled(xml => xml.replace(STYLES, ''))).toMatch(
    /<\/cellXfs><cellStyles [^>]*><cellStyle name="Normal" xfId="0" builtinId="0"\/><\/cellStyles>/,
  );
});

it('which gets a format where there is none', async () => {
  expect(await styled(xml => xml.replace(STYLES, '').replace(FORMATS, ''))).toMatch(
    /<cellStyleXfs [^>]*><xf fontId="0"\/><\/cellStyleXfs><cellXfs>.*<cellStyles /,
  );
});

it('named styles stay as they are', async () => {
  expect(await styled(xml => xml.replace('"Normal"', '"Standard"'))).toMatch(/<cellStyles count="1">[^/]*"Standard"/);
});
