/** Runs the built command line (see dist/) with pipes, or at a pseudo-terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

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
  /** Sends SIGTERM after this time. */
  killAfterMs?: number;
}

/** A DOCCONV_HOME that is removed after the test. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'docconv-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

export async function docconv(
  argv: readonly string[],
  { env, cwd, input, obeyPermissions = false, killAfterMs }: Surroundings = {},
): Promise<Ended> {
  const prefix = obeyPermissions && process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override'] : [];
  const [command = '', ...args] = [...prefix, process.execPath, BIN, ...argv];
  const child = spawn(command, args, { env: environment(env), cwd });
  const [out, err] = [captured(child.stdout), captured(child.stderr)];
  child.stdin.end(input ?? '');
  if (killAfterMs !== undefined) setTimeout(() => child.kill(), killAfterMs);
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

/** Runs commands one after the other in one process, since each start takes long on a busy machine. One may read stdin. */
export async function docconvInTurn(
  commands: readonly Command[],
  { env, input }: Surroundings = {},
): Promise<{ code: number; out: string; err: string }[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', IN_TURN, JSON.stringify(commands)], {
    env: environment(env),
  });
  const [out, err] = [captured(child.stdout), captured(child.stderr)];
  child.stdin.end(input ?? '');
  if ((await exitOf(child)) !== 0) throw new Error(err().toString());
  return JSON.parse(out().toString());
}

const IN_TURN = `
  const { main } = await import(${JSON.stringify(pathToFileURL(resolve('dist/cli/main.js')).href)});
  const write = process.stdout.write.bind(process.stdout);
  const ended = [];
  for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0); // each command adds one
  for (const { argv, cwd } of JSON.parse(process.argv[1])) {
    const texts = { out: '', err: '' };
    process.stdout.write = text => Boolean((texts.out += text));
    process.stderr.write = text => Boolean((texts.err += text));
    if (cwd) process.chdir(cwd);
    ended.push({ code: await main(argv), ...texts });
  }
  write(JSON.stringify(ended));
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
        if (child.exitCode !== null) throw new Error(`ended before "${prompt}":\n${screen()}`);
        await new Promise(done => setTimeout(done, 20));
      }
      child.stdin.write(`${text}\r`);
    },
    ended: async () => ({ code: await exited, screen: screen() }),
  };
}

function environment(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { DOCCONV_HOME: _home, DOCCONV_API_KEY: _key, ...rest } = process.env;
  return { ...rest, NO_COLOR: '1', ...env };
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
