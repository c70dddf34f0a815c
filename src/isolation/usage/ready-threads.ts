/** Tells a worker that waits for nothing from one whose machine is too busy to let it go on. */
import { listIfPossible, readIfPossible } from '../../system/files/files.js';

/**
 * Whether a thread of the process with this folder runs, or waits only for a processor (R), or in a system call that no signal
 * interrupts (D): for a disk, but also for a child that vfork() started. Such a wait can be without end: the Deadline ends it.
 * See proc(5).
 */
export function hasReadyThread(folder: string): boolean {
  return listIfPossible(`${folder}/task`).some(thread => {
    const stat = readIfPossible(`${folder}/task/${thread}/stat`);
    return /^[RD]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  });
}
