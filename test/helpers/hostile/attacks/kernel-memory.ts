/** Attacks on memory that no counter of a process shows: shared mappings, and objects of the kernel. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statfsSync, symlinkSync } from 'node:fs';
import koffi from 'koffi';
import { type Attack, type Attempt, sleep } from '../attack.js';
import { call, numberOf, type SystemCall } from './system-calls.js';

const MIB = 1024 ** 2;
const PAGE = 4096;
/** Longer than two checks of the parent's watch. */
const HELD_MS = 3000;
const TMPFS = 0x01021994;
const PROT_READ_WRITE = 3;
const MAP_SHARED_ANONYMOUS = 0x21;
const MAP_PRIVATE_ANONYMOUS = 0x22;
const MAP_HUGETLB = 0x40000;
const MADV_DONTNEED = 4;
const MADV_PAGEOUT = 21;
const [F_SETLK, F_OFD_SETLK] = [6, 37];
const O_RDWR = 'r+';
/** PR_FUTEX_HASH of Linux 6.16, with a number of slots. */
const [FUTEX_HASH, SET_SLOTS, SLOT] = [78, 1, 64];

const goal = ({ scene }: Attempt) => 2 * scene.memoryLimit;

/** Keeps what was taken; a worker that lives that long was not seen. */
async function hold({ scene, reached }: Attempt, what: string, bytes: number): Promise<void> {
  await sleep(HELD_MS);
  if (bytes > 1.5 * scene.memoryLimit) reached(`${Math.round(bytes / MIB)} MiB of ${what}`);
}

const map = (size: number, flags: number, descriptor = -1) =>
  call('mmap', 0, size, PROT_READ_WRITE, flags, descriptor, 0).result;

/** Writes to each page, so that it exists. */
function touch(address: number, size: number): void {
  for (let at = 0; at < size; at += PAGE) koffi.encode(BigInt(address + at), 'uint8_t', 1);
}

/** Fills shared memory in parts, each of which is taken out of the tables of this process. */
function shared(descriptor: number | null, release: boolean): Attack {
  return async attempt => {
    const size = goal(attempt);
    const flags = descriptor === null ? MAP_SHARED_ANONYMOUS : 1;
    const address = map(size, flags, descriptor ?? -1);
    if (address === -1) return;
    for (let at = 0; at < size; at += 16 * MIB) {
      touch(address + at, 16 * MIB);
      if (release) call('madvise', address + at, 16 * MIB, MADV_DONTNEED);
    }
    await hold(attempt, 'shared memory', size);
  };
}

/** Makes so many objects of `bytes` each until the goal or an error. */
function objects(what: string, bytes: number, make: (index: number) => boolean): Attack {
  return async attempt => {
    let count = 0;
    while (count * bytes < goal(attempt) && count < 5_000_000 && make(count)) count++;
    await hold(attempt, what, count * bytes);
  };
}

const made = (name: SystemCall, ...args: (number | Buffer | null)[]) => call(name, ...args).result >= 0;

/** struct flock: one byte of each two. */
function lockAt(descriptor: number, command: number, index: number): boolean {
  const lock = Buffer.alloc(32);
  lock.writeInt16LE(1, 0); // F_WRLCK
  lock.writeBigInt64LE(BigInt(2 * index), 8);
  lock.writeBigInt64LE(1n, 16);
  if (!made('fcntl', descriptor, command, lock)) return false;
  if (index > 0) return true;
  lock.writeInt16LE(1, 0);
  return isLocked(descriptor, command, lock);
}

/** A lock that only seems to be one takes nothing: another open file gets it as well. */
function isLocked(descriptor: number, command: number, lock: Buffer): boolean {
  if (command === F_SETLK) return true;
  const other = openSync(`/proc/self/fd/${descriptor}`, O_RDWR);
  const got = made('fcntl', other, command, lock);
  closeSync(other);
  return !got;
}

/** `script` in each of so many processes; its command line has the attack's id. */
function inProcesses(count: number, bytes: number, what: string, script: string): Attack {
  return async attempt => {
    const loop = `for (1..${count}) { next if fork; ${script}; sleep 300 } sleep 300 # ${attempt.scene.id}`;
    const child = spawn('perl', ['-e', loop], { stdio: 'ignore' }).on('error', () => {});
    await hold(attempt, what, child.pid ? count * bytes : 0);
  };
}

const perlMap = `syscall(${numberOf('mmap')}, 0, 4096, $_ % 2, ${MAP_PRIVATE_ANONYMOUS}, -1, 0)`;
const perlPair = `syscall(${numberOf('socketpair')}, 1, 2049, 0, $p = "x" x 8); syswrite(F, "x" x 250000) if open(F, ">&=", unpack("l", $p)); push @k, *F{IO}`;

const isMemory = () => statfsSync(process.cwd()).type === TMPFS;

