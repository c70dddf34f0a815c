/** `docconv serve` as a user runs it: the built bin, a process of its own, a real socket. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';

export interface Served {
  url: string;
  process: ChildProcess;
  /** The log: a JSON object a line. */
  log(): string;
  /** What the operator was told. */
  told(): string;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
}

export async function serve(env: Record<string, string>, ...argv: string[]): Promise<Served> {
  const { DOCCONV_API_KEY: _key, ...rest } = process.env;
  const args = ['bin/docconv.js', 'serve', '--port', '0', ...argv];
  const child = spawn(process.execPath, args, { env: { ...rest, NO_COLOR: '1', ...env }, cwd: resolve('.') });
  const [log, told] = [heard(child.stdout), heard(child.stderr)];
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop();
  });
  while (!told().includes('listens on')) {
    if (child.exitCode !== null) throw new Error(`docconv serve ended: ${told()}`);
    await new Promise(done => setTimeout(done, 30));
  }
  const url = /listens on (\S+)/.exec(told())?.[1] ?? '';
  return { url, process: child, log, told, stop };
}

function heard(stream: NodeJS.ReadableStream): () => string {
  const pieces: Buffer[] = [];
  stream.on('data', piece => pieces.push(piece));
  return () => Buffer.concat(pieces).toString();
}
