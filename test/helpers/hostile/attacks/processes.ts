/** Attacks on other processes, and processes that stay. */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { type Attack, type Attempt, NO_ANSWER, sleep, tryTo } from '../attack.js';
import { SECRET } from '../scene.js';
import { call, REFUSED, type SystemCall } from './system-calls.js';

const PTRACE_ATTACH = 16;
const PTRACE_DETACH = 17;

/** Starts a program whose command line has the attack's id, and does not wait. */
function start(command: string, args: readonly string[], options: SpawnOptions = {}): void {
  spawn(command, args, { stdio: 'ignore', ...options })
    .on('error', () => {})
    .unref();
}

const napOf = ({ scene }: Attempt) => `300.${scene.id}`;

/** A Perl program that ends as `sleep 300.<id>`. */
const daemon =
  (before: string): Attack =>
  async attempt => {
    start('perl', ['-MPOSIX', '-e', `${before}; exec "sleep", "${napOf(attempt)}"`]);
    await sleep(200);
  };

const others = ({ scene }: Attempt) => [scene.parent, scene.bystander];

function memoryOf(pid: number): string | false {
  const range = /^([0-9a-f]+)-[0-9a-f]+ r/m.exec(readFileSync(`/proc/${pid}/maps`, 'latin1'))?.[1];
  if (!range) return false;
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const read = readSync(memory, Buffer.alloc(16), 0, 16, Number.parseInt(range, 16));
  closeSync(memory);
  return read > 0 && `of process ${pid}`;
}

/** Runs as many `sleep` as it can, at most `count`; resolves to how many live. */
async function sleepers(attempt: Attempt, count: number): Promise<number> {
  const script = `i=0; while [ $i -lt ${count} ]; do sleep ${napOf(attempt)} & i=$((i+1)); done; wait`;
  start('/bin/sh', ['-c', script]);
  await sleep(6000);
  return readdirSync('/proc').filter(name => /^\d+$/.test(name) && isOurs(attempt, name)).length;
}

function isOurs(attempt: Attempt, pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(`sleep\0${napOf(attempt)}`);
  } catch {
    return false;
  }
}

const RLIMIT_CORE = 4;
/** Each with arguments that change nothing that matters, or only the bystander. */
const INFLUENCES = (pid: number): [SystemCall, ...(number | Buffer | null)[]][] => [
  ['prlimit64', pid, RLIMIT_CORE, Buffer.alloc(16), null],
  ['setpriority', 0, pid, 1],
  ['ioprio_set', 1, pid, (2 << 13) | 4],
  ['sched_setaffinity', pid, 128, Buffer.alloc(128, 0xff)],
  ['sched_setscheduler', pid, 0, Buffer.alloc(8)],
];

