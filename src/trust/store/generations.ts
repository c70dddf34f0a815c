/**
 * Generations of the trusted lists on disk. A new one becomes visible by one rename of the file `current`, when all of its
 * files are on the disk: at every moment, and after a crash at any moment, there is the old one or the new one.
 *
 *   FOLDER/current          name of the current generation
 *   FOLDER/NAME/index       see index-file.ts
 *   FOLDER/NAME/state.json  what `docconv trust status` shows
 *   FOLDER/NAME/lists/      the verified lists as they were fetched, compressed
 */
import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DocconvError, isDiskFull } from '../../errors.js';
import { reasonOf } from '../../system/files/file-errors.js';
import {
  flush,
  listIfPossible,
  makeFolder,
  OWNER_ONLY,
  readIfPossible,
  replaceFileDurably,
} from '../../system/files/files.js';
import { acquireLock } from '../../system/files/lock.js';
import { rename } from '../../system/files/rename.js';

/** Content by path below the folder of the generation. */
export type GenerationFiles = ReadonlyMap<string, Uint8Array>;

/** Name of a generation: time, and what tells two of the same second apart. */
const NAME = /^\d{8}T\d{6}Z-[0-9a-f]{8}$/;
const CURRENT = 'current';
const UNFINISHED = '.new-';

/** Where docconv runs as root, the processes that read the lists for it run as another user. */
const LISTS_MODE = process.getuid?.() === 0 ? 0o755 : OWNER_ONLY;

/** In a private folder. */
export function makeListsFolder(folder: string): void {
  makeFolder(folder, LISTS_MODE, OWNER_ONLY);
}

export class Generations {
  constructor(readonly folder: string) {}

  /** Its name; null where no list was ever loaded, or where that cannot be read. */
  current(): string | null {
    const name = readIfPossible(join(this.folder, CURRENT)).trim();
    return NAME.test(name) ? name : null;
  }

  /** Those that are on the disk: the current one and the one before. Sorted, which is by time to the second. */
  names(): string[] {
    return listIfPossible(this.folder)
      .filter(name => NAME.test(name))
      .sort();
  }

  /** There is something of a generation, or something that cannot be read. */
  hasRemains(): boolean {
    try {
      return readdirSync(this.folder).some(name => name === CURRENT || NAME.test(name));
    } catch (thrown) {
      return (thrown as NodeJS.ErrnoException).code !== 'ENOENT';
    }
  }

  /** Removes all of them. Rejects with STORE_BUSY. */
  async remove(): Promise<void> {
    if (!this.hasRemains()) return;
    const lock = await acquireLock(join(this.folder, 'lock'));
    try {
      rmSync(join(this.folder, CURRENT), { recursive: true, force: true });
      this.#removeAllBut();
    } finally {
      lock.release();
    }
  }

  pathOf(name: string, ...parts: readonly string[]): string {
    return join(this.folder, name, ...parts);
  }

  /**
   * Runs `make` while no other process writes: it gets the name of the current generation, and resolves to the files of the
   * next one, or to null where nothing is to change. Resolves to the name of the current generation then. Rejects with
   * STORE_BUSY, DISK_FULL, OUTPUT_UNWRITABLE, or what `make` rejects with; the current generation stays in these cases.
   */
  async replace(make: (current: string | null) => Promise<GenerationFiles | null>): Promise<string | null> {
    this.requireWritable();
    const lock = await acquireLock(join(this.folder, 'lock'));
    try {
      const files = await make(this.current());
      if (files === null) return this.current();
      const name = nextName();
      await this.#write(name, files);
      return name;
    } finally {
      lock.release();
    }
  }

  /** Creates the folder if it is missing. Throws OUTPUT_UNWRITABLE where nothing can be written into it. */
  requireWritable(): void {
    try {
      makeListsFolder(this.folder);
      accessSync(this.folder, constants.W_OK | constants.X_OK);
    } catch (cause) {
      const values = { folder: this.folder, reason: reasonOf(cause) };
      throw new DocconvError('OUTPUT_UNWRITABLE.trust-lists', values, { cause });
    }
  }

  async #write(name: string, files: GenerationFiles): Promise<void> {
    const before = this.current();
    const unfinished = join(this.folder, `${UNFINISHED}${name}`);
    try {
      for (const [path, content] of files) await writeDurably(unfinished, path, content);
      await rename(unfinished, this.pathOf(name));
      await replaceFileDurably(join(this.folder, CURRENT), temporary => writeFileSync(temporary, `${name}\n`));
    } finally {
      this.#removeAllBut(this.current(), before);
    }
  }

  /** The former generation stays, because a process may be reading it. */
  #removeAllBut(...kept: readonly (string | null)[]): void {
    for (const name of readdirSync(this.folder)) {
      const isGeneration = NAME.test(name) || name.startsWith(UNFINISHED);
      if (isGeneration && !kept.includes(name)) rmSync(join(this.folder, name), { recursive: true, force: true });
    }
  }
}

async function writeDurably(folder: string, path: string, content: Uint8Array): Promise<void> {
  const target = join(folder, path);
  makeFolder(dirname(target), LISTS_MODE);
  try {
    writeFileSync(target, content);
    const file = openSync(target, 'r+');
    await flush(file).finally(() => closeSync(file));
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
    throw new DocconvError('DISK_FULL.trust-store', { target }, { cause });
  }
}

function nextName(): string {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return `${time}-${randomBytes(4).toString('hex')}`;
}
