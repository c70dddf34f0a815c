/** What every dispatcher promises. */
import { expect, onTestFinished, test } from 'vitest';
import type { Dispatcher } from '../../../src/jobs/queue/dispatcher.js';
import { defer } from '../../../src/system/deferred.js';

export interface TestDispatchers {
  one: Dispatcher;
  /** On the same queue, as another process has it; the same object in memory. */
  two: Dispatcher;
}

const quick = (id: string, account = 'ann') => ({ id, account, bytes: 1_000 });
const slow = (id: string, account = 'ann') => ({ id, account, bytes: 50_000_000 });
const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

export function dispatcherSuite(open: () => Promise<TestDispatchers>): void {
  const opened = async () => {
    const both = await open();
    onTestFinished(async () => {
      await Promise.all([...new Set([both.one, both.two])].map(dispatcher => dispatcher.close()));
    });
    return both;
  };
  /** Runs jobs until it is closed; `begun` has their ids in order. */
  const start = (dispatcher: Dispatcher, atOnce: number, run: (id: string) => Promise<void> = async () => {}) => {
    const begun: string[] = [];
    let [now, most] = [0, 0];
    const workers = dispatcher.work(atOnce, async id => {
      begun.push(id);
      most = Math.max(most, ++now);
      await run(id).finally(() => now--);
    });
    onTestFinished(() => workers.close());
    return { begun, most: () => most, close: () => workers.close() };
  };
  const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

  test('every job runs once, also when it is announced twice', async () => {
    const { one, two } = await opened();
    for (const id of ids(20, 'a')) await Promise.all([one.announce(quick(id)), two.announce(quick(id))]);
    const both = defer<void>();
    const { begun, most } = start(one, 2, async () => {
      if (begun.length === 2) both.resolve();
      await both.promise;
    });
    await expect.poll(() => begun.length).toBe(20);
    await pause(50);
    expect(begun.toSorted()).toEqual(ids(20, 'a').toSorted());
    expect(most()).toBe(2);
  });

  test('a job that is announced while workers wait begins at once', async () => {
    const { one, two } = await opened();
    const { begun } = start(one, 2);
    await pause(300);
    await two.announce(quick('late'));
    await expect.poll(() => begun, { timeout: 5_000 }).toEqual(['late']);
  });

  test('accounts take turns: five jobs behind fifty begin within the first dozen', async () => {
    const { one, two } = await opened();
    for (const id of ids(50, 'a')) await one.announce(quick(id, 'ann'));
    for (const id of ids(5, 'b')) await two.announce(quick(id, 'bob'));
    const { begun } = start(one, 1);
    await expect.poll(() => begun.length).toBe(55);
    expect(begun.indexOf('b4')).toBeLessThan(13);
  });

  test('slow jobs leave a worker for quick ones', async () => {
    const { one } = await opened();
    for (const id of ids(4, 's')) await one.announce(slow(id));
    const free = defer<void>();
    const { begun, most } = start(one, 2, id => (id.startsWith('s') ? free.promise : pause(0)));
    await expect.poll(() => begun).toHaveLength(1);
    await one.announce(quick('q'));
    await expect.poll(() => begun.includes('q')).toBe(true);
    expect(begun.filter(id => id.startsWith('s'))).toHaveLength(1);
    free.resolve(undefined);
    await expect.poll(() => begun.length).toBe(5);
    expect(most()).toBeLessThanOrEqual(2);
  });

  test('a job whose run rejects is offered again', async () => {
    const { one } = await opened();
    let fails = 1;
    await one.announce(quick('a'));
    const { begun } = start(one, 1, async () => {
      if (fails-- > 0) throw new Error('the database is away');
    });
    await expect.poll(() => begun).toEqual(['a', 'a']);
  });

  test('close() waits for what runs and begins nothing else', async () => {
    const { one } = await opened();
    for (const id of ids(5, 'a')) await one.announce(quick(id));
    const free = defer<void>();
    const first = start(one, 1, () => free.promise);
    await expect.poll(() => first.begun.length).toBe(1);
    const closing = first.close();
    free.resolve(undefined);
    await closing;
    await pause(50);
    expect(first.begun).toHaveLength(1);
    const { begun } = start(one, 1);
    await expect.poll(() => begun.length).toBe(4);
  });
}