/** Processes of other workers, where they can be seen. */
function otherWorkers(): number[] {
  const own = new Set([process.pid, process.ppid]);
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && !own.has(Number(name)))
    .filter(name => {
      try {
        return /\.worker\.js/.test(readFileSync(`/proc/${name}/cmdline`, 'latin1'));
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Far above what LibreOffice needs. */
const MANY = 1500;

export const PROCESS_ATTACKS: Record<string, Attack> = {
  'leaves a child': attempt => start('sleep', [napOf(attempt)]),
  'leaves a daemon in a session of its own': daemon('fork and exit; setsid(); fork and exit'),
  'leaves a daemon in a process group of its own': daemon('fork and exit; setpgid(0, 0)'),
  'leaves a daemon that ignores signals and closes all descriptors': daemon(
    'fork and exit; setsid(); $SIG{$_} = "IGNORE" for keys %SIG; POSIX::close($_) for 0..255',
  ),
  'leaves a daemon, then dies': async attempt => {
    await daemon('fork and exit; setsid(); fork and exit')(attempt);
    process.kill(process.pid, 'SIGKILL');
  },
  'a chain of processes that fork and exit': async attempt => {
    start('perl', [
      '-MPOSIX',
      '-e',
      `$0 = "sleep ${napOf(attempt)}"; setsid(); for (1..200000) { if (fork) { exit } select(undef, undef, undef, 0.001) }`,
    ]);
    await sleep(300);
  },
  'a daemon keeps stderr and the connection open': async attempt => {
    start('perl', ['-MPOSIX', '-e', `fork and exit; setsid(); exec "sleep", "${napOf(attempt)}"`], {
      stdio: ['ignore', 'ignore', 'inherit', 3],
    });
    await sleep(200);
    process.kill(process.pid, 'SIGKILL');
  },
  'starts 1,500 processes': async attempt => {
    const count = await sleepers(attempt, MANY);
    if (count > MANY * 0.9) attempt.reached(`${count} processes`);
  },
  'starts processes from threads': async attempt => {
    const script = `require('node:child_process').spawn('sleep', ['${napOf(attempt)}'], { stdio: 'ignore' })`;
    const { Worker } = await import('node:worker_threads');
    for (let i = 0; i < 5; i++) new Worker(script, { eval: true }).on('error', () => {});
    await sleep(500);
  },
  'creates a user namespace': async attempt => {
    for (const args of [['-Ur'], ['-Urm'], ['-Urn'], ['-m'], ['-p', '-f'], ['-n']])
      await tryTo(attempt, `unshare ${args.join(' ')}`, () => spawnSync('unshare', [...args, 'true']).status === 0);
  },
  'signals other processes': attempt => {
    for (const pid of others(attempt)) {
      if (call('kill', pid, 0).result === 0)
        attempt.reached(`may signal ${pid === attempt.scene.parent ? 'the parent' : 'a neighbour'}`);
      const descriptor = call('pidfd_open', pid, 0).result;
      if (descriptor >= 0 && call('pidfd_send_signal', descriptor, 0, null, 0).result === 0)
        attempt.reached('may signal by a descriptor');
    }
    call('kill', attempt.scene.bystander, 9);
  },
  'stops other processes': attempt => {
    for (const pid of others(attempt)) call('kill', pid, 28); // SIGWINCH does no harm
    call('kill', attempt.scene.bystander, 19);
  },
  'reads the memory of other processes': async attempt => {
    for (const pid of others(attempt)) {
      await tryTo(attempt, 'read memory', () => memoryOf(pid));
      if (call('ptrace', PTRACE_ATTACH, pid, 0, 0).result === 0) {
        attempt.reached(`traced process ${pid}`);
        call('ptrace', PTRACE_DETACH, pid, 0, 0);
      }
      const descriptor = call('pidfd_open', pid, 0).result;
      if (descriptor < 0) continue;
      const { result } = call('pidfd_getfd', descriptor, 0, 0);
      if (result >= 0) attempt.reached(`took a descriptor of process ${pid}`);
    }
    const local = Buffer.alloc(16);
    const { errno } = call('process_vm_readv', attempt.scene.parent, local, 0, local, 0, 0);
    if (!REFUSED.has(errno) && errno !== 'ESRCH') attempt.reached(`process_vm_readv: ${errno || 'done'}`);
  },
  'changes limits and priorities of other processes': attempt => {
    for (const pid of others(attempt)) {
      const who = pid === attempt.scene.parent ? 'the parent' : 'a neighbour';
      for (const [name, ...args] of INFLUENCES(pid)) {
        if (call(name, ...args).result === 0) attempt.reached(`${name} of ${who}`);
      }
    }
  },
  "reads neighbours' workers": async attempt => {
    for (let i = 0; i < 20; i++) {
      for (const pid of otherWorkers()) {
        await tryTo(attempt, `memory of worker ${pid}`, () => memoryOf(pid));
        for (const name of ['cwd', 'root', 'exe', 'fd/3'])
          await tryTo(attempt, `${name} of worker ${pid}`, () => readlinkSync(`/proc/${pid}/${name}`).length > 0);
        await tryTo(attempt, `environment of worker ${pid}`, () => readFileSync(`/proc/${pid}/environ`).length > 0);
        if (call('kill', pid, 0).result === 0) attempt.reached(`may signal worker ${pid}`);
      }
      await sleep(50);
    }
  },
  "reads the parent's environment, files and descriptors": async attempt => {
    const { parent } = attempt.scene;
    await tryTo(attempt, 'environment of the parent', () =>
      readFileSync(`/proc/${parent}/environ`, 'latin1').includes(SECRET),
    );
    for (const link of ['root', 'cwd', 'exe'])
      await tryTo(attempt, `link ${link} of the parent`, () => readlinkSync(`/proc/${parent}/${link}`));
    for (const name of ['0', '1', '2', '3', '4', '5'])
      await tryTo(attempt, `descriptor ${name} of the parent`, () => readlinkSync(`/proc/${parent}/fd/${name}`));
    await tryTo(
      attempt,
      'files through the root of the parent',
      () => readFileSync(`/proc/${parent}/root${attempt.scene.secret}`).length > 0,
    );
  },
  'reads the environment of every process': attempt => {
    for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
      try {
        if (readFileSync(`/proc/${pid}/environ`, 'latin1').includes(SECRET))
          return attempt.reached(`environment of ${pid}`);
      } catch {
        // refused
      }
    }
  },
  'has descriptors of the parent': attempt => {
    for (const name of readdirSync('/proc/self/fd')) {
      try {
        const target = readlinkSync(`/proc/self/fd/${name}`);
        const own =
          /^(anon_inode|\/dev\/(null|urandom|random)|\/proc|pipe|socket)/.test(target) || target.includes('koffi');
        if (!own) attempt.reached(`descriptor ${name}: ${target}`);
      } catch {
        // closed in the meantime
      }
    }
  },
  'stops itself': () => {
    process.kill(process.pid, 'SIGSTOP');
    return NO_ANSWER;
  },
  'stops its process group': () => {
    try {
      process.kill(0, 'SIGSTOP');
    } catch {
      process.kill(process.pid, 'SIGSTOP');
    }
    return NO_ANSWER;
  },
};
