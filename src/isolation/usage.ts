/**
 * What a process and all its descendants use, from Linux's /proc; zero on other systems. The limit on the number of
 * processes also bounds the time of one measurement, which is about 10 microseconds for each of them.
 */
import { statfsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { listIfPossible, readIfPossible } from '../system/files/files.js';

export interface Usage {
  /**
   * Bytes of resident memory, of the kernel for its processes, and of the files of a private folder in memory. Pages that
   * several processes share count for each: their proportional share would be fair, but to compute it the kernel walks all
   * page tables.
   */
  memory: number;
  /** Seconds of processor time since each process started, including children that have ended. */
  cpu: number;
  /** Processes and threads; at least this many where it is above MAX_TASKS, and the rest is not measured. */
  tasks: number;
  /** Bytes that were written to disks, also to files that are gone. */
  written: number;
}

export const NO_USAGE: Usage = { memory: 0, cpu: 0, tasks: 0, written: 0 };

/** Processes and threads of one worker. LibreOffice and Node start threads in proportion to the processors. */
export const MAX_TASKS = 256 + 2 * availableParallelism();

const PAGE = 4096;
/** Clock ticks per second (USER_HZ), the same on every Linux that Node runs on. */
const TICKS = 100;
/** Type of a tmpfs, statfs(2). */
const TMPFS = 0x01021994;

/**
 * @param temporary a folder, as the descendants of the process see it, that may be a file system in memory
 * @returns zero where the process has ended or the system has no /proc
 */
export function usageOf(pid: number, temporary: string | null = null): Usage {
  const usage = { ...NO_USAGE };
  const pids = [pid];
  for (let i = 0; i < pids.length && usage.tasks <= MAX_TASKS; i++) {
    const { threads, memory, cpu } = statusOf(pids[i]!);
    usage.memory += memory + kernelMemoryOf(pids[i]!);
    usage.cpu += cpu;
    usage.written += writtenBy(pids[i]!);
    usage.tasks += threads;
    if (usage.tasks > MAX_TASKS) break;
    pids.push(...childrenOf(pids[i]!, threads));
    if (pids.length > MAX_TASKS) usage.tasks = pids.length;
  }
  // the first child, because the process itself is a tool that builds the sandbox and may remain outside of it
  if (temporary !== null && pids.length > 1) usage.memory += sizeInMemory(`/proc/${pids[1]}/root${temporary}`);
  return usage;
}

/** proc(5): fields are counted from the end of the name in brackets; 14 to 17 are utime to cstime, 20 threads, 24 rss. */
function statusOf(pid: number): { threads: number; memory: number; cpu: number } {
  const stat = readIfPossible(`/proc/${pid}/stat`);
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const field = (number: number) => fields[number - 3] ?? 0;
  const cpu = (field(14) + field(15) + field(16) + field(17)) / TICKS;
  return { threads: field(20), memory: field(24) * PAGE, cpu };
}

/** Open files of a process that may be of any kind; LibreOffice has about 100. */
const ORDINARY_FILES = 256;
/** Bytes that the buffer of a unix socket holds: net.core.wmem_default, which a worker cannot change. */
const SOCKET_BUFFER = 212_992;

/**
 * Bytes of the kernel for a process that are not resident memory: page tables, of which reading one page in each 2 MiB
 * takes 4 KiB, and as much as the buffers of its open files may have. Their number is known since Linux 6.2.
 */
function kernelMemoryOf(pid: number): number {
  const pageTables = Number(/^VmPTE:\s+(\d+)/m.exec(readIfPossible(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
  return pageTables + Math.max(0, openFilesOf(pid) - ORDINARY_FILES) * SOCKET_BUFFER;
}

function openFilesOf(pid: number): number {
  return statSync(`/proc/${pid}/fd`, { throwIfNoEntry: false })?.size ?? 0;
}

/** A child belongs to the thread that started it. */
function childrenOf(pid: number, threads: number): number[] {
  const tasks = threads > 1 ? listIfPossible(`/proc/${pid}/task`) : [String(pid)];
  return tasks.flatMap(task =>
    readIfPossible(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** Includes what children wrote that have ended. */
function writtenBy(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readIfPossible(`/proc/${pid}/io`))?.[1] ?? 0);
}

/** Bytes of the kernel for a file, even if it is empty. */
const INODE = 1024;

/** Bytes of the files in a tmpfs, including files that are open but removed; 0 for other file systems. */
function sizeInMemory(path: string): number {
  try {
    const { type, blocks, bfree, bsize, files, ffree } = statfsSync(path);
    return type === TMPFS ? (blocks - bfree) * bsize + (files - ffree) * INODE : 0;
  } catch {
    return 0; // the process has ended
  }
}
