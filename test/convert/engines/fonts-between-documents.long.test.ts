/** LibreOffice keeps the fonts that documents bring with them for the life of its process. */
import { expect, it } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { withFont } from '../../helpers/documents/embedded-font.js';
import { documents } from '../../helpers/documents.js';
import { editPackage } from '../../helpers/edit-package.js';
import { program, testWith } from '../../helpers/requires.js';
import { differing } from '../neighbours.helper.js';

/** The same text in the fonts whose names documents take. */
const letter = (name: string) => ({
  name,
  bytes: Buffer.from(
    '{\\rtf1{\\fonttbl{\\f0 Calibri;}{\\f1 Liberation Serif;}{\\f2 Arial;}}\\f0 1000\\par\\f1 1000\\par\\f2 1000}',
  ),
});

testWith('a document prints nothing into the next one', [program('soffice.bin')], async () => {
  const fonts = { ...withFont('docx', '1000'), embedsFonts: true };
  expect(await differing([letter('before.rtf'), fonts, letter('after.rtf')], 'native')).toEqual([]);
});

it.each(['docx', 'odt', 'ods', 'odp', 'odg', 'fodt'] as const)('finds the fonts in %s', async extension => {
  const { name, bytes } = withFont(extension, '1000');
  expect(await prepareDocument(bytes, { name })).toMatchObject({ traces: ['fonts'] });
});

it.each(['docx', 'pptx', 'odt', 'fodt', 'html', 'epub', 'xlsx'] as const)(
  'finds none in %s without',
  async extension => {
    const { name, bytes } = documents[extension]();
    expect(await prepareDocument(bytes, { name })).toMatchObject({ traces: [] });
  },
);

it.each([
  ['a document in a document', { 'word/inner.docx': withFont('docx', '1').bytes }],
  ['a part that begins as a picture', { 'word/any.xml': '<!-- <svg > --><w:fonts><w:embedBold/></w:fonts>' }],
  ['another prefix', { 'word/any.xml': '<x:fonts xmlns:x="u"><x:embedItalic/></x:fonts>' }],
])('finds the fonts in %s', async (_, parts) => {
  const bytes = editPackage(documents.docx().bytes, parts);
  expect(await prepareDocument(bytes, { name: 'a.docx' })).toMatchObject({ traces: ['fonts'] });
});
