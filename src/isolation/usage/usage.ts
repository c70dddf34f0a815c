/**
 * What a process and all its descendants use, from Linux's /proc; zero on other systems. The limit on the
 * number of processes also bounds the time of one measurement: about 80 microseconds for each process, and 10 for each thread.
 */
import { existsSync, statfsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { listIfPossible, readIfPossible } from '../../system/files/files.js';
import { watchesOf } from './epoll-watches.js';
import { hasReadyThread } from './ready-threads.js';

export interface Usage {
  /**
   * Bytes of resident and swapped memory, of the kernel for its processes, and of the files of a private folder in memory.
   * Pages that several processes share count for each: their proportional share would be fair, but to compute it the kernel
   * walks all page tables.
   */
  memory: number;
  /** Seconds of processor time since each process started, including children that have ended, whoever waited for them. */
  cpu: number;
  /** Processes and threads; at least this many where it is above MAX_TASKS, and the rest is not measured. */
  tasks: number;
  /** Bytes that were written to disks, also to files that are gone. */
  written: number;
  /**
   * Files that the file system with the private folder has gained since the first measurement, by any process; 0 where the
   * private folder is a file system of its own.
   */
  files: number;
}

export const NO_USAGE: Usage = { memory: 0, cpu: 0, tasks: 0, written: 0, files: 0 };

/** Processes and threads of one worker. LibreOffice and Node start threads in proportion to the processors. */
export const MAX_TASKS = 256 + 2 * availableParallelism();

/** Clock ticks per second (USER_HZ), the same on every Linux that Node runs on. */
const TICKS = 100;
/** Type of a tmpfs, statfs(2). */
const TMPFS = 0x01021994;

interface ProcessTimes {
  /** Seconds of processor time. */
  readonly own: number;
  /** Of children that have ended and were waited for, with theirs. */
  readonly ofChildren: number;
}

/** What is known of a process. */
interface Known extends ProcessTimes {
  readonly written: number;
}

/** Measures one process and its descendants again and again. */
export class UsageMeter {
  /** By id and start: a number is used again. */
  #times = new Map<string, Known>();
  /** Seconds of processor time of processes that have ended, and that no other one has as its children's. */
  #lost = 0;
  #measuredAt: number | null = null;
  /**
   * From the clock of the kernel, in which a process states its start, to that of this process: the smallest difference that was
   * seen, so that ages are never too large.
   */
  #clockOffset = Number.POSITIVE_INFINITY;
  /** Files at the first measurement that succeeded, and what was gained until the last one that did. */
  #firstFiles: number | null = null;
  #files = 0;
  /** Of the processes at the last measurement: where /proc shows what their threads share. */
  #folders: readonly string[] = [];

  /**
   * @param temporary a folder, as the descendants of the process see it, that may be a file system in memory
   * @param shared the private folder in a file system in which others create files, too
   */
  constructor(
    private readonly pid: number,
    private readonly temporary: string | null = null,
    private readonly shared: string | null = null,
  ) {}

  /** Zero where the process has ended or the system has no /proc. */
  read(): Usage {
    const usage = { ...NO_USAGE };
    const times = new Map<string, Known>();
    const now = performance.now() / 1000;
    const pids = [this.pid];
    const folders: string[] = [];
    let processes = 0;
    let files = 0;
    let estimated = 0;
    for (; processes < pids.length && usage.tasks <= MAX_TASKS; processes++) {
      const pid = pids[processes]!;
      const { threads, own, ofChildren, start } = statusOf(pid);
      this.#clockOffset = Math.min(this.#clockOffset, now - start);
      const id = `${pid} ${start}`;
      const written = writtenBy(pid) ?? this.#times.get(id)?.written ?? 0;
      times.set(id, { own, ofChildren, written });
      if (!this.#times.has(id)) estimated += this.#othersLike(own, now - start - this.#clockOffset, now);
      usage.cpu += own + ofChildren;
      usage.written += written;
      usage.tasks += threads;
      if (usage.tasks > MAX_TASKS) continue;
      const { folder, memory } = sharedByThreads(pid, threads);
      usage.memory += memory;
      files += openFilesOf(folder);
      folders.push(folder);
      pids.push(...childrenOf(pid, threads));
      if (pids.length > MAX_TASKS) usage.tasks = pids.length;
    }
    usage.memory += kernelMemory(processes, files);
    // the first child, because the process itself is a tool that builds the sandbox and may remain outside of it
    if (this.temporary !== null && pids.length > 1)
      usage.memory += sizeInMemory(`/proc/${pids[1]}/root${this.temporary}`);
    usage.files = this.#countFiles();
    for (const { own, ofChildren, written } of this.#keepUnread(times)) {
      usage.cpu += own + ofChildren;
      usage.written += written;
    }
    this.#chargeEnded(times, estimated);
    this.#measuredAt = now;
    this.#folders = folders;
    return { ...usage, cpu: usage.cpu + this.#lost };
  }

  /** Watches of epoll, as `watchesOf` counts them, of the processes that `read` has found. */
  countWatches(): Promise<number> {
    return watchesOf(this.#folders);
  }

  /** Of the processes that `read` has found. */
  hasReadyThread(): boolean {
    return this.#folders.some(hasReadyThread);
  }

  /** The last value where it cannot be measured: differences must not contain what was there before. */
  #countFiles(): number {
    const files = this.shared === null ? null : filesAt(dirname(this.shared));
    if (files === null) return this.#files;
    this.#firstFiles ??= files;
    this.#files = files - this.#firstFiles;
    return this.#files;
  }

  /** Processes that could not be read, for want of a descriptor for example, but have not ended. */
  #keepUnread(times: Map<string, Known>): readonly Known[] {
    const kept: Known[] = [];
    for (const [id, known] of this.#times) {
      if (times.has(id) || !existsSync(`/proc/${id.split(' ')[0]}`)) continue;
      times.set(id, known);
      kept.push(known);
    }
    return kept;
  }

  /**
   * The kernel adds the time of an ended process to its parent's only where the parent waits for it. What disappeared without
   * that is remembered.
   * @param estimated seconds of processes that were never seen
   */
  #chargeEnded(times: Map<string, Known>, estimated: number): void {
    let lost = estimated;
    for (const [id, { own, ofChildren }] of this.#times) if (!times.has(id)) lost += own + ofChildren;
    for (const [id, { ofChildren }] of times) lost -= ofChildren - (this.#times.get(id)?.ofChildren ?? 0);
    this.#lost += Math.max(0, lost);
    this.#times = times;
  }

  /**
   * Processes that begin and end between two measurements leave no trace where nobody waits for them. For one that is seen for
   * the first time: the seconds of others like it that may have run since the last measurement.
   */
  #othersLike(seconds: number, age: number, now: number): number {
    if (this.#measuredAt === null) return 0;
    const interval = Math.min(now - this.#measuredAt, MAX_INTERVAL);
    const share = Math.min(1, seconds / Math.max(age, 1 / TICKS));
    return share * Math.max(0, interval - age);
  }
}

/** Seconds between two measurements that count as such, on a machine that is too busy to measure in time. */
const MAX_INTERVAL = 1;

/** proc(5): fields are counted from the end of the name in brackets. */
function statusOf(pid: number): ProcessTimes & { threads: number; start: number } {
  const stat = readIfPossible(`/proc/${pid}/stat`);
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const field = (number: number) => fields[number - 3] ?? 0;
  return {
    own: (field(14) + field(15)) / TICKS,
    ofChildren: (field(16) + field(17)) / TICKS,
    threads: field(20),
    start: field(22) / TICKS,
  };
}

/** Open files of a worker that may be of any kind; Node with LibreOffice has about 130. */
const ORDINARY_FILES = 256;
/** Bytes that the buffer of a unix socket holds: net.core.wmem_default, which a worker cannot change. */
const SOCKET_BUFFER = 212_992;
/** Processes of a worker; LibreOffice and what it starts are fewer. */
const ORDINARY_PROCESSES = 16;
/** Bytes of the kernel for the mappings of a process: vm.max_map_count of about 200 bytes, which nothing counts. */
const MAPPINGS = 65_530 * 200;

/** What the kernel may have for the open files and mappings of a worker that has more of them than any engine. */
function kernelMemory(processes: number, files: number): number {
  return Math.max(0, files - ORDINARY_FILES) * SOCKET_BUFFER + Math.max(0, processes - ORDINARY_PROCESSES) * MAPPINGS;
}

/** Of a process whose first thread has ended, only the folders of its other threads show the memory and open files they share. */
function sharedByThreads(pid: number, threads: number): { folder: string; memory: number } {
  const first = { folder: `/proc/${pid}`, memory: memoryOf(`/proc/${pid}`) };
  if (first.memory > 0 || threads < 2) return first;
  for (const task of listIfPossible(`${first.folder}/task`)) {
    const folder = `${first.folder}/task/${task}`;
    const memory = memoryOf(folder);
    if (memory > 0) return { folder, memory };
  }
  return first;
}

/**
 * Bytes of resident memory, of memory that was moved to the disk, and of page tables, of which reading one page in each 2 MiB takes
 * 4 KiB.
 */
function memoryOf(folder: string): number {
  const lines = readIfPossible(`${folder}/status`).matchAll(/^Vm(?:RSS|PTE|Swap):\s+(\d+)/gm);
  return [...lines].reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0);
}

/** Known since Linux 6.2. */
function openFilesOf(folder: string): number {
  return statSync(`${folder}/fd`, { throwIfNoEntry: false })?.size ?? 0;
}

/** A child belongs to the thread that started it. */
function childrenOf(pid: number, threads: number): number[] {
  const tasks = threads > 1 ? listIfPossible(`/proc/${pid}/task`) : [String(pid)];
  return tasks.flatMap(task =>
    readIfPossible(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** Includes what children wrote that have ended. Null: it cannot be read. */
function writtenBy(pid: number): number | null {
  const bytes = /^write_bytes: (\d+)$/m.exec(readIfPossible(`/proc/${pid}/io`))?.[1];
  return bytes === undefined ? null : Number(bytes);
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

/** Bytes on a disk of an empty folder or a link with a long target: a block. The kernel does not count them as written. */
export const ON_DISK = 4096;

/**
 * Files of a file system, of all processes: nothing counts those of one. 0 where the file system has no limit of
 * its own; null: it cannot be read.
 */
function filesAt(path: string): number | null {
  try {
    const { files, ffree } = statfsSync(path);
    return files - ffree;
  } catch {
    return null; // the folder was removed
  }
}
