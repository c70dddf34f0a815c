/** A private folder (0700) for documents and their PDFs; each file is removed at the end of its request. */
import { rmSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../system/files/file-errors.js';
import { makeTemporaryFolder, requirePrivateFolder } from '../../system/files/files.js';
import { removeTree } from '../../system/files/remove-tree.js';
import { isRunning } from '../../system/processes.js';

const PREFIX = 'docconv-serve-';

export interface UploadFolder {
  readonly path: string;
  /**
   * An unused path. Makes the folder again that another program has removed, as those that clean /tmp do. Throws the errors of
   * requirePrivateFolder().
   */
  newPath(): string;
  /** Removes the folder. */
  close(): Promise<void>;
}

/**
 * @param parent the system's folder for temporary files; folders that killed servers left there are removed
 * @param onError a folder could not be removed, as on a disk that is read-only; the next server tries it again
 */
export async function openUploadFolder(parent: string, onError: (error: Error) => void): Promise<UploadFolder> {
  const folder = await makeTemporaryFolder(`${PREFIX}${process.pid}-`, parent);
  await removeOrphans(parent, onError);
  const removeAtExit = () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {} // the log is closed; the next server removes it
  };
  process.once('exit', removeAtExit); // of a forced exit, which closes nothing
  let next = 0;
  return {
    path: folder,
    newPath() {
      requirePrivateFolder(folder);
      return join(folder, `r-${next++}`); // one folder per request would cost six more file system calls
    },
    async close() {
      await removeTree(folder).catch(onError);
      process.off('exit', removeAtExit);
    },
  };
}

async function removeOrphans(parent: string, onError: (error: Error) => void): Promise<void> {
  const onFailure = (error: Error) => {
    if (!isMissing(error)) onError(error); // another server that starts removes it
  };
  for (const name of await readdir(parent)) {
    const pid = /^docconv-serve-(\d+)-/.exec(name)?.[1];
    const path = join(parent, name);
    if (pid && !isRunning(Number(pid)) && (await isOwn(path))) await removeTree(path).catch(onFailure);
  }
}

/** Everybody can create folders with such names in the system's folder for temporary files. */
async function isOwn(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return Boolean(stats?.isDirectory()) && (process.getuid === undefined || stats?.uid === process.getuid());
}
