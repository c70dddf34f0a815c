/** One JSON file kept by conf: whole or not at all, mode 0600, parsed again only when somebody changed it. */
import { chmodSync, chownSync, closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Conf from 'conf';
import { DocconvError } from '../errors.js';

export interface StoreFile<T> {
  readonly path: string;
  /** The contents as they are now. Rejects what is not whole with STORE_DAMAGED and leaves it where it is. */
  read(): T;
  /** Replaces the file. Only under the lock. */
  write(contents: T): void;
  /** Drops what is in memory, after a change that could not be written. */
  forget(): void;
}

export interface FileShape<T> {
  folder: string;
  /** Without `.json`. */
  name: string;
  empty(): T;
  /** Throws for anything it does not know. */
  parse(json: unknown): T;
  format(contents: T): string;
}

/** conf reads and writes the text; parsing stays here, so that 100,000 keys are parsed once and not at each access. */
export async function openStoreFile<T>(shape: FileShape<T>): Promise<StoreFile<T>> {
  const ConfStore = await importConf();
  const open = (configName: string): Conf<{ text: string }> =>
    new ConfStore({
      cwd: shape.folder,
      configName,
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      serialize: ({ text }) => text,
      deserialize: text => ({ text }),
    });
  try {
    return new ConfFile(shape, open(shape.name), open(`${shape.name}.next`));
  } catch (cause) {
    throw damaged(join(shape.folder, `${shape.name}.json`), cause);
  }
}

/**
 * conf's `when-exit` answers a signal by raising it once more, which would end a server that is finishing its work: its
 * listeners are taken off again (conf writes synchronously, so there is nothing to tidy up).
 */
async function importConf(): Promise<typeof Conf> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const before = new Set(signals.flatMap(signal => process.listeners(signal)));
  const { default: ConfStore } = await import('conf');
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) if (!before.has(listener)) process.off(signal, listener);
  }
  return ConfStore;
}

class ConfFile<T> implements StoreFile<T> {
  readonly path: string;
  #contents: T | null = null;
  #stamp = '';

  constructor(
    readonly shape: FileShape<T>,
    readonly current: Conf<{ text: string }>,
    readonly next: Conf<{ text: string }>,
  ) {
    this.path = current.path;
  }

  read(): T {
    const stamp = this.#stampNow();
    if (this.#contents === null || stamp !== this.#stamp) {
      this.#contents = this.#parse();
      this.#stamp = stamp;
    }
    return this.#contents;
  }

  write(contents: T): void {
    const text = this.shape.format(contents);
    try {
      this.#replace(text);
    } catch (error) {
      this.forget();
      rmSync(this.next.path, { force: true });
      throw error;
    }
    this.#contents = contents;
    this.#stamp = this.#stampNow();
  }

  forget(): void {
    this.#contents = null;
  }

  /** conf renames even a file that a full disk cut short: so it writes beside, and only what is whole takes the place. */
  #replace(text: string): void {
    this.next.store = { text };
    if (statSync(this.next.path).size !== Buffer.byteLength(text))
      throw new DocconvError('DISK_FULL', `The disk is full: ${this.path} was left as it was.`);
    keepOwner(this.next.path, statSync(this.path, { throwIfNoEntry: false }) ?? statSync(dirname(this.path)));
    renameSync(this.next.path, this.path);
    syncFolder(dirname(this.path));
  }

  #parse(): T {
    try {
      const { text } = this.current.store;
      if (text === undefined) return this.shape.empty();
      if ((statSync(this.path).mode & 0o077) !== 0) chmodSync(this.path, 0o600);
      return this.shape.parse(JSON.parse(text));
    } catch (cause) {
      throw damaged(this.path, cause);
    }
  }

  /** Every write makes a new file: a new inode, and a new time where inodes are used again. */
  #stampNow(): string {
    const stat = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    return stat ? `${stat.ino} ${stat.mtimeNs} ${stat.size}` : 'none';
  }
}

function damaged(path: string, cause: unknown): DocconvError {
  const advice = 'It was left as it is: repair it, or move it away to start with an empty one.';
  return new DocconvError('STORE_DAMAGED', `The key store ${path} cannot be read. ${advice}`, { cause });
}

/** An administrator's `docconv keys revoke` must not lock out the server that runs as another user. */
function keepOwner(path: string, { uid, gid }: { uid: number; gid: number }): void {
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}

/** Makes the rename itself outlast a power cut; not every system lets a folder be synced. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {}
}
