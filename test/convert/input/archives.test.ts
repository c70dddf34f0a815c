/** Packages that some versions of LibreOffice refuse for their ZIP file are written anew for the engine. */
import { expect, test } from 'vitest';
import { prepareDocument } from '../../../src/convert/input/prepare.js';
import { readArchive, readZip, unpack } from '../../../src/convert/input/zip.js';
import { storedPart, writeZip } from '../../../src/convert/input/zip-write.js';
import { DEFAULT_LIMITS } from '../../../src/convert/limits.js';
import { Warnings } from '../../../src/convert/warnings.js';
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

test('the last of parts with the same name counts, and the engine gets no other', async () => {
  const [first, last] = [documents.docx('Before'), documents.docx('After')];
  const bytes = writeZip([...readZip(first.bytes), ...readZip(last.bytes).filter(({ name }) => name.endsWith('.xml'))]);
  const warnings = new Warnings();
  const prepared = await prepareDocument(bytes, { name: first.name, warnings });
  expect(contents(prepared.bytes).toSorted()).toEqual(contents(last.bytes).toSorted());
  const detail = { part: '[Content_Types].xml', count: 2 };
  expect(warnings.list()).toContainEqual({ code: 'parts_repeated', detail });
});

test('parts with the same name may not share bytes', async () => {
  const { name, bytes } = documents.docx();
  const [entry] = readZip(bytes);
  const twice = writeZip([...readZip(bytes), storedPart(entry!.name, new Uint8Array(3))]);
  const shared = Buffer.from(twice);
  const from = shared.lastIndexOf('PK\x01\x02');
  shared.writeUInt32LE(0, from + 42); // the record of the second one states where the first one is
  await expect(prepareDocument(shared, { name })).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT' });
});
