/** A private folder (0700) for what is uploaded and what is made of it: two files for each request, gone with it. */
import { mkdtemp, readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'docconv-serve-';

export interface Workspaces {
  readonly folder: string;
  /** Names that nothing has yet. */
  open(): Workspace;
  close(): Promise<void>;
}

export interface Workspace {
  readonly document: string;
  readonly pdf: string;
  /** Removes what there is of both. (A folder for each request would cost six more calls of the file system.) */
  remove(): Promise<void>;
}

/** @param parent the system's folder for temporary files. What a server that was killed left there is removed. */
export async function openWorkspaces(parent: string): Promise<Workspaces> {
  await removeOrphans(parent);
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  let next = 0;
  return {
    folder,
    open() {
      const own = join(folder, `r-${next++}`);
      const [document, pdf] = [own, `${own}.pdf`];
      return { document, pdf, remove: () => removeFiles(document, pdf) };
    },
    close: () => removeTree(folder),
  };
}

async function removeFiles(...paths: readonly string[]): Promise<void> {
  await Promise.allSettled(paths.map(path => unlink(path))); // not every request gets so far as to have both
}

async function removeOrphans(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = /^docconv-serve-(\d+)-/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) await removeTree(join(parent, name)).catch(() => {}); // another user's
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function removeTree(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
