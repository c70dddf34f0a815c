/** A document that is refused does not wait for the engine, whose start goes on. */
import { expect, it } from 'vitest';
import { poolWith } from './pool.helper.js';

const REFUSED = { code: 'ENGINE_FAILED' };

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
