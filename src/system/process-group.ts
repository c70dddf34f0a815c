/** The end of a child that leads a process group of its own, and of all that it started. */
import type { ChildProcess } from 'node:child_process';

export function killGroup(child: ChildProcess): void {
  const { pid } = child;
  if (!pid) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // no group of that id any more, or a system without groups
  }
}
