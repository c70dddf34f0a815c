/** Files that are complete or not there at all, and folders. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  promises as fs,
  fsync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { DocconvError, isDiskFull } from '../../errors.js';
import { isMissing, NOT_PRIVATE, readError, reasonOf, writeError } from './file-errors.js';
import { requireFileName } from './file-names.js';
import { homeFolder } from './home-folder.js';
import { fittingPath } from './long-names.js';
import { rename, takeNameSync } from './rename.js';
import { isSpecialPath, openSpecialForReading, openSpecialForWriting, readStream } from './special-files.js';

/**
 * Creates or replaces a file or folder: `write` fills a new one beside `path`, which is then renamed. If that fails, the
 * new one is removed, `path` stays as it was, and the error is rethrown. A pipe or device is not replaced: the complete
 * content is written to it; aborting `signal` ends that.
 */
export async function replaceFile(
  path: string,
  write: (temporary: string) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  requireFileName(path);
  if (await isSpecialPath(path)) return writeInto(path, write, signal);
  const temporary = temporaryBeside(path);
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    await fs.rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/**
 * As replaceFile() for several files: `write` fills a new folder beside `path`, and resolves to the names of the files in
 * it with the paths that they are renamed to.
 */
export async function replaceFiles(
  path: string,
  write: (folder: string) => Promise<ReadonlyMap<string, string>>,
): Promise<void> {
  const folder = temporaryBeside(path);
  try {
    await fs.mkdir(folder, { mode: 0o700 });
    const files = await write(folder);
    for (const target of files.values()) requireFileName(target);
    for (const [name, target] of files) await rename(join(folder, name), target);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** As replaceFile(), and the file and its folder are flushed to the disk, so that both survive a power failure. */
export async function replaceFileDurably(path: string, write: (temporary: string) => void): Promise<void> {
  const temporary = temporaryBeside(path);
  try {
    write(temporary);
    await flushToDisk(temporary, 'r+');
    await rename(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  await flushToDisk(dirname(path), 'r').catch(() => {}); // not possible on every system
}

/** Asynchronous, because it takes as long as the disk is busy: it would block the event loop for hundreds of milliseconds. */
export async function flushToDisk(path: string, flags: 'r' | 'r+'): Promise<void> {
  const descriptor = openSync(path, flags);
  await flush(descriptor).finally(() => closeSync(descriptor));
}

/** Flushes an open file to the disk. */
export const flush = promisify(fsync);

/** The variable that os.tmpdir() reads. */
const TEMPORARY_VARIABLE = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';

/** Creates a private folder for temporary files. Rejects with CONFIG_INVALID or DISK_FULL. */
export async function makeTemporaryFolder(prefix: string, parent = tmpdir()): Promise<string> {
  try {
    return await fs.mkdtemp(join(parent, prefix));
  } catch (cause) {
    if (isDiskFull(cause)) throw writeError(cause, parent);
    const reason = isMissing(cause) ? 'it does not exist' : reasonOf(cause);
    const values = { folder: parent, reason, variable: TEMPORARY_VARIABLE };
    throw new DocconvError('CONFIG_INVALID.temporary-folder', values, { cause });
  }
}

async function writeInto(
  path: string,
  write: (temporary: string) => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const folder = await makeTemporaryFolder('docconv-output-');
  try {
    const temporary = join(folder, 'output');
    await write(temporary);
    await pipeline(createReadStream(temporary), await openSpecialForWriting(path, signal), { signal });
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** Creates a file with mode 0600 unless there is one; of several processes at once, one creates it. */
export function createFileSync(path: string, content: string): void {
  const temporary = temporaryBeside(path);
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
    takeNameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Matches the names that a killed process may leave behind. */
export function isTemporaryOf(path: string, name: string): boolean {
  return name.startsWith(`.${basename(path)}.`) && name.endsWith('.tmp');
}

function temporaryBeside(path: string): string {
  return fittingPath(join(dirname(path), `.${basename(path)}`), `.${randomBytes(6).toString('hex')}.tmp`);
}

/**
 * Creates a folder and those above it; one that exists stays as it is. `recursive` of Node's mkdir never returns where a
 * folder cannot be created in one that exists, as below /proc.
 */
export function makeFolder(path: string, mode = ALL_RIGHTS, modeAbove = mode): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (!isMissing(error) || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path), modeAbove);
    makeFolder(path, mode);
  }
}

const ALL_RIGHTS = 0o777; // those that the umask permits
export const OWNER_ONLY = 0o700;
const OF_OTHERS = 0o077;

/** makeFolder() for docconv's own files: no other user has rights on what it creates, whatever the umask permits. */
export function makePrivateFolder(path: string): void {
  makeFolder(path, OWNER_ONLY);
}

/** Takes the rights of others from a folder of this user, if there is one. */
export function closeFolder(folder: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory() || stats.uid !== process.getuid?.()) return;
  if ((stats.mode & OF_OTHERS) !== 0) chmodSync(folder, OWNER_ONLY);
}

/** Creates the folder if it is missing. Throws the error of the system, and NOT_PRIVATE for one that others may read or change. */
export function requirePrivateFolder(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })) makePrivateFolder(folder);
  if (!isPrivate(folder))
    throw Object.assign(new Error(`${folder} is not a folder of this user alone`), { code: NOT_PRIVATE });
}

/**
 * A folder, and not a link, that belongs to this user, and on which others have no rights. On Windows, where the mode of a
 * file tells neither, one below the folder of the user.
 */
export function isPrivate(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return false;
  if (process.getuid) return stats.uid === process.getuid() && (stats.mode & OF_OTHERS) === 0;
  const inside = relative(realpathSync(homeFolder()), realpathSync(folder));
  return inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
}

/** False also for a path that does not exist or cannot be read. */
export function isFolder(path: string): Promise<boolean> {
  return fs.stat(path).then(
    stats => stats.isDirectory(),
    () => false,
  );
}

/** Writes so many bytes into a file that is removed then. Rejects with the error of the system. */
export async function requireWritable(path: string, bytes: number): Promise<void> {
  try {
    await fs.writeFile(path, Buffer.alloc(bytes), { mode: 0o600, flush: true }); // some file systems tell only then
  } finally {
    await fs.rm(path, { force: true });
  }
}

export const isExecutable = (path: string): boolean => isPermitted(path, constants.X_OK);
export const isWritable = (path: string): boolean => isPermitted(path, constants.W_OK);

/** False also for a path that does not exist. */
function isPermitted(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file of /proc or /sys; empty where it does not exist or cannot be read. */
export function readIfPossible(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The names in a folder; none where it does not exist or cannot be read. */
export function listIfPossible(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Bytes of a pipe or device that are read at most: it may be endless. */
const MAX_STREAM = 512 << 20;

interface ReadSettings {
  /** What messages call the file; by default its path. */
  name?: string;
  /** Its purpose, for example 'password file'. */
  kind?: string;
  /** Limit for a pipe or device: TOO_LARGE. */
  maxBytes?: number;
  /** Ends the waiting for a pipe, and rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The content of a file or pipe that the user named. Rejects with readError(). */
export async function readInput(path: string, { name = path, kind, ...limits }: ReadSettings = {}): Promise<Buffer> {
  const { maxBytes = MAX_STREAM, signal } = limits;
  try {
    if (await isSpecialPath(path)) return await readStream(openSpecialForReading(path), maxBytes, signal);
    return await fs.readFile(path);
  } catch (cause) {
    throw cause instanceof DocconvError || signal?.aborted ? cause : readError(cause, name, kind);
  }
}
