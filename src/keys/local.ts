/**
 * The local store: two small files and a lock. Reads come from memory. Changes wait in a queue, and all that have
 * gathered are made under one lock and written at once: 500 registrations at the same time cost a few writes.
 */
import { ChangeQueue, makeFolder } from './changes.js';
import { openStoreFile } from './file.js';
import { CODE_LIFE_MS, type CodeRules, type Full, type KeyStore, type Limit } from './store.js';
import { type CodeTable, codeTable, keyTable, prune } from './tables.js';

/** @param folder made with mode 0700; holds keys.json and codes.json */
export async function openLocalStore(folder: string): Promise<KeyStore> {
  makeFolder(folder);
  const keys = await openStoreFile(keyTable(folder));
  const codes = await openStoreFile(codeTable(folder));
  const queue = new ChangeQueue(folder, keys, codes);
  return {
    saveCode: (address, code, rules, now) =>
      queue.change(tables => {
        prune(tables.codes, now);
        const full = fullest(tables.codes, rules, now);
        if (full) return full;
        tables.codesChange();
        for (const { bucket, windowMs } of rules.buckets) countIn(tables.codes, bucket, now + windowMs);
        tables.codes.codes.delete(address);
        tables.codes.codes.set(address, { ...code, tries: 0 });
        return null;
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

/** The limit that is in the way the longest, if any. */
function fullest(table: CodeTable, { buckets, most }: CodeRules, now: number): Full | null {
  const limits = [...buckets.map(limit => ({ ...limit, end: endOf(table, limit) })), endOfOldest(table, most)];
  const waits = limits.map(({ max, windowMs, end }) => ({ max, windowMs, waitMs: end - now }));
  const [longest] = waits.sort((a, b) => b.waitMs - a.waitMs);
  return longest && longest.waitMs > 0 ? longest : null;
}

/** When a full bucket has room again; 0 when it has now. */
function endOf({ counts }: CodeTable, { bucket, max }: Limit): number {
  return counts.get(bucket)?.at(-max) ?? 0;
}

/** A Map keeps the order of entry, and all codes live equally long: the first is the oldest. */
function endOfOldest({ codes }: CodeTable, max: number): { max: number; windowMs: number; end: number } {
  const [oldest] = codes.values();
  return { max, windowMs: CODE_LIFE_MS, end: codes.size < max ? 0 : (oldest?.expiresAt ?? 0) };
}

function countIn({ counts }: CodeTable, bucket: string, end: number): void {
  counts.set(
    bucket,
    [...(counts.get(bucket) ?? []), end].sort((a, b) => a - b),
  );
}
