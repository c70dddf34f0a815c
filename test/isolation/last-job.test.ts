/** A worker that says that its job is its last one, needs another process, or refuses a document while it starts. */
import { expect, it } from 'vitest';
import { eventually, poolWith } from './pool.helper.js';

const REFUSED = { code: 'ENGINE_FAILED' };

it('a worker gets no job after its last one', async () => {
  const { workers } = poolWith(['']);
  const first = await workers.run('good');
  expect(await workers.run('last')).toBe(first);
  expect(await workers.run('good')).not.toBe(first);
  expect(workers.pool.status().lost).toBe(0);
});

it('its successor starts while the last job runs', async () => {
  const { workers } = poolWith(['']);
  await workers.run('good');
  const last = workers.run('last and slow');
  expect(await eventually(() => workers.pool.status().workers === 2, 20_000)).toBe(true);
  expect(workers.pool.status().busy).toBe(1);
  await last;
  expect(await eventually(() => workers.pool.status().workers === 1, 20_000)).toBe(true);
});

it('a last job may fail', async () => {
  const { workers } = poolWith(['']);
  await expect(workers.run('last and refuse')).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  expect(await workers.run('good')).toMatch(/^%PDF/);
});

it('every job may be the last one', async () => {
  const { workers } = poolWith([''], { size: 2 });
  const ids = await Promise.all(Array.from({ length: 6 }, () => workers.run('last')));
  expect(new Set(ids).size).toBe(6);
});

it('a worker that says so twice violates the protocol', async () => {
  await expect(poolWith(['']).workers.run('last twice')).rejects.toMatchObject({ code: 'WORKER_COMPROMISED' });
});

it('a job that needs a new process gets one, beside workers that are idle', async () => {
  const { workers } = poolWith([''], { size: 2 });
  const used = new Set(await Promise.all([1, 2].map(() => workers.run('slow'))));
  expect(used.size).toBe(2);
  expect(used).not.toContain(await workers.run('in a new process'));
  expect(workers.pool.status()).toMatchObject({ lost: 0 });
});

it('a document is refused although the engine never starts', async () => {
  const { workers } = poolWith(['hang']);
  await expect(workers.run('refuse')).rejects.toMatchObject(REFUSED);
  await expect(workers.run('refuse')).rejects.toMatchObject(REFUSED);
  expect(workers.pool.status()).toEqual({ workers: 1, busy: 0, queued: 0, lost: 0 });
});

it('the next document is sent to the same worker, which still starts', async () => {
  const { workers, started } = poolWith(['slow']);
  await expect(workers.run('refuse')).rejects.toMatchObject(REFUSED);
  expect(await workers.run('tell when')).toContain('before the start');
  await expect(workers.run('refuse')).rejects.toMatchObject(REFUSED);
  expect(started()).toBe(1);
});

it('after a start that fails, the next worker converts the next document', async () => {
  const { workers, started } = poolWith(['crash', 'slow']);
  const refused = expect(workers.run('refuse')).rejects.toMatchObject(REFUSED);
  expect(await workers.run('good')).toMatch(/^%PDF/);
  await refused;
  expect(started()).toBe(2);
});
