import type { ChildProcess } from 'node:child_process';

/**
 * Windows has no process groups. A process that was not started with `detached` belongs to a job of the Node process that
 * started it, and ends with that: a worker with docconv, and what a worker starts with the worker.
 */
export const HAS_GROUPS = process.platform !== 'win32';

/** Kills a process that was started with `detached` where there are groups, and all that it started. */
export function killGroup(child: ChildProcess): void {
  try {
    if (HAS_GROUPS && child.pid) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    child.kill('SIGKILL'); // the group has ended
  }
}
