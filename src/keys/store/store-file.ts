/** One JSON file of the store: replaced atomically, mode 0600, cached in memory until another process changes it. */
import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DocconvError } from '../../errors.js';
import { replaceFileDurably } from '../../system/files/files.js';

export interface FileFormat<T> {
  folder: string;
  /** Without `.json`. */
  name: string;
  /** Of the latest format that is written. Files of earlier versions are read. */
  version: number;
  empty(): T;
  /** Throws for anything but the contents of a valid file of this version or an earlier one. */
  parse(json: object): T;
  /** Including `version`. */
  format(contents: T): string;
}

export class StoreFile<T> {
  readonly path: string;
  #contents: T | null = null;
  /** Identifies the version of the file that `#contents` was read from. */
  #version = '';

  /** Throws STORE_DAMAGED for a file that cannot be read; invalid contents are reported by read(). */
  constructor(private readonly fileFormat: FileFormat<T>) {
    this.path = join(fileFormat.folder, `${fileFormat.name}.json`);
    this.#readText();
  }

  /** The current contents. Throws STORE_DAMAGED for an unreadable or invalid file, which stays as it is. */
  read(): T {
    const version = this.#currentVersion();
    if (this.#contents === null || version !== this.#version) {
      this.#contents = this.#parse();
      this.#version = version;
    }
    return this.#contents;
  }

  /** Replaces the file. Requires the lock of the store. */
  async write(contents: T): Promise<void> {
    try {
      const text = this.fileFormat.format(contents);
      await replaceFileDurably(this.path, temporary => {
        writeFileSync(temporary, text, { mode: 0o600 });
        keepOwner(temporary, statSync(this.path, { throwIfNoEntry: false }) ?? statSync(dirname(this.path)));
      });
    } catch (error) {
      this.forget();
      throw error;
    }
    this.#contents = contents;
    this.#version = this.#currentVersion();
  }

  /** Drops the cache, after a change that could not be written. */
  forget(): void {
    this.#contents = null;
  }

  #parse(): T {
    const text = this.#readText();
    if (text === null) return this.fileFormat.empty();
    try {
      const json: unknown = JSON.parse(text);
      const version = versionOf(json);
      if (version > this.fileFormat.version)
        throw new DocconvError('STORE_DAMAGED.key-store-of-later-version', { path: this.path, version });
      return this.fileFormat.parse(json as object);
    } catch (cause) {
      throw cause instanceof DocconvError ? cause : damaged(this.path, cause);
    }
  }

  #readText(): string | null {
    try {
      const stats = statSync(this.path, { throwIfNoEntry: false });
      if (!stats) return null;
      if ((stats.mode & 0o077) !== 0) chmodSync(this.path, 0o600);
      return readFileSync(this.path, 'utf8');
    } catch (cause) {
      throw damaged(this.path, cause);
    }
  }

  /** Every write creates a new file: a new inode, and a new time in case the inode number is reused. */
  #currentVersion(): string {
    const stats = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.mtimeNs} ${stats.size}` : 'none';
  }
}

function versionOf(json: unknown): number {
  const { version } = (json ?? {}) as { version?: unknown };
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) throw new Error('not a docconv store');
  return version;
}

function damaged(path: string, cause: unknown): DocconvError {
  return new DocconvError('STORE_DAMAGED.key-store', { path }, { cause });
}

/** After `docconv keys revoke` as root, a server that runs as another user must still be able to read the file. */
export function keepOwner(path: string, { uid, gid }: { uid: number; gid: number }): void {
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}
