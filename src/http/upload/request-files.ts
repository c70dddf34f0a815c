/** A private folder (0700) for uploads and their PDFs: two files per request, removed at its end. */
import { lstat, mkdtemp, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '../../system/remove-tree.js';

const PREFIX = 'docconv-serve-';

export interface UploadFolder {
  /** Two unused paths. */
  newRequest(): RequestFiles;
  /** Removes the folder. */
  close(): Promise<void>;
}

export interface RequestFiles {
  readonly document: string;
  readonly pdf: string;
  /** Removes those that exist. (One folder per request would cost six more file system calls.) */
  remove(): Promise<void>;
}

/** @param parent the system's folder for temporary files; folders that killed servers left there are removed */
export async function openUploadFolder(parent: string): Promise<UploadFolder> {
  await removeOrphans(parent);
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  let next = 0;
  return {
    newRequest() {
      const document = join(folder, `r-${next++}`);
      const pdf = `${document}.pdf`;
      return { document, pdf, remove: () => removeFiles(document, pdf) };
    },
    close: () => removeTree(folder),
  };
}

async function removeFiles(...paths: readonly string[]): Promise<void> {
  await Promise.allSettled(paths.map(path => unlink(path))); // a request that failed early has created neither
}

async function removeOrphans(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^docconv-serve-(\d+)-/.exec(name)?.[1];
    const path = join(parent, name);
    if (pid && !isRunning(Number(pid)) && (await isOwn(path))) await removeTree(path).catch(() => {});
  }
}

/** Everybody can create folders with such names in the system's folder for temporary files. */
async function isOwn(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return Boolean(stats?.isDirectory()) && (process.getuid === undefined || stats?.uid === process.getuid());
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
