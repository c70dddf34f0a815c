import type { ChildProcess } from 'node:child_process';

/** Kills a process that was started with `detached`, and all that it started. */
export function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (!pid) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // the group has ended, or the system has no process groups
  }
}
