/** Resident memory of a process and all below it, from Linux's /proc; 0 where there is none. */
import { readFileSync } from 'node:fs';

const PAGE = 4096;
/** A tree deeper than this is no engine of ours. */
const MAX_PROCESSES = 64;

/** Bytes; 0 when the process is gone or the system has no /proc. */
export function residentMemory(pid: number): number {
  const pids = [pid];
  let pages = 0;
  for (let i = 0; i < pids.length && i < MAX_PROCESSES; i++) {
    pages += Number(readProc(`${pids[i]}/statm`).split(' ')[1] ?? 0);
    pids.push(...readProc(`${pids[i]}/task/${pids[i]}/children`).split(' ').filter(Boolean).map(Number));
  }
  return pages * PAGE;
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8').trim();
  } catch {
    return '';
  }
}
