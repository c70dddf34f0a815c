/** What every store of documents promises, and the encryption of parameters. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Documents } from '../../src/jobs/documents.js';
import { createSealer } from '../../src/jobs/seal.js';
import { describeJobStores } from './test-jobs.js';

async function* blocksOf(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(documents: Documents, id: string): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of documents.get(id)) blocks.push(block);
  return Buffer.concat(blocks);
}

describeJobStores(openTestStore => {
  test.each([0, 1, 1 << 20, 5_000_001])('a document of %i bytes comes back', async size => {
    const { documents } = await openTestStore();
    const bytes = randomBytes(size);
    expect((await read(documents, await documents.put(blocksOf(bytes)))).equals(bytes)).toBe(true);
  });

  test('one that is removed, or did not arrive completely, is not found', async () => {
    const { documents } = await openTestStore();
    const missing = expect.objectContaining({ code: 'FILE_NOT_FOUND' });
    const id = await documents.put(blocksOf(randomBytes(10)));
    await documents.remove([id]);
    await documents.remove([id]);
    await expect(read(documents, id)).rejects.toEqual(missing);
    const failing = (async function* () {
      yield randomBytes(10);
      throw new Error('disconnected');
    })();
    await expect(documents.put(failing)).rejects.toThrow('disconnected');
    await documents.sweep();
  });
});

describe('sealed text', () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

  test('is opened with its key, also when that is a former one', () => {
    const sealed = createSealer([one]).seal('geheim');
    expect(sealed.toString('latin1')).not.toContain('geheim');
    expect(createSealer([two, one]).open(sealed)).toBe('geheim');
    expect(createSealer([one]).seal('geheim').equals(sealed)).toBe(false);
  });

  test('is refused with another key, and when a byte was changed', () => {
    const sealed = createSealer([one]).seal('geheim');
    const damaged = expect.objectContaining({ code: 'STORE_DAMAGED' });
    expect(() => createSealer([two]).open(sealed)).toThrow(damaged);
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed[i]! ^= 1;
      expect(() => createSealer([one]).open(changed)).toThrow(damaged);
    }
    expect(() => createSealer([one]).open(sealed.subarray(0, 20))).toThrow(damaged);
  });
});
