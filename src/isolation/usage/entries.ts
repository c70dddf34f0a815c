/** Counts what a worker has in its private folder. */
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Entries below a folder, at most so many. A worker that is alive can mislead whoever lists its folder, but what cannot be read
 * counts as if it were full. Rejects when this process lacks a descriptor, for example.
 */
export async function countEntries(folder: string, max: number): Promise<number> {
  let count = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      for await (const entry of await opendir(next, { bufferSize: 1024 })) {
        if (++count >= max) return max;
        if (entry.isDirectory()) waiting.push(join(next, entry.name));
      }
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (UNREADABLE.has(code)) return max;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    }
  }
  return count;
}

const UNREADABLE = new Set(['EACCES', 'EPERM', 'ENAMETOOLONG', 'ELOOP']);
