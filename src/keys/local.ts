/**
 * The local store: two small files and a lock. Reads come from memory. Changes wait in a queue, and all that have
 * gathered are made under one lock and written at once: 500 registrations at the same time cost a few writes.
 */
import { ChangeQueue, makeFolder } from './changes.js';
import { openStoreFile } from './file.js';
import type { KeyStore, Limit } from './store.js';
import { type CodeTable, codeTable, keyTable, prune } from './tables.js';

/** @param folder made with mode 0700; holds keys.json and codes.json */
export async function openLocalStore(folder: string): Promise<KeyStore> {
  makeFolder(folder);
  const keys = await openStoreFile(keyTable(folder));
  const codes = await openStoreFile(codeTable(folder));
  const queue = new ChangeQueue(folder, keys, codes);
  return {
    saveCode: (address, code, { buckets, most }, now) =>
      queue.change(tables => {
        prune(tables.codes, now);
        const waits = buckets.map(limit => waitFor(tables.codes, limit, now));
        const wait = Math.max(waitForRoom(tables.codes, most, now), ...waits);
        if (wait > 0) return wait;
        tables.codesChange();
        for (const { bucket, windowMs } of buckets) countIn(tables.codes, bucket, now + windowMs);
        tables.codes.codes.delete(address);
        tables.codes.codes.set(address, { ...code, tries: 0 });
        return 0;
      }),
    tradeCode: (address, accept, key, now) =>
      queue.change(tables => {
        prune(tables.codes, now);
        tables.codesChange(); // also when there is none: a refusal takes as long for everybody
        const code = tables.codes.codes.get(address) ?? null;
        if (code) code.tries += 1;
        if (!accept(code)) return false;
        tables.codes.codes.delete(address);
        tables.addKey(key);
        return true;
      }),
    findKey: async hash => keys.read().byHash.get(hash) ?? null,
    listKeys: async () => [...keys.read().byId.values()],
    revokeKey: (id, email, revokedAt) =>
      queue.change(tables => {
        const key = tables.keys.byId.get(id);
        if (!key || key.revokedAt !== null || (email !== null && key.email !== email)) return false;
        tables.addKey({ ...key, revokedAt });
        return true;
      }),
    async ping() {
      keys.read();
      codes.read();
    },
  };
}

function waitFor({ counts }: CodeTable, { bucket, max }: Limit, now: number): number {
  const ends = counts.get(bucket) ?? [];
  const room = ends.at(-max);
  return room === undefined ? 0 : room - now;
}

function waitForRoom({ codes }: CodeTable, most: number, now: number): number {
  if (codes.size < most) return 0;
  const [oldest] = codes.values(); // a Map keeps the order of entry, and all live equally long
  return oldest ? oldest.expiresAt - now : 0;
}

function countIn({ counts }: CodeTable, bucket: string, end: number): void {
  counts.set(
    bucket,
    [...(counts.get(bucket) ?? []), end].sort((a, b) => a - b),
  );
}
