/** Processes that issue keys. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { openLocalKeys } from '../../src/keys/index.js';
import { bundle } from '../helpers/bundle.js';
import { makeFolder } from './test-keys.js';

export interface Issuer {
  /** Keys issued so far. */
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

export const openStore = (root: string) => openLocalKeys({ data: join(root, 'data'), config: join(root, 'config') });

/** Kills two processes at random moments in each round: every file stays complete, and no issued key is lost. */
export async function killIssuers(rounds: number): Promise<void> {
  const program = await bundle('test/keys/issuer.main.ts');
  const root = makeFolder();
  const issued: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const pair = ['a', 'b'].map(name => startIssuer(program, root, `${name}${round}`, 1000));
    await Promise.all(pair.map(({ ready }) => ready));
    await expect.poll(() => pair.flatMap(({ keys }) => keys).length).toBeGreaterThan(0);
    for (const { process } of pair) {
      await sleep(Math.random() * 30);
      process.kill('SIGKILL');
    }
    await Promise.all(pair.map(({ ended }) => ended));
    issued.push(...pair.flatMap(({ keys }) => keys));
    for (const file of readdirSync(join(root, 'data')).filter(name => /^(keys|codes)\.json$/.test(name)))
      expect(() => JSON.parse(readFileSync(join(root, 'data', file), 'utf8')), file).not.toThrow();
  }
  const keys = await openStore(root);
  const { code } = await keys.issueCode({ email: 'last@example.org' });
  await keys.redeemCode({ email: 'last@example.org', code });
  expect(issued.length).toBeGreaterThanOrEqual(rounds);
  for (const key of issued) expect(await keys.authenticate(key)).not.toBeNull();
}
