/** What documents in a folder have besides what every store of documents promises. */
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createFileDocuments } from '../../../src/jobs/documents/file-documents.js';
import { linux, testWith } from '../../helpers/requires.js';

testWith('nothing counts of a document for a folder that cannot be written', [linux], async () => {
  const documents = createFileDocuments('/sys/docconv', 1_000);
  const document = { account: 'ann', size: 3, isResult: false };
  await expect(documents.put(() => Readable.from(['abc']), document)).rejects.toMatchObject({ syscall: 'mkdir' });
  expect(await documents.bytes()).toBe(0);
});

test('nothing counts of documents whose folder was replaced by a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const documents = createFileDocuments(folder, 1_000);
  const put = () => documents.put(() => Readable.from(['abc']), { account: 'ann', size: 3, isResult: false });
  const id = await put();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  await expect(put()).rejects.toMatchObject({ code: 'NOT_PRIVATE' });
  expect(await documents.bytes()).toBe(3);
  await documents.remove([id]);
  expect(await documents.bytes()).toBe(0);
});

test('a document that cannot be removed counts, and is reported, until it is removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const documents = createFileDocuments(folder, 1_000);
  const id = await documents.put(() => Readable.from(['abc']), { account: 'ann', size: 3, isResult: true });
  rmSync(join(folder, id));
  mkdirSync(join(folder, id)); // which is no file
  await documents.remove([id]);
  await expect(documents.sweep()).rejects.toThrow(id);
  expect(await documents.bytes()).toBe(3);
  rmdirSync(join(folder, id));
  await documents.sweep();
  expect(await documents.bytes()).toBe(0);
});

test('a document that is removed while it is read counts until its last reader has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docconv-documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const size = 500_000; // more than one block
  const documents = createFileDocuments(folder, 10 * size);
  const id = await documents.put(() => Readable.from([Buffer.alloc(size)]), { account: 'ann', size, isResult: true });
  const readers = [documents.get(id), documents.get(id)].map(blocks => blocks[Symbol.asyncIterator]());
  for (const reader of readers) await reader.next();
  await documents.remove([id]);
  for (const reader of readers) {
    expect(await documents.bytes()).toBe(size);
    await reader.return?.();
  }
  expect(await documents.bytes()).toBe(0);
});
