/** Other processes of the machine. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether there is a process with this id, of any user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // a process of another user
  }
}

/**
 * When a process started, in clock ticks since the boot: field 22 of /proc/PID/stat, counted after the name, which may
 * contain spaces and brackets. Null for a zombie, for a process that is not to be seen, and where there is no /proc.
 */
export function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return /^[ZX]$/.test(state) ? null : (fields[18] ?? null);
  } catch {
    return null;
  }
}

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
