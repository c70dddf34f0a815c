/** Private folders for what is uploaded: one per server (0700), in it one per request. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'docconv-serve-';

export interface Workspaces {
  readonly folder: string;
  /** A new empty folder; remove() it when the request ends. */
  open(): Promise<Workspace>;
  close(): Promise<void>;
}

export interface Workspace {
  readonly folder: string;
  remove(): Promise<void>;
}

/** @param parent the system's folder for temporary files. What a server that was killed left there is removed. */
export async function openWorkspaces(parent: string): Promise<Workspaces> {
  await removeOrphans(parent);
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  return {
    folder,
    async open() {
      const own = await mkdtemp(join(folder, 'r-'));
      return { folder: own, remove: () => removeTree(own) };
    },
    close: () => removeTree(folder),
  };
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
