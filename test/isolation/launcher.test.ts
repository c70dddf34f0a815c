/** Processes that the launcher confines try every call that their filter denies, and what Landlock denies. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { landlockVersion } from '../../src/isolation/sandbox/landlock.js';
import { type Launch, launchCommand } from '../../src/isolation/sandbox/launch.js';
import { ARCHITECTURES, CALLS, type CallName } from '../../src/isolation/sandbox/seccomp/calls.js';
import {
  type Architecture,
  type FilterPolicy,
  hasFilter,
  seccompFilter,
} from '../../src/isolation/sandbox/seccomp/index.js';
import { rulesFor } from '../../src/isolation/sandbox/seccomp/policy.js';
import { evaluate, satisfying } from '../helpers/isolation/bpf.js';
import { hasEnded } from '../helpers/processes.js';
import { WORKER_NEEDS } from '../helpers/reference/worker-needs.js';
import { describeWith } from '../helpers/requires.js';

const seccomp = { missing: 'there is no filter for this system', met: hasFilter(process.platform, process.arch) };
const landlock = { missing: 'this kernel has no Landlock', met: (await landlockVersion()) > 0 };
const PROBE = 'test/fixtures/system-calls.mjs';
const NOTHING: Launch = { landlock: null, policy: {}, ownProcesses: true };

const ARCHITECTURE = process.arch as Architecture;
const { audit, column } = ARCHITECTURES[ARCHITECTURE] ?? ARCHITECTURES.x64;
const numberOf = (call: CallName) => CALLS[call][column];

type Attempt = readonly [call: CallName, args: readonly string[]];

/** The error of each call, 0 for none, in a process with this filter; null: without one. */
async function attempt(launch: Launch | null, attempts: readonly Attempt[]): Promise<number[]> {
  const numbers = JSON.stringify(attempts.map(([call, args]) => [numberOf(call), args]));
  const command = [process.execPath, PROBE, numbers];
  const [program, ...rest] = launch ? launchCommand(launch, command) : command;
  const { stdout } = await promisify(execFile)(program!, rest);
  return JSON.parse(stdout);
}

/** A call for each rule of the policy, which does no harm where no filter denies it. */
function attemptsAgainst(policy: FilterPolicy): Attempt[] {
  return rulesFor(policy).flatMap(({ calls, when = [] }) => {
    const args = when.length === 0 ? Array<string>(6).fill('-1') : satisfying(when).map(String);
    return calls.filter(call => numberOf(call) !== null).map(call => [call, args] as const);
  });
}

describeWith('seccomp in a process that the launcher started', [seccomp], () => {
  const kinds = [...WORKER_NEEDS, { worker: 'an engine without namespaces', policy: { keepAttributes: true } }];

  it.each(kinds)('denies $worker every call of its rules', async ({ policy }) => {
    const attempts = attemptsAgainst(policy);
    const filter = seccompFilter(policy, ARCHITECTURE);
    const expected = attempts.map(([call, args]) =>
      evaluate(filter, { number: numberOf(call)!, args: args.map(BigInt), audit }),
    );
    expect(expected).not.toContain('allow');
    const errors = await attempt({ ...NOTHING, policy }, attempts);
    expect(attempts.map((made, i) => [...made, errors[i]])).toEqual(attempts.map((made, i) => [...made, expected[i]]));
  });

  it('denies what is possible without it', async () => {
    const attempts: Attempt[] = [
      ['socket', ['1', '1', '0']],
      ['socket', ['2', '1', '0']],
      ['socket', ['16', '3', '0']],
      ['socketpair', ['1', '2', '0', '@        ']],
      ['memfd_create', ['@name', '0']],
      ['inotify_init1', ['0']],
      ['chmod', ['@/not/there', '2541']],
      ['personality', ['262144']],
      ['openat', ['-100', '@/dev/null', '512']],
      ['prctl', ['1', '0']],
      ['sched_setaffinity', [String(process.pid), '0', '0']],
      ['setsid', []],
    ];
    const unconfined = await attempt(null, attempts);
    const confined = await attempt(NOTHING, attempts);
    expect(attempts.filter((_, i) => unconfined[i] === confined[i])).toEqual([]);
  });

  it('restricts signals to the process itself where it has no namespace of processes', async () => {
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    const attempts: Attempt[] = [
      ['kill', [String(other.pid), '9']],
      ['kill', ['-1', '9']],
      ['tkill', [String(other.pid), '9']],
      ['tgkill', [String(other.pid), String(other.pid), '9']],
      ['kill', [String(other.pid), '0']],
    ];
    expect(await attempt({ ...NOTHING, ownProcesses: false }, attempts)).toEqual([1, 1, 1, 1, 0]);
    expect(await attempt({ ...NOTHING, ownProcesses: true }, attempts.slice(0, 1))).toEqual([0]);
    expect((await exitOf(other)).signal).toBe('SIGKILL');
  });
});

