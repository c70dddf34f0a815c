/** What a process and all below it use, from Linux's /proc; nothing where there is none. */
import { readFileSync } from 'node:fs';

export interface Usage {
  /** Bytes of resident memory. */
  memory: number;
  /** Seconds of processor time since each started, with those of children that have ended. */
  cpu: number;
}

const PAGE = 4096;
/** Clock ticks a second, USER_HZ: the same on every Linux that Node runs on. */
const TICKS = 100;
/** A tree deeper than this is no engine of ours. */
const MAX_PROCESSES = 64;

/** Zeroes when the process is gone or the system has no /proc. */
export function usageOf(pid: number): Usage {
  const pids = [pid];
  const usage = { memory: 0, cpu: 0 };
  for (let i = 0; i < pids.length && i < MAX_PROCESSES; i++) {
    const { memory, cpu } = usageOfOne(pids[i]!);
    usage.memory += memory;
    usage.cpu += cpu;
    pids.push(...readProc(`${pids[i]}/task/${pids[i]}/children`).split(' ').filter(Boolean).map(Number));
  }
  return usage;
}

/** proc(5): after the name in brackets, utime to cstime are the fields 14 to 17 and rss is field 24. */
function usageOfOne(pid: number): Usage {
  const stat = readProc(`${pid}/stat`);
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const field = (number: number) => fields[number - 3] ?? 0;
  return { memory: field(24) * PAGE, cpu: (field(14) + field(15) + field(16) + field(17)) / TICKS };
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8').trim();
  } catch {
    return '';
  }
}
