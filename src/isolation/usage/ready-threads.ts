/** Tells a worker that waits for nothing from one whose machine is too busy to let it go on. */
import { listIfPossible, readIfPossible } from '../../system/files/files.js';

/** Whether a thread of the process with this folder runs, or waits only for a processor (R) or a disk (D): proc(5). */
export function hasReadyThread(folder: string): boolean {
  return listIfPossible(`${folder}/task`).some(thread => {
    const stat = readIfPossible(`${folder}/task/${thread}/stat`);
    return /^[RD]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  });
}
