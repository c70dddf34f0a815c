/**
 * The key store of this machine: a few files and a lock. Reads are served from memory. Changes are batched, so that 500
 * simultaneous registrations cost a few writes.
 */
import { AuditLog } from './audit-log.js';
import { ChangeQueue, makeStoreFolder } from './change-queue.js';
import {
  CODE_LIFETIME_MS,
  type CodeMethods,
  type CodeRules,
  type EventLimit,
  isToCome,
  type KeyStore,
  type LimitState,
  longestWait,
  type ReachedLimit,
} from './store.js';
import { StoreFile } from './store-file.js';
import { type CodeTable, codeFormat, type KeyTable, keyFormat, prune } from './tables.js';

/** @param folder created with mode 0700; contains keys.json, codes.json and audit.jsonl @param now milliseconds since 1970 */
export function openLocalStore(folder: string, now: () => number): KeyStore {
  makeStoreFolder(folder);
  const keys = new StoreFile(keyFormat(folder));
  const codes = new StoreFile(codeFormat(folder));
  const audit = new AuditLog(folder);
  const queue = new ChangeQueue(folder, keys, codes, audit);
  return {
    ...codeMethods(queue, codes),
    ...keyMethods(queue, keys, now),
    now: async () => now(),
    record: event => queue.change(tables => tables.record(event)),
    events: async limit => audit.latest(limit),
    async ping() {
      keys.read();
      codes.read();
    },
  };
}

function codeMethods(queue: ChangeQueue, codes: StoreFile<CodeTable>): CodeMethods {
  return {
    saveCode: (address, code, rules, now, event) =>
      queue.change(tables => {
        prune(tables.codes, now);
        const reached = longestReached(tables.codes, rules, now);
        if (reached) return { saved: false as const, reached };
        tables.codesChanged();
        for (const { bucket, windowMs } of rules.limits) countEvent(tables.codes, bucket, now + windowMs);
        tables.codes.codes.delete(address);
        tables.codes.codes.set(address, { ...code, tries: 0 });
        tables.record(event);
        return { saved: true as const, next: longestReached(tables.codes, rules, now) };
      }),
    findCode: async address => codes.read().codes.get(address) ?? null,
    withdrawCode: (address, digest, { bucket, end }, event) =>
      queue.change(tables => {
        const { codes, counts } = tables.codes;
        if (codes.get(address)?.digest === digest) codes.delete(address);
        const ends = counts.get(bucket) ?? [];
        const counted = ends.indexOf(end);
        if (counted >= 0) counts.set(bucket, ends.toSpliced(counted, 1));
        tables.codesChanged();
        tables.record(event);
      }),
    redeemCode: (address, accept, { key, redeemed, refused }, now) =>
      queue.change(tables => {
        prune(tables.codes, now);
        tables.codesChanged(); // even without a code, so that every refusal takes equally long
        const code = tables.codes.codes.get(address) ?? null;
        if (code) code.tries += 1;
        const accepted = accept(code);
        tables.record(accepted ? redeemed : refused);
        if (!accepted) return false;
        tables.codes.codes.delete(address);
        tables.putKey(key);
        tables.putInvitation(key.email, null);
        return true;
      }),
  };
}

type KeyMethods = Omit<KeyStore, keyof CodeMethods | 'now' | 'record' | 'events' | 'ping'>;

function keyMethods(queue: ChangeQueue, keys: StoreFile<KeyTable>, now: () => number): KeyMethods {
  return {
    createKey: (key, event) =>
      queue.change(tables => {
        tables.putKey(key);
        tables.record(event);
      }),
    async findKey(hash) {
      const key = keys.read().byHash.get(hash);
      return key ? { key, now: now() } : null;
    },
    listKeys: async () => [...keys.read().byId.values()],
    changeKey: (id, change) =>
      queue.change(tables => {
        const key = tables.keys.byId.get(id);
        const changed = key ? change(key) : null;
        if (!changed) return null;
        tables.putKey(changed.key);
        if (changed.event) tables.record(changed.event);
        return changed.key;
      }),
    setInvitation: (email, invitation, event) =>
      queue.change(tables => {
        if (!invitation && !tables.keys.invitations.has(email)) return false;
        tables.putInvitation(email, invitation);
        tables.record(event);
        return true;
      }),
    webhookRotation: async email => ({ rotation: keys.read().rotations.get(email) ?? null, now: now() }),
    addWebhookRotation: (email, rotatedAt, event) =>
      queue.change(tables => {
        const rotation = { email, count: (tables.keys.rotations.get(email)?.count ?? 0) + 1, rotatedAt };
        tables.putRotation(rotation);
        tables.record(event);
        return rotation;
      }),
    async listInvitations(email) {
      const { invitations } = keys.read();
      return email === undefined ? [...invitations.values()] : [invitations.get(email) ?? []].flat();
    },
  };
}

/** The reached limit with the longest wait, if any is reached. */
function longestReached(table: CodeTable, { limits, maxPending }: CodeRules, now: number): ReachedLimit | null {
  const states = [
    ...limits.map(limit => ({ ...limit, end: freeAt(table, limit, now) })),
    pendingState(table, maxPending),
  ];
  return longestWait(states, now);
}

/** When a bucket that is full has room again; 0 when it has room now. */
function freeAt({ counts }: CodeTable, { bucket, max, windowMs }: EventLimit, now: number): number {
  return (
    counts
      .get(bucket)
      ?.filter(end => isToCome(end, windowMs, now))
      .at(-max) ?? 0
  );
}

/** A Map keeps insertion order and all codes have the same lifetime, so the first code is the oldest. */
function pendingState({ codes }: CodeTable, max: number): LimitState {
  const [oldest] = codes.values();
  return { max, windowMs: CODE_LIFETIME_MS, end: codes.size < max ? 0 : (oldest?.expiresAt ?? 0) };
}

function countEvent({ counts }: CodeTable, bucket: string, end: number): void {
  counts.set(
    bucket,
    [...(counts.get(bucket) ?? []), end].sort((a, b) => a - b),
  );
}
