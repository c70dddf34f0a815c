/**
 * The key store of this machine: two small files and a lock. Reads are served from memory. Changes are batched, so that
 * 500 simultaneous registrations cost a few writes.
 */
import { ChangeQueue, makeFolder } from './change-queue.js';
import { CODE_LIFETIME_MS, type CodeRules, type EventLimit, type KeyStore, type ReachedLimit } from './store.js';
import { StoreFile } from './store-file.js';
import { type CodeTable, codeFormat, keyFormat, prune } from './tables.js';

/** @param folder created with mode 0700; contains keys.json and codes.json */
export function openLocalStore(folder: string): KeyStore {
  makeFolder(folder);
  const keys = new StoreFile(keyFormat(folder));
  const codes = new StoreFile(codeFormat(folder));
  const queue = new ChangeQueue(folder, keys, codes);
  return {
    saveCode: (address, code, rules, now) =>
      queue.change(tables => {
        prune(tables.codes, now);
        const reached = longestReached(tables.codes, rules, now);
        if (reached) return { saved: false as const, reached };
        tables.codesChanged();
        for (const { bucket, windowMs } of rules.limits) countEvent(tables.codes, bucket, now + windowMs);
        tables.codes.codes.delete(address);
        tables.codes.codes.set(address, { ...code, tries: 0 });
        return { saved: true as const, next: longestReached(tables.codes, rules, now) };
      }),
    findCode: async address => codes.read().codes.get(address) ?? null,
    withdrawCode: (address, digest, { bucket, end }) =>
      queue.change(tables => {
        const { codes, counts } = tables.codes;
        if (codes.get(address)?.digest === digest) codes.delete(address);
        const ends = counts.get(bucket) ?? [];
        const counted = ends.indexOf(end);
        if (counted >= 0) counts.set(bucket, ends.toSpliced(counted, 1));
        tables.codesChanged();
      }),
    redeemCode: (address, accept, key, now) =>
      queue.change(tables => {
        prune(tables.codes, now);
        tables.codesChanged(); // even without a code, so that every refusal takes equally long
        const code = tables.codes.codes.get(address) ?? null;
        if (code) code.tries += 1;
        if (!accept(code)) return false;
        tables.codes.codes.delete(address);
        tables.putKey(key);
        return true;
      }),
    findKey: async hash => keys.read().byHash.get(hash) ?? null,
    listKeys: async () => [...keys.read().byId.values()],
    revokeKey: (id, email, revokedAt) =>
      queue.change(tables => {
        const key = tables.keys.byId.get(id);
        if (!key || key.revokedAt !== null || (email !== null && key.email !== email)) return false;
        tables.putKey({ ...key, revokedAt });
        return true;
      }),
    async ping() {
      keys.read();
      codes.read();
    },
  };
}

/** The reached limit with the longest wait, if any is reached. */
function longestReached(table: CodeTable, { limits, maxPending }: CodeRules, now: number): ReachedLimit | null {
  const states = [...limits.map(limit => ({ ...limit, end: freeAt(table, limit) })), pendingState(table, maxPending)];
  const waits = states.map(({ max, windowMs, end }) => ({ max, windowMs, waitMs: end - now }));
  const [longest] = waits.sort((a, b) => b.waitMs - a.waitMs);
  return longest && longest.waitMs > 0 ? longest : null;
}

/** When a bucket that is full has room again; 0 when it has room now. */
function freeAt({ counts }: CodeTable, { bucket, max }: EventLimit): number {
  return counts.get(bucket)?.at(-max) ?? 0;
}

/** A Map keeps insertion order and all codes have the same lifetime, so the first code is the oldest. */
function pendingState({ codes }: CodeTable, max: number): { max: number; windowMs: number; end: number } {
  const [oldest] = codes.values();
  return { max, windowMs: CODE_LIFETIME_MS, end: codes.size < max ? 0 : (oldest?.expiresAt ?? 0) };
}

function countEvent({ counts }: CodeTable, bucket: string, end: number): void {
  counts.set(
    bucket,
    [...(counts.get(bucket) ?? []), end].sort((a, b) => a - b),
  );
}
