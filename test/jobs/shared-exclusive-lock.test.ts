/** Tasks that run together, and tasks that run alone. */
import { expect, test } from 'vitest';
import { createSharedExclusiveLock } from '../../src/jobs/index.js';
import { defer } from '../../src/system/deferred.js';

const soon = () => new Promise(resolve => setTimeout(resolve, 10));

test('an exclusive task waits for those before it, and those after it wait, unless they give up', async () => {
  const lock = createSharedExclusiveLock();
  const order: string[] = [];
  const [first, alone] = [defer<void>(), defer<void>()];
  const task = (name: string, until?: Promise<void>) => async () => {
    order.push(name);
    await until;
    return name;
  };
  const impatient = new AbortController();
  const before = [lock.shared(task('one', first.promise)), lock.shared(task('two'))];
  expect(lock.isExclusive).toBe(false);
  const exclusive = lock.exclusive(task('alone', alone.promise));
  const after = lock.shared(task('after'), new AbortController().signal);
  const gaveUp = lock.shared(task('gave up'), impatient.signal);
  await soon();
  expect([order, lock.isExclusive]).toEqual([['one', 'two'], true]);
  first.resolve();
  await soon();
  expect(order).toEqual(['one', 'two', 'alone']);
  impatient.abort(new Error('too late'));
  await expect(gaveUp).rejects.toThrow('too late');
  alone.resolve();
  expect(await Promise.all([...before, exclusive, after])).toEqual(['one', 'two', 'alone', 'after']);
  expect([order, lock.isExclusive]).toEqual([['one', 'two', 'alone', 'after'], false]);
});

test('a task that fails leaves the lock to the next ones', async () => {
  const lock = createSharedExclusiveLock();
  const fail = async () => {
    throw new Error('failed');
  };
  for (const run of [lock.shared, lock.exclusive]) await expect(run(fail)).rejects.toThrow('failed');
  expect(await lock.exclusive(async () => 'ran')).toBe('ran');
});
