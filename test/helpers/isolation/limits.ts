/** Limits of the tests, which their child processes have as well. */
import { readFileSync } from 'node:fs';

const text = process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8') : '';

/** How many files a process may have open: Node takes all that the hard limit permits. */
export const openFiles = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
