/** All costly documents in growing sizes, each document in a process of its own: time and memory are linear. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Bytes; the benchmark alone takes twice as much. Here other tests run beside it, which increases processor time. */
const SMALLEST = '500000';

it('time and memory of the inspection are linear', { timeout: 900_000 }, () => {
  const run = spawnSync(process.execPath, ['bench/costly-documents.mjs', '', SMALLEST], { encoding: 'utf8' });
  expect(run.stdout.split('\n').filter(line => line.startsWith('!'))).toEqual([]);
  expect(run.status).toBe(0);
  console.log(run.stdout.trim().split('\n').at(-1));
});
