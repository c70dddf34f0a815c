/** `docconv serve` and `docconv work` as users run them: the built program in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { hasEnded } from '../helpers/processes.js';

export interface Served {
  url: string;
  process: ChildProcess;
  /** The log so far, one JSON object per line. */
  log(): string;
  /** Standard error so far. */
  messages(): string;
  /** Sends SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

type Environment = Record<string, string>;

export const serve = (env: Environment, ...argv: string[]): Promise<Served> => start('serve', env, argv);
export const work = (env: Environment, ...argv: string[]): Promise<Served> => start('work', env, argv);

async function start(command: 'serve' | 'work', env: Environment, argv: readonly string[]): Promise<Served> {
  const { DOCCONV_API_KEY: _key, ...rest } = process.env;
  const args = ['bin/docconv.js', command, '--port', '0', ...argv];
  const child = spawn(process.execPath, args, { env: { ...rest, NO_COLOR: '1', ...env }, cwd: resolve('.') });
  const [log, messages] = [received(child.stdout), received(child.stderr)];
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  onTestFinished(async () => {
    if (!hasEnded(child)) await stop();
  });
  while (!ADDRESS.test(messages())) {
    if (hasEnded(child)) {
      const by = child.signalCode ? ` by ${child.signalCode}` : '';
      throw new Error(`docconv ${command} ended${by}: ${messages()}`);
    }
    await new Promise(done => setTimeout(done, 30));
  }
  const [, url = ''] = ADDRESS.exec(messages())!;
  return { url, process: child, log, messages, stop };
}

/** The second while its database is away. */
const ADDRESS = /(?:listens|answers 503) on (\S+)/;

function received(stream: NodeJS.ReadableStream): () => string {
  const pieces: Buffer[] = [];
  stream.on('data', piece => pieces.push(piece));
  return () => Buffer.concat(pieces).toString();
}