describe('the launcher', () => {
  it('keeps the arguments, the environment, the process, the working directory and descriptor 3', async () => {
    const script = `const s = new (require('net').Socket)({ fd: 3, readable: true, writable: true });
      s.once('data', data => { s.end(JSON.stringify({ data: String(data), pid: process.pid, cwd: process.cwd(),
        argv: process.argv.slice(1), execArgv: process.execArgv, env: process.env })); });`;
    const args = ['--max-old-space-size=64', '-e', script, '--', 'a b', 'ä"\\'];
    const [program, ...rest] = launchCommand(NOTHING, [process.execPath, ...args]);
    const env = { ONE: 'a=b', UMLAUT: 'ä', EMPTY: '' };
    const child = spawn(program!, rest, { env, cwd: '/', stdio: ['ignore', 'ignore', 'inherit', 'pipe'] });
    const channel = child.stdio[3] as import('node:net').Socket;
    channel.write('ping');
    let text = '';
    for await (const chunk of channel) text += chunk;
    expect(JSON.parse(text)).toEqual({
      ...{ data: 'ping', pid: child.pid, cwd: '/', argv: ['a b', 'ä"\\'], env },
      execArgv: ['--max-old-space-size=64', '-e', script],
    });
  });

  it('makes the program the parent of its daemons where it has no namespace of processes', async () => {
    // the shell, its parent, may end late on a busy machine
    const daemon = 'while kill -0 $$ 2>/dev/null; do sleep 0.05; done; exec sed -n "s/^PPid:.//p" /proc/self/status';
    const script = `const child = require('child_process').spawn('sh', ['-c', '(${daemon}) &']);
      let text = ''; child.stdout.on('data', data => { text += data; });
      child.on('close', () => console.log(process.pid, Number(text)));`;
    const launch: Launch = { ...NOTHING, policy: { sockets: true }, ownProcesses: false };
    const [program, ...rest] = launchCommand(launch, [process.execPath, '-e', script]);
    const { stdout } = await promisify(execFile)(program!, rest);
    const [worker, parent] = stdout.trim().split(' ');
    expect(parent).toBe(worker);
  });

  it('does not keep the pipe open where koffi cannot be loaded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docconv-launcher-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const outfile = join(folder, 'launcher.mjs'); // without node_modules
    const entryPoints = ['src/isolation/sandbox/launcher.worker.ts'];
    await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', external: ['koffi'] });
    const script = `require('fs').closeSync(3); process.stdin.on('data', () => process.exit(7));`;
    const child = spawn(process.execPath, [outfile, JSON.stringify(NOTHING), process.execPath, '-e', script], {
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    });
    await once((child.stdio[3] as Readable).resume(), 'end');
    expect(child.exitCode).toBe(null);
    child.stdin?.write('.');
    expect((await exitOf(child)).code).toBe(7);
  });

  it('reports why it could not start the program', async () => {
    const [program, ...rest] = launchCommand(NOTHING, ['/not/there']);
    const child = spawn(program!, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
    const { code, stderr } = await exitOf(child);
    expect(code).toBe(1);
    expect(stderr).toBe('the worker could not be confined: /not/there cannot be executed: error 2\n');
  });
});

describeWith('Landlock in a process that the launcher started', [landlock], () => {
  it('allows reading and writing as stated, for every thread', async () => {
    const script = `const { Worker } = require('worker_threads'); const fs = require('fs'); const code = work => {
        try { work(); return 'done'; } catch (error) { return error.code; } };
      globalThis.code = code;
      const folder = process.argv[1];
      const inThread = new Worker('const fs = require("fs"); let r = "done"; try { fs.readFileSync("/etc/passwd") } catch (e) { r = e.code } require("worker_threads").parentPort.postMessage(r)', { eval: true });
      inThread.on('message', thread => fs.readFile('/etc/passwd', error => console.log(JSON.stringify({
        main: code(() => fs.readFileSync('/etc/passwd')), thread, pool: error?.code,
        write: code(() => fs.writeFileSync(folder + '/file', 'x')), link: code(() => fs.symlinkSync('/etc', folder + '/link')), through: code(() => fs.readFileSync(folder + '/link/passwd')),
        mode: code(() => fs.chmodSync(folder + '/file', 0o600)), run: code(() => require('child_process').execFileSync(folder + '/file')),
      }))));`;
    const { mkdtemp, rm } = await import('node:fs/promises');
    const folder = await mkdtemp('/tmp/docconv-launcher-');
    try {
      const readable = ['/usr', '/bin', '/lib', '/lib64', '/etc/ld.so.cache', '/proc', process.execPath];
      const rules = { readable, writable: [folder, '/dev/null'], sockets: [], network: false };
      const launch: Launch = {
        ...NOTHING,
        landlock: rules,
        policy: { keepAttributes: true, sockets: true },
        ownProcesses: false,
      };
      const [program, ...rest] = launchCommand(launch, [process.execPath, '-e', script, '--', folder]);
      const { stdout } = await promisify(execFile)(program!, rest, { cwd: '/' });
      expect(JSON.parse(stdout)).toEqual({
        ...{ main: 'EACCES', thread: 'EACCES', pool: 'EACCES', write: 'done', link: 'done', mode: 'EPERM' },
        through: 'EACCES',
        run: 'EACCES',
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

async function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null; stderr: string }> {
  let stderr = '';
  child.stderr?.on('data', chunk => {
    stderr += chunk;
  });
  const [code, signal] = hasEnded(child) ? [child.exitCode, child.signalCode] : await once(child, 'close');
  return { code, signal, stderr };
}
