/** Starts issuer processes and listens to what they promise. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Issuer {
  /** Keys promised so far. */
  readonly keys: string[];
  readonly ready: Promise<unknown>;
  /** Exit code, or null after a kill. */
  readonly ended: Promise<number | null>;
  readonly process: ChildProcess;
}

export function startIssuer(program: string, root: string, name: string, count: number): Issuer {
  const argv = [program, `${root}/data`, `${root}/config`, name, String(count)];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const keys: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, 'line');
  lines.on('line', line => line !== 'ready' && keys.push(line));
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]).then(([[code]]) => code as number | null);
  return { keys, ready, ended, process: child };
}
