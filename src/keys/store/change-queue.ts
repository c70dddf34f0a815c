/** Batches changes of the store: all that are waiting are applied under one lock and written together. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError, toDocconvError } from '../../errors.js';
import { reasonOf, writeError } from '../../system/files/file-errors.js';
import { isTemporaryOf, makePrivateFolder } from '../../system/files/files.js';
import { acquireLock } from '../../system/files/lock.js';
import type { AuditEvent } from '../audit.js';
import type { Invitation } from '../keys.js';
import type { AuditLog } from './audit-log.js';
import type { KeyRecord, WebhookRotation } from './store.js';
import type { StoreFile } from './store-file.js';
import { type CodeTable, type KeyTable, putKey } from './tables.js';

interface Tables {
  readonly codes: CodeTable;
  readonly keys: KeyTable;
  /** Adds the key, or replaces the one with its id. */
  putKey(key: KeyRecord): void;
  /** Adds or replaces the invitation of the address, or removes it (null). */
  putInvitation(email: string, invitation: Invitation | null): void;
  putRotation(rotation: WebhookRotation): void;
  /** Marks `codes` as changed, so that it is written. */
  codesChanged(): void;
  /** Adds an event to the audit log. */
  record(event: AuditEvent): void;
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
    readonly audit: AuditLog,
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
      makeStoreFolder(this.folder);
      const lock = await acquireLock(join(this.folder, 'keys.lock'));
      try {
        if (lock.brokeDeadLock) removeLeftovers(this.folder);
        batch = this.#waiting.splice(0);
        await this.#commit(batch);
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

  /**
   * Writes events first: nothing changes without its event. Then keys: a process killed in between leaves an unknown key
   * and a valid code, not a used code without key. Meanwhile this process reads the changed tables, and others the old ones.
   */
  async #commit(batch: readonly Change[]): Promise<void> {
    const [keys, codes] = [this.keys.read(), this.codes.read()];
    const changed = { keys: false, codes: false };
    const events: AuditEvent[] = [];
    const tables: Tables = {
      keys,
      codes,
      putKey(key) {
        changed.keys = true;
        putKey(keys, key);
      },
      putInvitation(email, invitation) {
        if (invitation) keys.invitations.set(email, invitation);
        else if (!keys.invitations.delete(email)) return;
        changed.keys = true;
      },
      putRotation(rotation) {
        keys.rotations.set(rotation.email, rotation);
        changed.keys = true;
      },
      codesChanged() {
        changed.codes = true;
      },
      record: event => events.push(event),
    };
    try {
      for (const { apply } of batch) apply(tables);
      await this.audit.append(events);
      if (changed.keys) await this.keys.write(keys);
      if (changed.codes) await this.codes.write(codes);
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

/** Throws OUTPUT_UNWRITABLE or DISK_FULL. */
export function makeStoreFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
  } catch (error) {
    throw describe(error, folder);
  }
}

/** A code as of errno, not one of Node such as ERR_INVALID_ARG_TYPE. */
const isSystemError = (code: string | undefined): boolean => code !== undefined && /^E[A-Z0-9]+$/.test(code);

function describe(error: unknown, folder: string): DocconvError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new DocconvError('OUTPUT_UNWRITABLE.key-store', { folder, reason: reasonOf(error) }, { cause: error });
  return isSystemError(code) ? writeError(error, folder) : toDocconvError(error);
}
