/**
 * The local store: two small files and a lock. Reads come from memory. Changes wait in a queue, and all that have
 * gathered are made under one lock and written at once: 500 registrations at the same time cost a few writes.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError, toDocconvError } from '../errors.js';
import { openStoreFile, type StoreFile } from './file.js';
import { acquireLock } from './lock.js';
import type { KeyStore, Limit } from './store.js';
import { type CodeTable, codeTable, type KeyTable, keyTable, prune } from './tables.js';

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
        for (const { bucket, windowMs } of buckets) countIn(tables.codes, bucket, now + windowMs);
        tables.codes.codes.delete(address);
        tables.codes.codes.set(address, { ...code, tries: 0 });
        return 0;
      }),
    tradeCode: (address, accept, key, now) =>
      queue.change(tables => {
        prune(tables.codes, now);
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

interface Tables {
  readonly codes: CodeTable;
  readonly keys: KeyTable;
  /** Adds it, or puts it in place of the one with its id. */
  addKey(key: Parameters<KeyTable['byId']['set']>[1]): void;
}

interface Change {
  make(tables: Tables): void;
  done(): void;
  fail(error: unknown): void;
}

class ChangeQueue {
  #waiting: Change[] = [];
  #working = false;

  constructor(
    readonly folder: string,
    readonly keys: StoreFile<KeyTable>,
    readonly codes: StoreFile<CodeTable>,
  ) {}

  /** Resolves when the change is on the disk. */
  change<T>(make: (tables: Tables) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let result: T;
      this.#waiting.push({
        make: tables => {
          result = make(tables);
        },
        done: () => resolve(result),
        fail: reject,
      });
      if (!this.#working) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    while (this.#waiting.length > 0) await this.#workOnce();
    this.#working = false;
  }

  async #workOnce(): Promise<void> {
    let batch: Change[] = [];
    try {
      makeFolder(this.folder);
      const lock = await acquireLock(join(this.folder, 'keys.lock'));
      try {
        if (lock.brokeDeadLock) sweep(this.folder);
        batch = this.#waiting.splice(0);
        this.#commit(batch);
      } finally {
        lock.release();
      }
      for (const change of batch) change.done();
    } catch (error) {
      if (batch.length === 0) batch = this.#waiting.splice(0);
      const reason = unwritable(error, this.folder);
      for (const change of batch) change.fail(reason);
    }
  }

  /** Keys first: whoever is killed in between has a key that nobody was told of, and a code that still works. */
  #commit(batch: readonly Change[]): void {
    const [keys, codes] = [this.keys.read(), this.codes.read()];
    let keysChanged = false;
    const addKey: Tables['addKey'] = key => {
      keysChanged = true;
      keys.byId.set(key.id, key);
      keys.byHash.set(key.hash, key);
    };
    try {
      for (const { make } of batch) make({ keys, codes, addKey });
      if (keysChanged) this.keys.write(keys);
      this.codes.write(codes);
    } catch (error) {
      this.keys.forget();
      this.codes.forget();
      throw error;
    }
  }
}

/** Removes what a killed process left half written. Only under the lock. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder))
    if (/^(keys|codes)\.next\.json|^keys\.lock\./.test(name)) rmSync(join(folder, name), { force: true });
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

function unwritable(error: unknown, folder: string): DocconvError {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') return toDocconvError(error);
  return new DocconvError('OUTPUT_UNWRITABLE', `The key store in ${folder} cannot be written.`, { cause: error });
}