export const KERNEL_MEMORY_ATTACKS: Record<string, Attack> = {
  'shared memory without a file': shared(null, false),
  'shared memory that is taken out of the tables': shared(null, true),
  'shared memory of /dev/zero': attempt => shared(openSync('/dev/zero', O_RDWR), true)(attempt),
  'memory that is advised to the disk': async attempt => {
    const address = map(goal(attempt), MAP_PRIVATE_ANONYMOUS);
    for (let at = 0; at < goal(attempt); at += 16 * MIB) {
      touch(address + at, 16 * MIB);
      call('madvise', address + at, 16 * MIB, MADV_PAGEOUT);
    }
    await hold(attempt, 'memory advised away', goal(attempt));
  },
  'memory in huge pages': attempt => {
    const address = map(goal(attempt), MAP_PRIVATE_ANONYMOUS | MAP_HUGETLB);
    if (address === -1) return;
    touch(address, goal(attempt));
    return hold(attempt, 'huge pages', goal(attempt));
  },
  'locks on ranges of a file': async attempt => {
    const descriptor = openSync('locked', 'w+');
    const child = spawn('perl', [
      '-e',
      `use Fcntl; open F, "+<", "locked"; $l = pack "ssx4qql", 1, 0, 0, 1, 0; exit !fcntl F, ${F_SETLK}, $l`,
    ]);
    lockAt(descriptor, F_SETLK, 0);
    const code = await new Promise(resolve => child.on('exit', resolve));
    if (code === 0) return; // another process has the same lock: there is none
    await objects('locks', 200, index => lockAt(descriptor, F_SETLK, index))(attempt);
  },
  'locks of an open file': attempt => {
    const descriptor = openSync('locked', 'w+');
    return objects('locks', 200, index => lockAt(descriptor, F_OFD_SETLK, index))(attempt);
  },
  'many open eventfds': objects('eventfds', 0.2 * MIB, () => made('eventfd2', 0, 0)),
  'many open timers': objects('timers with a descriptor', 0.2 * MIB, () => made('timerfd_create', 1, 0)),
  'many open signal descriptors': objects('signal descriptors', 0.2 * MIB, () =>
    made('signalfd4', -1, Buffer.alloc(8), 8, 0),
  ),
  'many instances of epoll': objects('epoll', 0.2 * MIB, () => made('epoll_create1', 0)),
  'many timers': objects('timers', 400, () => made('timer_create', 1, null, Buffer.alloc(8))),
  'contexts of asynchronous reading': objects('contexts', MIB, () => made('io_setup', 32_768, Buffer.alloc(8))),
  'filters of system calls': objects('filters', 0.2 * MIB, () => made('prctl', 22, 2, FILTER)),
  'filters of system calls by seccomp()': objects('filters', 0.2 * MIB, () => made('seccomp', 1, 0, FILTER)),
  'rules of Landlock': objects('rulesets', 0.2 * MIB, () =>
    made('landlock_create_ruleset', Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]), 8, 0),
  ),
  'new terminals': objects('terminals', 0.1 * MIB, () => openSync('/dev/ptmx', O_RDWR) >= 0),
  'a table for futexes': attempt =>
    hold(attempt, 'a table', made('prctl', FUTEX_HASH, SET_SLOTS, goal(attempt) / SLOT, 0) ? goal(attempt) : 0),
  'locked memory': attempt => {
    const address = map(goal(attempt), MAP_PRIVATE_ANONYMOUS);
    return hold(attempt, 'locked memory', made('mlock', address, goal(attempt)) ? goal(attempt) : 0);
  },
  'attributes of files': attempt => {
    closeSync(openSync('attributes', 'w'));
    return objects(
      'attributes',
      64 * 1024,
      index => call('setxattr', 'attributes', `user.a${index}`, Buffer.alloc(64 * 1024), 64 * 1024, 0).result === 0,
    )(attempt);
  },
  'links with long targets': attempt => {
    mkdirSync('links');
    const bytes = isMemory() ? PAGE : 0;
    return objects('links', bytes, index => index < 100_000 && link(`links/${index}`))(attempt);
  },
  'mappings in 200 processes': inProcesses(200, 13 * MIB, 'mappings', `${perlMap} for 1..65000`),
  'buffers of sockets in 30 processes': inProcesses(30, 40 * MIB, 'buffers', `for (1..100) { ${perlPair} }`),
};

/** struct sock_fprog with a program of 4096 instructions that allow everything. */
const INSTRUCTIONS = Buffer.alloc(8 * 4096);
for (let at = 0; at < INSTRUCTIONS.length; at += 8) INSTRUCTIONS.writeBigUInt64LE(0x7fff000000000006n, at);
const FILTER = Buffer.alloc(16);
FILTER.writeUInt16LE(4096, 0);
FILTER.writeBigUInt64LE(koffi.address(INSTRUCTIONS), 8);

function link(path: string): boolean {
  try {
    symlinkSync('x'.repeat(4000), path);
    return true;
  } catch {
    return false;
  }
}
