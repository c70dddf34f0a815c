/** What processes use that try to evade being measured. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { MAX_WATCHES } from '../../src/isolation/usage/epoll-watches.js';
import { countEntries, MAX_TASKS, ON_DISK, UsageMeter } from '../../src/isolation/usage/usage.js';
import { type ExceededUsage, idleShare, UsageWatch } from '../../src/isolation/usage/usage-watch.js';
import { compromised, WorkerError } from '../../src/isolation/worker-error.js';
import { defer } from '../../src/system/deferred.js';
import { openFiles } from '../helpers/isolation/limits.js';
import { signalIfRunning } from '../helpers/processes.js';
import { describeWith, linux, testWith } from '../helpers/requires.js';
import { eventually } from './pool.helper.js';

const MIB = 1024 ** 2;
const started: ChildProcess[] = [];

afterEach(() => {
  for (const { pid } of started.splice(0)) signalIfRunning(-pid!);
});

function start(command: string, ...args: string[]): number {
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  started.push(child);
  return child.pid!;
}

const usageOf = (pid: number) => new UsageMeter(pid).read();

function watchesOf(pid: number): Promise<number> {
  const meter = new UsageMeter(pid);
  meter.read();
  return meter.countWatches();
}

const [CREATE, CONTROL, DUPLICATE, EVENTFD, EXIT] =
  process.arch === 'arm64' ? [20, 21, 24, 19, 93] : [291, 233, 292, 290, 60];
const END_OF_THREAD = `syscall(${EXIT}, 0)`;
/** Perl: one instance of epoll watches files under 400 numbers, each of which stands for one file after the other. */
const watches = (count: number) => `$v = "\\0" x 16; $e = syscall ${CREATE}, 0;
  for ($n = 0; $n < ${count};) { $f = syscall ${EVENTFD}, 0, 0; for (100..499) {
    syscall ${DUPLICATE}, $f, $_, 0; syscall ${CONTROL}, $e, 1, $_, $v; last if ++$n == ${count} } }`;

const manyFiles = { missing: 'fewer than 1,024 files may be open', met: openFiles >= 1024 };

const node = (script: string) => start(process.execPath, '-e', script);

