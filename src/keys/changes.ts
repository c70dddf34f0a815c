/** Changes of the store's files: they wait in a queue, and all that have gathered are made under one lock, at once. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError, toDocconvError } from '../errors.js';
import { acquireLock } from '../system/lock.js';
import type { StoreFile } from './file.js';
import type { KeyRecord } from './store.js';
import type { CodeTable, KeyTable } from './tables.js';

export interface Tables {
  readonly codes: CodeTable;
  readonly keys: KeyTable;
  /** Adds it, or puts it in place of the one with its id. */
  addKey(key: KeyRecord): void;
  /** What is in `codes` is to be written. */
  codesChange(): void;
}

interface Change {
  make(tables: Tables): void;
  done(): void;
  fail(error: unknown): void;
}

export class ChangeQueue {
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
    const changed = { keys: false, codes: false };
    const tables: Tables = {
      keys,
      codes,
      addKey(key) {
        changed.keys = true;
        keys.byId.set(key.id, key);
        keys.byHash.set(key.hash, key);
      },
      codesChange() {
        changed.codes = true;
      },
    };
    try {
      for (const { make } of batch) make(tables);
      if (changed.keys) this.keys.write(keys);
      if (changed.codes) this.codes.write(codes);
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

export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

function unwritable(error: unknown, folder: string): DocconvError {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') return toDocconvError(error);
  return new DocconvError('OUTPUT_UNWRITABLE', `The key store in ${folder} cannot be written.`, { cause: error });
}
