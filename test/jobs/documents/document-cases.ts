/** What every store of documents promises. */

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ByteRange, Documents } from '../../../src/jobs/documents/documents.js';
import { MAX_BYTES, newDocument, type OpenTestStore, type TestStore } from '../test-jobs.js';

async function* blocksOf(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(documents: Documents, id: string, range?: ByteRange): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of documents.get(id, range)) blocks.push(block);
  return Buffer.concat(blocks);
}

export function documentSuite(openTestStore: OpenTestStore): void {
  test.each([0, 1, 1 << 20, 5_000_001])('a document of %i bytes comes back', async size => {
    const { documents } = await openTestStore();
    const bytes = randomBytes(size);
    expect((await read(documents, await documents.put(() => blocksOf(bytes), newDocument(size)))).equals(bytes)).toBe(
      true,
    );
  });

  test.each([
    [0, 1],
    [0, 1_048_575],
    [1_048_575, 1_048_576],
    [1_100_000, 4_200_000],
    [5_000_000, 5_000_000],
  ])('the bytes from %i to %i of a document come back alone', async (first, last) => {
    const { documents } = await openTestStore();
    const bytes = randomBytes(5_000_001);
    const id = await documents.put(() => blocksOf(bytes, 50_000), newDocument(bytes.length)); // chunks of 1.05 MB
    expect((await read(documents, id, { first, last })).equals(bytes.subarray(first, last + 1))).toBe(true);
  });

  test('one that is removed, or did not arrive completely, is not found', async () => {
    const { documents } = await openTestStore();
    const missing = expect.objectContaining({ code: 'FILE_NOT_FOUND' });
    const id = await documents.put(() => blocksOf(randomBytes(10)), newDocument(10));
    await documents.remove([id]);
    await documents.remove([id]);
    await expect(read(documents, id)).rejects.toEqual(missing);
    const failing = async function* () {
      yield randomBytes(10);
      throw new Error('disconnected');
    };
    await expect(documents.put(failing, newDocument(10))).rejects.toThrow('disconnected');
    await documents.sweep();
    expect(await documents.bytes()).toBe(0);
  });

  const overloaded = expect.objectContaining({ code: 'OVERLOADED', detail: { retryAfter: 30 } });
  const put = ({ documents }: TestStore, size: number, account: string, isResult = false) =>
    documents.put(() => blocksOf(Buffer.alloc(size)), { account, size, isResult });

  test('an account has a quarter of all bytes, with its results, and gets them back', async () => {
    const store = await openTestStore();
    const quarter = MAX_BYTES / 4;
    const result = await put(store, 1_000, 'ann', true);
    await expect(put(store, quarter, 'ann')).rejects.toEqual(overloaded);
    await put(store, quarter, 'bob');
    await store.documents.remove([result]);
    await put(store, quarter, 'ann');
    expect(await store.documents.bytes()).toBe(2 * quarter);
  });

  test('documents of new jobs have half of all bytes, and results the rest', async () => {
    const store = await openTestStore();
    for (const account of ['a', 'b', 'c', 'd']) await put(store, MAX_BYTES / 8, account);
    await expect(put(store, 1, 'e')).rejects.toEqual(overloaded);
    await store.documents.requireQuotaForResult();
    await put(store, MAX_BYTES, 'e', true);
    await expect(store.documents.requireQuotaForResult()).rejects.toEqual(overloaded);
  });

  test('documents that arrive together at several processes do not exceed the limit of an account, and hardly that of all', async () => {
    const store = await openTestStore();
    const processes = [store, { ...store, documents: store.otherDocuments }];
    const size = MAX_BYTES / 32;
    const all = Array.from({ length: 60 }, (_, i) => put(processes[i % 2]!, size, `account ${i % 3}`));
    const ids = (await Promise.allSettled(all)).flatMap(put => (put.status === 'fulfilled' ? [put.value] : []));
    expect(ids.length).toBeGreaterThanOrEqual(16);
    expect(ids.length).toBeLessThanOrEqual(24); // exact for each account; the others learn a moment later
    const { documents } = store;
    expect(await documents.bytes()).toBe(ids.length * size);
    await sleep(1_000); // a process reads the sum of all once in this time
    for (const one of processes) await expect(put(one, size, 'account 3')).rejects.toEqual(overloaded);
    await Promise.all(ids.map(id => store.documents.remove([id])));
    await store.documents.sweep();
    expect(await store.otherDocuments.bytes()).toBe(0);
  });
}
