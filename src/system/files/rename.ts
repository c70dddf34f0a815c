/**
 * Renames and removes files. Windows refuses that while another program, often a virus scanner, has the file open: there it
 * is tried again for one and a half seconds.
 */
import { constants, copyFileSync, promises as fs, linkSync, rmSync, renameSync as systemRenameSync } from 'node:fs';

const PAUSES_MS = process.platform === 'win32' ? [10, 20, 50, 100, 200, 400, 800] : [];
const IN_USE = ['EPERM', 'EACCES', 'EBUSY'];

/** Whether another program may have the file open, so that another attempt may succeed. Never on Unix. */
export function isInUse(error: unknown): boolean {
  return process.platform === 'win32' && IN_USE.includes((error as NodeJS.ErrnoException).code ?? '');
}

export async function rename(from: string, to: string): Promise<void> {
  for (const pause of PAUSES_MS) {
    try {
      return await fs.rename(from, to);
    } catch (error) {
      if (!isInUse(error)) throw error;
      await new Promise(done => setTimeout(done, pause));
    }
  }
  return fs.rename(from, to);
}

export function renameSync(from: string, to: string): void {
  retrySync(() => systemRenameSync(from, to));
}

/** A missing file is no error. */
export function removeFileSync(path: string): void {
  retrySync(() => rmSync(path, { force: true }));
}

/**
 * Gives a complete file a second name, where there is none; false where there is one. Also where the file system has no
 * links, as on many sticks: then the file is complete a moment after it appears.
 */
export function takeNameSync(file: string, name: string): boolean {
  try {
    return linkOrCopy(file, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function linkOrCopy(file: string, name: string): true {
  try {
    linkSync(file, name);
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    copyFileSync(file, name, constants.COPYFILE_EXCL);
  }
  return true;
}

/** File systems without hard links, and files of other users where the system protects them. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES'];

/** Whether the file system may be the reason why there is no link. */
export function hasNoLinks(error: unknown): boolean {
  return NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '');
}

function retrySync(work: () => void): void {
  for (const pause of PAUSES_MS) {
    try {
      work();
      return;
    } catch (error) {
      if (!isInUse(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
  work();
}
