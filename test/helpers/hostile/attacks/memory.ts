/** Attacks on memory and disk: each takes more than the limit in a way that is hard to see, and keeps it for a while. */
import { spawn } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readFileSync, statfsSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Attack, type Attempt, sleep } from '../attack.js';
import { call } from './system-calls.js';

const MIB = 1024 ** 2;
/** Longer than two checks of the parent's watch. */
const HELD_MS = 3000;
const TMPFS = 0x01021994;

/** Keeps what was taken; a worker that lives that long was not seen. */
async function hold({ scene, reached }: Attempt, what: string, bytes: number): Promise<void> {
  await sleep(HELD_MS);
  if (bytes > 1.5 * scene.memoryLimit)
    reached(`${Math.round(bytes / MIB)} MiB ${what}, limit ${scene.memoryLimit / MIB}`);
}

const goal = ({ scene }: Attempt) => 2 * scene.memoryLimit;

/** A Perl process that has `bytes` of memory; its command line has the attack's id. */
const hog = (id: string, bytes: number) =>
  ['perl', ['-e', `$x = "a" x ${Math.round(bytes)}; sleep 300 # ${id}`]] as const;

/** Writes files of 64 MiB until the goal or an error. */
function fill(folder: string, bytes: number, keep = true): number {
  const block = Buffer.alloc(MIB, 1);
  let written = 0;
  try {
    for (let file = 0; written < bytes; file++) {
      const path = join(folder, `fill-${file}`);
      const descriptor = openSync(path, 'w');
      if (!keep) unlinkSync(path);
      for (let i = 0; i < 64 && written < bytes; i++) written += writeSync(descriptor, block);
      if (keep) closeSync(descriptor);
    }
  } catch {
    // full
  }
  return written;
}

/** Memory in a file system counts only where it is memory. */
const isMemory = (folder: string) => {
  try {
    return statfsSync(folder).type === TMPFS;
  } catch {
    return false;
  }
};

/** Fills the buffers of pairs of sockets or of pipes that nobody reads. */
async function fillBuffers(attempt: Attempt, make: (pair: Buffer) => number): Promise<void> {
  const block = Buffer.alloc(256 * 1024, 1);
  let taken = 0;
  for (let i = 0; i < 2000 && taken < goal(attempt); i++) {
    const pair = Buffer.alloc(8);
    if (make(pair) !== 0) break;
    try {
      for (let n = 0; n < 64; n++) taken += writeSync(pair.readInt32LE(4), block);
    } catch {
      // full: not blocking
    }
  }
  await hold(attempt, 'in buffers of the kernel', taken);
}

const SOCK_STREAM_NONBLOCK = 1 | 0o4000;
const AF_UNIX = 1;
const O_NONBLOCK = 0o4000;
const F_SETPIPE_SZ = 1031;

/** Reading one page of each 2 MiB takes a page for the table, and none that is counted as resident: all are the zero page. */
const PAGE = 4096;
const HUGE = 2 * MIB;
const PROT_READ = 1;
const MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x02 | 0x20 | 0x4000;
const MADV_POPULATE_READ = 22;

const GIB = 2 ** 30;
const FS_IOC_RESVSP = 0x40305828;
/** struct space_resv: from the start, 1 GiB. */
const WHOLE = Buffer.alloc(48);
WHOLE.writeBigInt64LE(BigInt(GIB), 16);

/** Takes disk space without writing. */
function allocated(take: (descriptor: number) => number): Attack {
  return async attempt => {
    let taken = 0;
    for (let file = 0; file < 6; file++) {
      const descriptor = openSync(`huge-${file}`, 'w');
      ftruncateSync(descriptor, GIB);
      if (take(descriptor) !== 0) break;
      taken += GIB;
    }
    await sleep(HELD_MS);
    if (taken > 5 * GIB) attempt.reached(`${taken / GIB} GiB on disk`);
  };
}

