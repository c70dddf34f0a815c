/**
 * The folders of `docconv watch`. A result appears complete under a name that was free, and an input is moved, never copied
 * or removed: whenever the process is killed, each document is in one of the folders.
 */
import { createHash } from 'node:crypto';
import { link, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { DocconvError } from '../../../errors.js';
import { readError, writeError } from '../../../system/files/file-errors.js';
import { flushToDisk, isFolder, makeFolder, makePrivateFolder, replaceFile } from '../../../system/files/files.js';
import { acquireLock, type Lock } from '../../../system/files/lock.js';
import { fittingPath } from '../../../system/files/long-names.js';
import { hasNoLinks, rename } from '../../../system/files/rename.js';
import { type Found, isSame, versionOf } from './inbox.js';

/** Absolute paths. */
export interface FolderPaths {
  input: string;
  output: string;
  done: string;
  failed: string;
}

export class WatchFolders {
  /** Results that are not complete yet; on the file system of the output folder. */
  readonly #work: string;
  #next = 0;

  private constructor(
    readonly paths: FolderPaths,
    private readonly lock: Lock,
  ) {
    this.#work = workFolder(paths);
  }

  /**
   * Creates the folders except `input`, and locks it. Rejects with FILE_NOT_FOUND, USAGE, OUTPUT_UNWRITABLE, or STORE_BUSY
   * while another process watches the folder.
   */
  static async open(named: FolderPaths): Promise<WatchFolders> {
    const paths = await createAll(named);
    requireDifferent(paths);
    const lock = await acquireLock(join(paths.input, '.docconv-watch.lock'), 0).catch(cause => {
      throw writeError(cause, `the folder ${named.input}`);
    });
    try {
      const folders = new WatchFolders(paths, lock);
      await folders.#begin();
      return folders;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async #begin(): Promise<void> {
    await rm(this.#work, { recursive: true, force: true }); // of a process that was killed
    makePrivateFolder(this.#work);
    for (const folder of [this.paths.done, this.paths.failed]) await this.#requireSameFileSystem(folder);
  }

  /** Renaming is the only way to move a file that loses none when the process is killed. */
  async #requireSameFileSystem(folder: string): Promise<void> {
    const [from, to] = [join(this.paths.input, '.docconv-watch.probe'), join(folder, '.docconv-watch.probe')];
    try {
      await writeFile(from, '');
      await rename(from, to);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EXDEV') throw writeError(cause, `the folder ${folder}`);
      throw new DocconvError('USAGE.other-file-system', { folder, input: this.paths.input }, { cause });
    } finally {
      await rm(from, { force: true });
      await rm(to, { force: true });
    }
  }

  /** Absolute path for the result of a document before it is complete. */
  temporaryResult(extension: string): string {
    return join(this.#work, `${this.#next++}.${extension}`);
  }

  async discard(temporary: readonly string[]): Promise<void> {
    for (const path of temporary) await rm(path, { force: true });
  }

  /** Gives a complete result its name below the output folder, or one with a number. Returns the path. */
  async publish(temporary: string, name: string): Promise<string> {
    const wanted = join(this.paths.output, name);
    try {
      makeFolder(dirname(wanted));
      await flushToDisk(temporary, 'r+'); // before the input is moved: after a power failure there is one or the other
      return await moveToFreeName(temporary, wanted);
    } catch (cause) {
      throw writeError(cause, wanted);
    }
  }

  /** Whether the file is still the one that was found. */
  async isUnchanged({ name, version }: Found): Promise<boolean> {
    const now = await versionOf(join(this.paths.input, name));
    return now !== null && isSame(version, now);
  }

  /** Returns the new path; null if the file was replaced meanwhile, so that it is a new document and stays. */
  async moveToDone(found: Found): Promise<string | null> {
    return this.#move(found, await freePlace(this.paths.done, found.name));
  }

  /** The reason is written first, as `<name>.error.json`: no document is ever there without one. Returns as `moveToDone`. */
  async moveToFailed(found: Found, reason: object): Promise<string | null> {
    const target = await freePlace(this.paths.failed, found.name);
    const report = fittingPath(target, '.error.json');
    const content = `${JSON.stringify(reason, null, 2)}\n`;
    await replaceFile(report, temporary => writeFile(temporary, content, { flag: 'wx' }));
    const moved = await this.#move(found, target);
    if (moved === null) await rm(report, { force: true });
    return moved;
  }

  async #move({ name, version }: Found, target: string): Promise<string | null> {
    const source = join(this.paths.input, name);
    await rename(source, target);
    const moved = await versionOf(target);
    if (moved && isSame(moved, version)) return target;
    await moveToFreeName(target, source); // a newer document took its name just before it was moved
    return null;
  }

  async close(): Promise<void> {
    await rm(this.#work, { recursive: true, force: true });
    this.lock.release();
  }
}

async function createAll(named: FolderPaths): Promise<FolderPaths> {
  if (!(await isFolder(named.input))) {
    await stat(named.input).catch(cause => {
      throw readError(cause, named.input);
    });
    throw new DocconvError('USAGE.not-a-folder', { input: named.input });
  }
  const input = await realpath(named.input);
  const create = async (path: string) => {
    try {
      makeFolder(path);
      return await realpath(path);
    } catch (cause) {
      throw writeError(cause, `the folder ${path}`);
    }
  };
  return {
    input,
    output: await create(named.output),
    done: await create(named.done),
    failed: await create(named.failed),
  };
}

function requireDifferent({ input, ...others }: FolderPaths): void {
  if (!Object.values(others).includes(input)) return;
  throw new DocconvError('USAGE.watched-folder');
}

/** Hidden; its own for each watched folder, so that several may have the same output folder. */
function workFolder({ input, output }: FolderPaths): string {
  return join(output, `.docconv-watch-${createHash('sha256').update(input).digest('hex').slice(0, 12)}`);
}

/** A link, unlike a rename, replaces no file that another process creates at the same time. */
async function moveToFreeName(source: string, wanted: string): Promise<string> {
  for (const path of numbered(wanted)) {
    try {
      await link(source, path);
      await rm(source);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      if (!hasNoLinks(error)) throw error;
      const target = await freeName(wanted);
      await rename(source, target);
      return target;
    }
  }
  throw noFreeName(wanted);
}

/** A path below `folder` for a file of this name; its folder is there. */
async function freePlace(folder: string, name: string): Promise<string> {
  makeFolder(dirname(join(folder, name)));
  return freeName(join(folder, name));
}

async function freeName(wanted: string): Promise<string> {
  for (const path of numbered(wanted)) if ((await versionOf(path)) === null) return path;
  throw noFreeName(wanted);
}

const MAX_NUMBER = 9999;

/** "a.pdf", "a (2).pdf", "a (3).pdf" ... */
function* numbered(path: string): Generator<string> {
  yield path;
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  for (let number = 2; number <= MAX_NUMBER; number++) yield fittingPath(stem, ` (${number})${extension}`);
}

function noFreeName(wanted: string): DocconvError {
  return new DocconvError('OUTPUT_EXISTS.all-numbers', { wanted, count: MAX_NUMBER - 1 });
}