describeWith('the usage of a process', [linux], () => {
  it('includes children that a thread started', async () => {
    const child =
      "require('node:child_process').spawn(process.execPath, ['-e', 'globalThis.b = Buffer.alloc(3e8, 1); setInterval(() => {}, 1e6)'])";
    const pid = node(
      `new (require('node:worker_threads').Worker)(${JSON.stringify(`${child}; setInterval(() => {}, 1e6)`)}, { eval: true })`,
    );
    expect(await eventually(() => usageOf(pid).memory > 300 * MIB, 30_000)).toBe(true);
  });

  it('includes more than 64 children', async () => {
    const pid = start('sh', '-c', 'i=0; while [ $i -lt 150 ]; do sleep 100 & i=$((i+1)); done; wait');
    expect(await eventually(() => usageOf(pid).tasks > 150, 30_000)).toBe(true);
    expect(usageOf(pid).tasks).toBeLessThan(170);
    expect(usageOf(pid).memory).toBeGreaterThan(150 * 10 * MIB); // what the kernel may have for the mappings of so many
  });

  it('includes what the threads of a process use whose first one has ended', async () => {
    const script = `threads->create(sub { sleep 1; $n = ${300 * MIB}; $x = "a" x $n; sleep 100 })`;
    const pid = start('perl', '-Mthreads', '-e', `${script}; ${END_OF_THREAD}`);
    expect(await eventually(() => usageOf(pid).memory > 300 * MIB, 30_000)).toBe(true);
  });

  testWith('includes watches of epoll whose files have other numbers now', [manyFiles], async () => {
    const pid = start('perl', '-e', `${watches(880)}; sleep 100`);
    expect(await eventually(async () => (await watchesOf(pid)) >= 880, 30_000)).toBe(true);
    expect(await watchesOf(pid)).toBeLessThan(900);
  });

  testWith('includes watches of epoll of a process whose first thread has ended', [manyFiles], async () => {
    const script = `threads->create(sub { sleep 1; ${watches(880)}; sleep 100 }); ${END_OF_THREAD}`;
    const pid = start('perl', '-Mthreads', '-e', script);
    expect(await eventually(async () => (await watchesOf(pid)) >= 880, 30_000)).toBe(true);
    expect(await watchesOf(pid)).toBeLessThan(900); // once for all threads
  });

  testWith('is measured while other work goes on, however many watches of epoll there are', [manyFiles], async () => {
    const child = spawn('perl', ['-e', `${watches(200_000)}; $| = 1; print "ready"; sleep 100`], { detached: true });
    started.push(child);
    await once(child.stdout, 'data');
    const meter = new UsageMeter(child.pid!);
    meter.read();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    expect(await meter.countWatches()).toBeGreaterThan(MAX_WATCHES);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  it('leaves out what is beyond the limit of threads', async () => {
    const script = `threads->create(sub { sleep 100 }) for 1..${MAX_TASKS}; ${END_OF_THREAD}`;
    const pid = start('perl', '-Mthreads', '-e', script);
    expect(await eventually(() => usageOf(pid).tasks > MAX_TASKS, 30_000)).toBe(true);
    expect(usageOf(pid).memory).toBe(0); // which would be read for each of them
  });

  it('counts threads, and stops above the limit', async () => {
    const pid = start('perl', '-e', 'for (1..4000) { if (!fork) { sleep 100; exit } } sleep 100');
    expect(await eventually(() => usageOf(pid).tasks > MAX_TASKS, 30_000)).toBe(true);
    expect(usageOf(pid).memory).toBeLessThan(50 * MIB); // 4,000 processes have more
  });

  it('includes what was written to the disk, also by children that have ended and to files that are gone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docconv-usage-'));
    const file = join(folder, 'file');
    openSync(file, 'w');
    const script = 'sh -c \'head -c 20000000 /dev/zero > "$0"; rm "$0"\' "$0"; sleep 100; true';
    const pid = start('sh', '-c', script, file);
    expect(await eventually(() => usageOf(pid).written >= 20_000_000, 30_000)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it('includes each new file, also an empty one, and only new ones where it could not be measured', async () => {
    const folder = mkdtempSync('/dev/shm/docconv-usage-'); // where others hardly create and remove files
    const pid = start('sleep', '100');
    const meter = new UsageMeter(pid, null, join(folder, 'worker', 'own'));
    expect(meter.read().files).toBe(0); // there is no such folder yet
    mkdirSync(join(folder, 'worker'));
    meter.read();
    for (let i = 0; i < 3000; i++) mkdirSync(join(folder, 'worker', String(i)));
    const { files } = meter.read();
    expect(files).toBeGreaterThan(2500);
    expect(files).toBeLessThan(10_000);
    expect(await countEntries(folder, 10_000)).toBe(3001);
    expect(await countEntries(folder, 100)).toBe(100);
    renameSync(join(folder, 'worker'), join(folder, 'gone'));
    expect(meter.read().files).toBe(files);
    rmSync(folder, { recursive: true });
  });
});

/** A Perl program whose children use 0.2 s of processor time each, one after the other; it waits for none of them. */
const BURNS = `$SIG{CHLD} = "IGNORE"; $| = 1;
  sub burn { my $end = $_[0]; 1 while (times)[0] + (times)[1] < $end; exit }
  if ($ARGV[0]) { fork or burn($ARGV[0]); sleep 100 }
  for (1..1000) { pipe R, W; fork or burn(0.2); close W; <R>; print "." }`;

describeWith('processor time', [linux], () => {
  it('of a child that nobody waits for counts after its end', async () => {
    const meter = new UsageMeter(start('perl', '-e', BURNS, '1'));
    expect(await eventually(() => meter.read().cpu > 0.7, 30_000)).toBe(true);
    expect(await eventually(() => meter.read().tasks === 1, 30_000)).toBe(true); // it has ended
    expect(meter.read().cpu).toBeGreaterThan(0.7);
  });

  it('of children that end between two measurements is estimated', async () => {
    const child = spawn('perl', ['-e', BURNS], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    started.push(child);
    let spent = 0;
    child.stdout.on('data', (dots: Buffer) => {
      spent += 0.2 * dots.length;
    });
    const meter = new UsageMeter(child.pid!);
    let measured = 0;
    while (spent < 3) {
      await setTimeout(500);
      measured = meter.read().cpu;
    }
    console.log(`${spent.toFixed(1)} s spent, ${measured.toFixed(1)} s measured`);
    expect(measured).toBeGreaterThan(0.4 * spent); // an estimate, by samples
    expect(measured).toBeLessThan(3 * spent + 1);
  });
});

/** The first that a watch reports of these measurements, one for each check. */
function watched() {
  const usage = { memory: 0, cpu: 1, tasks: 1, written: 0, files: 0 };
  const found: ExceededUsage[] = [];
  const own = { files: 0, watches: Promise.resolve(0), watchCounts: 0 };
  const counts: number[] = [];
  const watch = new UsageWatch(
    () => ({ ...usage }),
    what => found.push(what),
    {
      countFiles: async max => {
        counts.push(max);
        return Math.min(max, own.files);
      },
      countWatches: () => {
        own.watchCounts++;
        return own.watches;
      },
    },
    20,
  );
  return { usage, found, own, counts, watch };
}

it('memory is limited after the request, too', async () => {
  const { usage, found, watch } = watched();
  watch.begin({ memory: 100, cpu: 60 })();
  usage.memory = 101;
  expect(await eventually(() => found.length > 0, 30_000)).toBe(true);
  expect(found[0]).toMatchObject({ reason: 'memory', actual: 101, max: 100 });
  watch.stop();
});

it('processor time after the request is limited', async () => {
  const { usage, found, watch } = watched();
  watch.begin({ memory: 100, cpu: 60 })();
  usage.cpu = 3;
  expect(await eventually(() => found[0]?.reason === 'cpu', 30_000)).toBe(true);
  watch.stop();
});

it('processes and written bytes are limited', async () => {
  const { usage, found, watch } = watched();
  const end = watch.begin({ memory: 100, cpu: 60, written: 50 });
  usage.written = 51;
  expect(await eventually(() => found[0]?.reason === 'disk', 30_000)).toBe(true);
  usage.tasks = MAX_TASKS + 1;
  expect(await eventually(() => found.at(-1)?.reason === 'processes', 30_000)).toBe(true);
  end();
  watch.stop();
});

it('watches of epoll are limited, and counted once at a time', async () => {
  const { found, own, watch } = watched();
  const { promise, resolve } = defer<number>();
  own.watches = promise;
  expect(await eventually(() => own.watchCounts > 0, 30_000)).toBe(true);
  await setTimeout(200);
  expect(own.watchCounts).toBe(1);
  resolve(MAX_WATCHES + 1);
  expect(await eventually(() => found.length > 0, 30_000)).toBe(true);
  expect(found[0]).toMatchObject({ reason: 'watches', actual: MAX_WATCHES + 1, max: MAX_WATCHES });
  watch.stop();
});

it('users read which limit a worker with too many watches exceeded', () => {
  const error = new WorkerError('watches', '', { actual: 10_001, max: MAX_WATCHES });
  expect(error.isCompromised).toBe(true);
  expect(compromised(error)).toMatchObject({
    code: 'WORKER_COMPROMISED',
    message: expect.stringMatching(/10,?000 files/),
  });
  expect(compromised(new WorkerError('malformed', '')).message).toContain('violated the protocol');
});

it('files of others do not end a worker, its own do', async () => {
  const { usage, found, own, counts, watch } = watched();
  const end = watch.begin({ memory: 100, cpu: 60, written: 50 * ON_DISK });
  [usage.files, own.files] = [1000, 10];
  expect(await eventually(() => counts.length > 0, 30_000)).toBe(true);
  await setTimeout(200);
  expect({ found, counts }).toEqual({ found: [], counts: [51] }); // not counted anew for the same files
  [usage.files, own.files] = [1041, 51];
  expect(await eventually(() => found[0]?.reason === 'disk', 30_000)).toBe(true);
  expect(found[0]).toMatchObject({ actual: 51 * ON_DISK, max: 50 * ON_DISK });
  end();
  watch.stop();
});

const NO_COUNTS = { countFiles: async () => 0, countWatches: async () => 0 };

it('a request right after another one is measured from the end of that one', async () => {
  let reads = 0;
  const watch = new UsageWatch(
    () => ({ memory: ++reads, cpu: 1, tasks: 1, written: 0, files: 0 }),
    () => {},
    NO_COUNTS,
  );
  watch.begin()();
  expect(reads).toBe(2); // at the start of the worker, and the end of the request
  await setTimeout(100);
  watch.begin()();
  expect(reads).toBe(4);
  expect(watch.memory).toBe(4);
  watch.stop();
});

it.each([
  ['an idle machine', 0, 2, 0.15],
  ['a machine in full use', 2, 2, 0.15],
  ['ten times as many processes as processors', 20, 2, 0.015],
])('a worker that works does not count as waiting on %s', (_, load, processors, share) => {
  expect(idleShare(load, processors)).toBeCloseTo(share);
});
