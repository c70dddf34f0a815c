/** Removes a folder whose content an untrusted process created. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Linux's O_PATH, which Node does not name: a folder that cannot be read can be opened, and a FIFO does not block. */
const O_PATH = 0o10000000;
/** Folders are read in parts of this many entries, so that memory does not depend on their number. */
const PART = 1024;
/** Milliseconds of synchronous calls, which take a tenth of the time of asynchronous ones, between turns of the event loop. */
const TURN_MS = 5;
/** Bytes of a file that takes long to remove. */
const LARGE = 16 * 1024 ** 2;

/**
 * Removes `path` and all below it; a missing one is no error. No link is followed: each folder is opened with O_NOFOLLOW
 * and its entries are addressed through the descriptor. Subfolders are moved to the top first, so that neither the number
 * of open files nor the length of a path depends on the depth. Rejects with the first error of the file system that
 * prevents the removal. The parent folder of `path` must not be writable for the untrusted process.
 */
export async function removeTree(path: string): Promise<void> {
  if (!fs.existsSync('/proc/self/fd')) return rm(path, { recursive: true, force: true, maxRetries: 8 });
  const stats = fs.lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory()) return fs.unlinkSync(path);
  const folder = openFolder(path);
  try {
    await new Removal(folder).run();
  } finally {
    fs.closeSync(folder);
  }
  fs.rmdirSync(path);
}

class Removal {
  readonly #prefix = randomBytes(8).toString('hex');
  #moved = 0;
  #removed = 0;
  #turn = performance.now();

  /** @param top descriptor of a folder, whose entries are removed */
  constructor(private readonly top: number) {}

  run(): Promise<void> {
    return this.#removeEntries(this.top, async path => {
      await this.#removeFolder(path);
      while (this.#removed < this.#moved) await this.#removeFolder(this.#movedPath(this.#removed++));
    });
  }

  async #removeFolder(path: Buffer): Promise<void> {
    const folder = openFolder(path);
    try {
      await this.#removeEntries(folder, subfolder => renameFolder(subfolder, this.#movedPath(this.#moved++)));
    } finally {
      fs.closeSync(folder);
    }
    fs.rmdirSync(path);
  }

  /** Removes the files of a folder and calls `handleFolder` for its subfolders, after which they have to be gone. */
  async #removeEntries(folder: number, handleFolder: (path: Buffer) => Promise<void> | void): Promise<void> {
    let names: Buffer[];
    do {
      names = part(folder);
      for (const name of names) {
        const path = entryOf(folder, name);
        const stats = fs.lstatSync(path);
        if (stats.isDirectory()) await handleFolder(path);
        else if (stats.size > LARGE) await unlink(path);
        else fs.unlinkSync(path);
        if (performance.now() - this.#turn >= TURN_MS) await this.#nextTurn();
      }
    } while (names.length === PART);
  }

  async #nextTurn(): Promise<void> {
    await nextTurn();
    this.#turn = performance.now();
  }

  #movedPath(number: number): Buffer {
    return entryOf(this.top, Buffer.from(`${this.#prefix}-${number}`));
  }
}

function renameFolder(from: Buffer, to: Buffer): void {
  try {
    fs.renameSync(from, to);
  } catch {
    fs.closeSync(openFolder(from)); // makes it writable, which moving it requires
    fs.renameSync(from, to);
  }
}

/** Opens a folder, not a link to one, and gives its owner all rights. */
function openFolder(path: string | Buffer): number {
  const folder = fs.openSync(path, O_PATH | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW);
  try {
    fs.chmodSync(descriptorPath(folder), 0o700);
  } catch {} // not the owner: listing it or removing its entries fails and says why
  return folder;
}

/** Names of the first entries; they are bytes, which need not be UTF-8. */
function part(folder: number): Buffer[] {
  const names: Buffer[] = [];
  const entries = fs.opendirSync(descriptorPath(folder), { encoding: 'buffer' as BufferEncoding });
  for (let entry = entries.readSync(); entry && names.length < PART; entry = entries.readSync())
    names.push(entry.name as unknown as Buffer);
  entries.closeSync();
  return names;
}

const descriptorPath = (descriptor: number) => `/proc/self/fd/${descriptor}`;

function entryOf(folder: number, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${descriptorPath(folder)}/`), name]);
}
