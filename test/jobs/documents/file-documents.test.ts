/** Documents in a folder that cannot be written. */
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { createFileDocuments } from '../../../src/jobs/documents/file-documents.js';
import { linux, testWith } from '../../helpers/requires.js';

testWith('a folder that cannot be written is a store that is not available', [linux], async () => {
  const documents = createFileDocuments('/sys/docconv', 1_000);
  const document = { account: 'ann', size: 3, isResult: false };
  await expect(documents.put(() => Readable.from(['abc']), document)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
  });
  expect(await documents.bytes()).toBe(0);
});
