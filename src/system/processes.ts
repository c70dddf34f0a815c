/** Other processes of the machine. */
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
