/** Packages that some versions of LibreOffice refuse for their ZIP file are written anew for the engine. */
import { expect, test } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { readArchive, unpack } from '../../../src/convert/input/zip.js';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { documents } from '../../helpers/documents.js';
import { restyled, STYLES } from './archives.helper.js';

const contents = (bytes: Uint8Array) =>
  readArchive(bytes, DEFAULT_LIMITS).entries.map(entry => [entry.name, Buffer.from(unpack(entry)).toString('base64')]);

test.each(STYLES)('a document with %s gets a plain archive', async (_, style) => {
  for (const format of ['docx', 'odt', 'xlsx'] as const) {
    const original = documents[format]();
    const bytes = restyled(original.bytes, style);
    expect(readArchive(bytes, DEFAULT_LIMITS).isPlain).toBe(false);
    const prepared = await prepareDocument(bytes, { name: original.name });
    expect(readArchive(prepared.bytes, DEFAULT_LIMITS).isPlain).toBe(true);
    expect(contents(prepared.bytes)).toEqual(contents(original.bytes));
  }
});

test('a document with a plain archive stays the same bytes', async () => {
  for (const format of ['docx', 'odt', 'xlsx', 'pptx'] as const) {
    const { name, bytes } = documents[format]();
    expect((await prepareDocument(bytes, { name })).bytes).toBe(bytes);
    if (format === 'odt') continue; // its first part is stored
    const sizeFollows = restyled(bytes, { sizeFollows: true });
    expect((await prepareDocument(sizeFollows, { name })).bytes).toBe(sizeFollows);
  }
});
