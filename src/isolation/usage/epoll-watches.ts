/**
 * Watches of epoll. The kernel limits them for each user and not for each process (fs.epoll.max_user_watches), they outlive the
 * number of the file that is watched, and Node aborts where the user has no more: a worker of the same user could end docconv.
 */
import { closeSync, openSync, readlinkSync, readSync } from 'node:fs';
import { listIfPossible } from '../../system/files/files.js';

/** Watches of one worker; Node has about 30, and as many for each thread. */
export const MAX_WATCHES = 10_000;

const PAGE = 4096;

/** Of these processes, at most about MAX_WATCHES, with a few too many for each instance; those that cannot be read count as none. */
export function watchesOf(pids: readonly number[]): number {
  let count = 0;
  const buffer = Buffer.alloc(PAGE);
  for (const pid of pids) {
    for (const name of listIfPossible(`/proc/${pid}/fd`)) {
      if (count > MAX_WATCHES) return count;
      count += watchesBy(`/proc/${pid}`, name, MAX_WATCHES + 1 - count, buffer);
    }
  }
  return count;
}

function watchesBy(folder: string, name: string, max: number, buffer: Buffer): number {
  try {
    if (readlinkSync(`${folder}/fd/${name}`) !== 'anon_inode:[eventpoll]') return 0;
    const file = openSync(`${folder}/fdinfo/${name}`, 'r');
    try {
      return countLines(file, max, buffer);
    } finally {
      closeSync(file);
    }
  } catch {
    return 0; // closed meanwhile
  }
}

/** One for each watch, after some about the instance itself. */
function countLines(file: number, max: number, buffer: Buffer): number {
  let lines = 0;
  for (let length = PAGE; length > 0 && lines < max; ) {
    length = readSync(file, buffer, 0, PAGE, null);
    lines += buffer.toString('latin1', 0, length).split('\n').length - 1;
  }
  return lines;
}
