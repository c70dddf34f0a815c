/** Content that LibreOffice draws with a component or a program that it may lack. */
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../../src/convert/input/prepare.js';
import { Warnings } from '../../../../src/convert/warnings.js';
import { openTextWith, sheetWith } from '../../../helpers/documents/with.js';
import type { Fixture } from '../../../helpers/documents.js';
import { picture } from './lost-content/word-cases.js';

const VML = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"';

const html = (body: string): Fixture => ({
  name: 'a.html',
  text: '',
  bytes: Buffer.from(`<html><p>x</p>${body}</html>`),
});
const sheet = (type: string) =>
  sheetWith('', {
    'xl/drawings/vmlDrawing1.vml': `<xml ${VML}><v:shape><x:ClientData ObjectType="${type}"/></v:shape></xml>`,
  });

async function lost({ bytes, name }: Fixture, missing: string[]) {
  const warnings = new Warnings();
  await prepareDocument(bytes, { name, missing, warnings });
  return warnings.list().map(({ detail }) => detail);
}

it.each([
  ['an OpenDocument text', openTextWith('<text:p><draw:control draw:control="c"/></text:p>')],
  ['a sheet', sheet('Checkbox')],
  ['a page', html('<form><input></form>')],
])('controls of %s are a warning where LibreOffice lacks them', async (_, document) => {
  expect(await lost(document, ['Forms'])).toEqual([{ what: 'form controls' }]);
  expect(await lost(document, [])).toEqual([]);
});

it.each([
  ['a comment of a sheet', sheet('Note')],
  ['a hidden field', html('<form><input type="hidden" value="x"></form>')],
  ['a field outside of a form', html('<form>x</form><textarea>x</textarea>')],
])('%s is no control', async (_, document) => {
  expect(await lost(document, ['Forms'])).toEqual([]);
});

it.each([
  ['PostScript', '252150532d41646f62652d332e302045'],
  ['PostScript with a preview', 'c5d0d3c61e0000008f9b000000000000'],
])('a picture in %s is a warning where Ghostscript is not installed', async (_, head) => {
  const document = picture('eps', head);
  expect(await lost(document, ['Ghostscript'])).toEqual([{ what: 'EPS picture' }]);
  expect(await lost(document, [])).toEqual([]);
});
