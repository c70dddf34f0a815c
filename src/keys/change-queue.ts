/** Batches changes of the store: all that are waiting are applied under one lock and written together. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError, toDocconvError } from '../errors.js';
import { isTemporaryOf } from '../system/files.js';
import { acquireLock } from '../system/lock.js';
import type { KeyRecord } from './store.js';
import type { StoreFile } from './store-file.js';
import type { CodeTable, KeyTable } from './tables.js';

interface Tables {
  readonly codes: CodeTable;
  readonly keys: KeyTable;
  /** Adds the key, or replaces the one with its id. */
  putKey(key: KeyRecord): void;
  /** Marks `codes` as changed, so that it is written. */
  codesChanged(): void;
}

interface Change {
  apply(tables: Tables): void;
  resolve(): void;
  reject(error: unknown): void;
}

export class ChangeQueue {
  #waiting: Change[] = [];
  #running = false;

  constructor(
    readonly folder: string,
    readonly keys: StoreFile<KeyTable>,
    readonly codes: StoreFile<CodeTable>,
  ) {}

  /** Resolves to the result of `apply` when the change is on disk. */
  change<T>(apply: (tables: Tables) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let result: T;
      this.#waiting.push({
        apply: tables => {
          result = apply(tables);
        },
        resolve: () => resolve(result),
        reject,
      });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) await this.#runBatch();
    this.#running = false;
  }

  async #runBatch(): Promise<void> {
    let batch: Change[] = [];
    try {
      makeFolder(this.folder);
      const lock = await acquireLock(join(this.folder, 'keys.lock'));
      try {
        if (lock.brokeDeadLock) removeLeftovers(this.folder);
        batch = this.#waiting.splice(0);
        this.#commit(batch);
      } finally {
        lock.release();
      }
      for (const change of batch) change.resolve();
    } catch (error) {
      if (batch.length === 0) batch = this.#waiting.splice(0);
      const reason = describe(error, this.folder);
      for (const change of batch) change.reject(reason);
    }
  }

  /** Writes keys first: a process killed in between leaves an unknown key and a valid code, not a used code without key. */
  #commit(batch: readonly Change[]): void {
    const [keys, codes] = [this.keys.read(), this.codes.read()];
    const changed = { keys: false, codes: false };
    const tables: Tables = {
      keys,
      codes,
      putKey(key) {
        changed.keys = true;
        keys.byId.set(key.id, key);
        keys.byHash.set(key.hash, key);
      },
      codesChanged() {
        changed.codes = true;
      },
    };
    try {
      for (const { apply } of batch) apply(tables);
      if (changed.keys) this.keys.write(keys);
      if (changed.codes) this.codes.write(codes);
    } catch (error) {
      this.keys.forget();
      this.codes.forget();
      throw error;
    }
  }
}

/** Removes partially written files of a killed process. Requires the lock. */
function removeLeftovers(folder: string): void {
  const isLeftover = (name: string) =>
    isTemporaryOf('keys.json', name) || isTemporaryOf('codes.json', name) || name.startsWith('keys.lock.');
  for (const name of readdirSync(folder).filter(isLeftover)) rmSync(join(folder, name), { force: true });
}

export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

function describe(error: unknown, folder: string): DocconvError {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') return toDocconvError(error);
  const message = `Cannot write the key store in ${folder} (${code}). Check its owner and permissions.`;
  return new DocconvError('OUTPUT_UNWRITABLE', message, { cause: error });
}