export const MEMORY_ATTACKS: Record<string, Attack> = {
  'memory in a child': async attempt => {
    const child = spawn(...hog(attempt.scene.id, goal(attempt)), { stdio: 'ignore' });
    await hold(attempt, 'in a child', child.pid ? goal(attempt) : 0);
    if (child.exitCode !== null) return;
  },
  'memory in a child of a thread': async attempt => {
    const [command, args] = hog(attempt.scene.id, goal(attempt));
    const script = `require('node:child_process').spawn('${command}', ${JSON.stringify(args)}, { stdio: 'ignore' }); setInterval(() => {}, 1000)`;
    new Worker(script, { eval: true }).on('error', () => {});
    await hold(attempt, 'in a child of a thread', goal(attempt));
  },
  'memory in 100 processes': async attempt => {
    const [command, args] = hog(attempt.scene.id, goal(attempt) / 100);
    const children = Array.from({ length: 100 }, () => spawn(command, args, { stdio: 'ignore' }).on('error', () => {}));
    await hold(
      attempt,
      'in 100 processes',
      children.every(child => child.pid && child.exitCode === null) ? goal(attempt) : 0,
    );
  },
  'memory in a daemon': async attempt => {
    const script = `use POSIX; fork and exit; setsid(); $x = "a" x ${goal(attempt)}; sleep 300 # ${attempt.scene.id}`;
    spawn('perl', ['-e', script], { stdio: 'ignore' }).on('error', () => {});
    await hold(attempt, 'in a daemon', goal(attempt));
  },
  'memory in anonymous files': async attempt => {
    const block = Buffer.alloc(MIB, 1);
    const descriptor = call('memfd_create', 'hoard', 0).result;
    let taken = 0;
    try {
      while (taken < goal(attempt)) taken += writeSync(descriptor, block);
    } catch {
      // refused
    }
    await hold(attempt, 'in an anonymous file', taken);
  },
  'memory in System V segments': async attempt => {
    const segment = call('shmget', 0, goal(attempt), 0o1600).result;
    if (segment < 0) return;
    const address = call('shmat', segment, 0, 0).result;
    if (address === -1) return;
    const descriptor = openSync('/proc/self/mem', 'r+');
    const block = Buffer.alloc(MIB, 1);
    for (let at = 0; at < goal(attempt); at += MIB) writeSync(descriptor, block, 0, MIB, address + at);
    closeSync(descriptor);
    call('shmdt', address);
    await hold(attempt, 'in a segment of shared memory', goal(attempt));
  },
  'memory in /dev/shm': attempt => hold(attempt, 'in /dev/shm', fill('/dev/shm', goal(attempt))),
  'memory in /tmp': attempt => {
    const counted = isMemory('/tmp');
    const written = fill('/tmp', goal(attempt));
    return hold(attempt, 'in /tmp', counted ? written : 0);
  },
  'memory in its folder': attempt => {
    const counted = isMemory(process.cwd());
    const written = fill(process.cwd(), goal(attempt));
    return hold(attempt, 'in its folder', counted ? written : 0);
  },
  'memory in every file system': attempt => {
    let taken = 0;
    for (const folder of ['/', '/dev', '/run', '/var', '/tmp', '/dev/shm', process.cwd()])
      if (isMemory(folder)) taken += fill(folder, goal(attempt));
    return hold(attempt, 'in all file systems', taken);
  },
  'removed files that are open': attempt => {
    const written = fill(process.cwd(), goal(attempt), false);
    return hold(attempt, 'in removed files', isMemory(process.cwd()) ? written : 0);
  },
  'sparse and allocated files of 6 GiB': allocated(file => call('fallocate', file, 0, 0, GIB).result),
  'files of 6 GiB that are allocated by ioctl': allocated(file => call('ioctl', file, FS_IOC_RESVSP, WHOLE).result),
  'memory in page tables': async attempt => {
    const size = (goal(attempt) / PAGE) * HUGE;
    const start = call('mmap', 0, size, PROT_READ, MAP_PRIVATE_ANONYMOUS_NORESERVE, -1, 0).result;
    if (start === -1) return;
    for (let at = start; at < start + size; at += HUGE)
      if (call('madvise', at, PAGE, MADV_POPULATE_READ).result !== 0) break;
    const tables = Number(/VmPTE:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? 0) * 1024;
    await hold(attempt, 'of page tables', tables);
  },
  'memory in the buffers of pipes': attempt =>
    fillBuffers(attempt, pair => {
      const { result } = call('pipe2', pair, O_NONBLOCK);
      if (result === 0) call('fcntl', pair.readInt32LE(4), F_SETPIPE_SZ, MIB);
      return result;
    }),
  'memory in the buffers of sockets': attempt =>
    fillBuffers(attempt, pair => call('socketpair', AF_UNIX, SOCK_STREAM_NONBLOCK, 0, pair).result),
};
