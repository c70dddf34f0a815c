/** Memory and processor time of a process and all its descendants, from Linux's /proc; zero on other systems. */
import { readFileSync } from 'node:fs';

export interface Usage {
  /** Bytes of resident memory. */
  memory: number;
  /** Seconds of processor time since each process started, including children that have ended. */
  cpu: number;
}

export const NO_USAGE: Usage = { memory: 0, cpu: 0 };

export interface UsageLimits {
  /** Bytes of resident memory. */
  memory: number;
  /** Seconds of processor time for this request. */
  cpu: number;
  /** Milliseconds with hardly any processor time, after which the worker counts as stalled. */
  stallMs?: number | undefined;
}

export interface ExceededUsage {
  reason: 'memory' | 'cpu' | 'stalled';
  message: string;
  actual: number;
  max: number;
}

const CHECK_MS = 500;
/** Share of one processor below which an event loop only waits. */
const IDLE_SHARE = 0.1;

/** Compares usage with `limits` twice a second until the returned function is called. `exceeded` may be called again. */
export function watchUsage(
  usage: () => Usage,
  limits: UsageLimits,
  exceeded: (what: ExceededUsage) => void,
): () => void {
  const { stallMs = Number.POSITIVE_INFINITY } = limits;
  const before = usage().cpu;
  let last = before;
  let idleChecks = 0;
  const timer = setInterval(() => {
    const { memory, cpu } = usage();
    // cpu is 0 where usage is unknown; checks are counted instead of time because the machine may have been suspended
    const isIdle = cpu > 0 && cpu - last < (IDLE_SHARE * CHECK_MS) / 1000;
    idleChecks = isIdle ? idleChecks + 1 : 0;
    last = cpu;
    const spent = cpu - before;
    if (memory > limits.memory)
      exceeded({ reason: 'memory', message: 'memory limit', actual: memory, max: limits.memory });
    else if (spent > limits.cpu)
      exceeded({ reason: 'cpu', message: 'processor time limit', actual: spent, max: limits.cpu });
    else if (idleChecks * CHECK_MS >= stallMs)
      exceeded({ reason: 'stalled', message: 'the worker waited without doing anything', actual: 0, max: 0 });
  }, CHECK_MS);
  return () => clearInterval(timer);
}

const PAGE = 4096;
/** Clock ticks per second (USER_HZ), the same on every Linux that Node runs on. */
const TICKS = 100;
/** More than any engine starts. */
const MAX_PROCESSES = 64;

/** Zero when the process has ended or the system has no /proc. */
export function usageOf(pid: number): Usage {
  const pids = [pid];
  const usage = { ...NO_USAGE };
  for (let i = 0; i < pids.length && i < MAX_PROCESSES; i++) {
    const { memory, cpu } = usageOfOne(pids[i]!);
    usage.memory += memory;
    usage.cpu += cpu;
    pids.push(...readProc(`${pids[i]}/task/${pids[i]}/children`).split(' ').filter(Boolean).map(Number));
  }
  return usage;
}

/** proc(5): fields are counted from the end of the name in brackets; 14 to 17 are utime to cstime, 24 is rss. */
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
