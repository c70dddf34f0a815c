/** Runs the built command line (see dist/) with pipes, or at a pseudo-terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { hasEnded, hasOpen, isRunning } from './processes.js';

const BIN = resolve('bin/docconv.js');

export interface Ended {
  code: number | null;
  out: string;
  err: string;
  /** Standard output as bytes. */
  bytes: Buffer;
}

export interface Surroundings {
  /** Added to the environment; should contain DOCCONV_HOME. */
  env?: Record<string, string>;
  cwd?: string;
  input?: string | Uint8Array;
  /** Denies root its right to ignore file permissions; nothing changes for other users. */
  obeyPermissions?: boolean;
  /** Another installation. */
  bin?: string;
  /** Sends SIGTERM as soon as the process has opened this file. */
  killWhenOpen?: string;
}

/** A DOCCONV_HOME that is removed after the test. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'docconv-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** Environment of a process of Node whose clock is wrong. */
export function clockAhead(seconds: number): Record<string, string> {
  const code = `const now=Date.now;Date.now=()=>now()+${seconds * 1000}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

export async function docconv(
  argv: readonly string[],
  { env, cwd, input, obeyPermissions = false, bin = BIN, killWhenOpen }: Surroundings = {},
): Promise<Ended> {
  const prefix =
    obeyPermissions && process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
  const [command = '', ...args] = [...prefix, process.execPath, bin, ...argv];
  const child = spawn(command, args, { env: environment(env), cwd });
  const [out, err] = [captured(child.stdout), captured(child.stderr)];
  child.stdin.on('error', () => {}); // a command that refuses its arguments ends without reading it
  child.stdin.end(input ?? '');
  if (killWhenOpen !== undefined) void untilOpen(child.pid!, killWhenOpen).then(() => child.kill());
  const code = await exitOf(child);
  return { code, out: out().toString(), err: err().toString(), bytes: out() };
}

export interface Screen extends Surroundings {
  /** Default 0, as on some pseudo-terminals. */
  columns?: number;
}

export interface Typed {
  /** Waits for `prompt` on the screen, then types the answer and Enter. */
  answer(prompt: string, text: string): Promise<void>;
  /** Exit code, and everything that was written to stdout and stderr. */
  ended(): Promise<{ code: number | null; screen: string }>;
}

/** A command line, and the folder in which it runs. */
export interface Command {
  argv: readonly string[];
  cwd?: string | undefined;
}

/** Runs commands one after the other in one process, see docconvResident(). Each that reads stdin reads all of `input`. */
export async function docconvInTurn(commands: readonly Command[], { env, input }: Surroundings = {}): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const { argv, cwd } of commands) {
    ended.push(await docconvResident(argv, { ...(env && { env }), ...(cwd && { cwd }), ...(input && { input }) }));
  }
  return ended;
}

/**
 * Like docconv(), in a process that runs all such commands of a test worker one after the other: for tests of what a
 * command does and prints. Tests of the start, the end, signals or pipes need a process of their own.
 */
export function docconvResident(
  argv: readonly string[],
  { env, cwd = process.cwd(), input = '' }: Pick<Surroundings, 'env' | 'cwd' | 'input'> = {},
): Promise<Ended> {
  const run = async () => {
    resident ??= startResident();
    const request = { argv, cwd, env: environment(env), input: Buffer.from(input).toString('base64') };
    const { code, ...texts } = await resident(request);
    const [bytes, err] = [Buffer.from(texts.out, 'base64'), Buffer.from(texts.err, 'base64')];
    return { code, out: bytes.toString(), err: err.toString(), bytes };
  };
  const ended = last.then(run);
  last = ended.catch(() => {});
  return ended;
}

type Resident = (request: object) => Promise<{ code: number; out: string; err: string }>;
let resident: Resident | null = null;
let last: Promise<unknown> = Promise.resolve();

/** The process ends with this one. */
function startResident(): Resident {
  const child = spawn(process.execPath, ['--input-type=module', '-e', RESIDENT], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  let reject: (reason: Error) => void = () => {};
  child.on('exit', code => {
    resident = null;
    reject(new Error(`The process of the commands exited with ${code}.`));
  });
  return request =>
    new Promise((done, failed) => {
      reject = failed;
      child.once('message', done as (answer: unknown) => void);
      child.send(request);
    });
}

const RESIDENT = `
  import { Readable } from 'node:stream';
  const { main } = await import(${JSON.stringify(pathToFileURL(resolve('dist/cli/main.cjs')).href)});
  const streams = [process.stdout, process.stderr];
  for (const stream of streams) stream.setMaxListeners(0); // each command adds one
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ argv, cwd, env, input }) => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(cwd);
    const stdin = Readable.from(input === '' ? [] : [Buffer.from(input, 'base64')]);
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
    const written = streams.map(stream => {
      const chunks = [];
      stream.write = (chunk, ...rest) => {
        chunks.push(Buffer.from(chunk));
        rest.at(-1)?.call?.();
        return true;
      };
      return chunks;
    });
    const code = await main(argv);
    process.exitCode = 0;
    const [out, err] = written.map(chunks => Buffer.concat(chunks).toString('base64'));
    process.send({ code, out, err });
  });
`;

/** Runs at a pseudo-terminal, with the program `script` of util-linux. */
export function atTerminal(argv: readonly string[], { env, cwd, columns = 0 }: Screen = {}): Typed {
  const command = [process.execPath, BIN, ...argv].map(word => `'${word}'`).join(' ');
  const line = `stty cols ${columns}; ${command}`;
  const { CI: _ci, ...rest } = environment(env);
  const child = spawn('script', ['-qefc', line, '/dev/null'], { env: { ...rest, TERM: 'xterm' }, cwd });
  const shown = captured(child.stdout);
  const screen = () => shown().toString();
  const exited = exitOf(child);
  return {
    async answer(prompt, text) {
      while (!screen().includes(prompt)) {
        if (hasEnded(child)) throw new Error(`ended before "${prompt}":\n${screen()}`);
        await new Promise(done => setTimeout(done, 20));
      }
      child.stdin.write(`${text}\r`);
    },
    ended: async () => ({ code: await exited, screen: screen() }),
  };
}

async function untilOpen(pid: number, path: string): Promise<void> {
  while (isRunning(pid) && !hasOpen(pid, path)) await new Promise(done => setTimeout(done, 20));
}

/** Without a code cache, which the first start in each new home would write. */
function environment(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { DOCCONV_HOME: _home, DOCCONV_API_KEY: _key, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1', NODE_DISABLE_COMPILE_CACHE: '1', ...env };
}

function captured(stream: NodeJS.ReadableStream): () => Buffer {
  const pieces: Buffer[] = [];
  stream.on('data', piece => pieces.push(piece));
  return () => Buffer.concat(pieces);
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'close');
  return code;
}
