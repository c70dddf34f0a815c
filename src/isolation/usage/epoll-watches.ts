/**
 * Watches of epoll. The kernel limits them for each user and not for each process (fs.epoll.max_user_watches), they outlive the
 * number of the file that is watched, and Node aborts where the user has no more: a worker of the same user could end docconv.
 */
import { readlinkSync } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

/** Watches of one worker; Node has about 30, and as many for each thread. */
export const MAX_WATCHES = 10_000;

/** Open files that are looked at before docconv does other work again; each takes 5 microseconds. */
const BATCH = 200;
/** Bytes read at once. */
const BLOCK = 65_536;

/**
 * Of the processes or threads with these folders, at most about MAX_WATCHES, with a few too many for each instance; those that
 * cannot be read count as none. Other work goes on: at the first read of an instance the kernel lists all its watches, which takes
 * as long as a worker wants.
 */
export async function watchesOf(folders: readonly string[]): Promise<number> {
  let count = 0;
  for (const folder of folders) {
    for (const name of await instancesOf(folder)) {
      if (count > MAX_WATCHES) return count;
      count += await watchesBy(`${folder}/fdinfo/${name}`, MAX_WATCHES + 1 - count);
    }
  }
  return count;
}

/** Numbers of open files. */
async function instancesOf(folder: string): Promise<string[]> {
  const names = await readdir(`${folder}/fd`).catch(() => []);
  const instances: string[] = [];
  for (const [index, name] of names.entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate();
    if (isInstance(`${folder}/fd/${name}`)) instances.push(name);
  }
  return instances;
}

/** Synchronous: otherwise each of them would take six times as much processor time. */
function isInstance(path: string): boolean {
  try {
    return readlinkSync(path) === 'anon_inode:[eventpoll]';
  } catch {
    return false; // closed meanwhile
  }
}

async function watchesBy(path: string, max: number): Promise<number> {
  try {
    const file = await open(path);
    try {
      return await countLines(file, max);
    } finally {
      await file.close();
    }
  } catch {
    return 0; // closed meanwhile
  }
}

/** One for each watch, after some about the instance itself. */
async function countLines(file: FileHandle, max: number): Promise<number> {
  const buffer = Buffer.alloc(BLOCK);
  let lines = 0;
  for (let length = BLOCK; length > 0 && lines < max; ) {
    length = (await file.read(buffer, 0, BLOCK, null)).bytesRead;
    lines += buffer.toString('latin1', 0, length).split('\n').length - 1;
  }
  return lines;
}
