/** The order in which a FairQueue starts operations. */
import { expect, test } from 'vitest';
import { FairQueue } from '../../src/isolation/fair-queue.js';

const stays = new AbortController().signal;

/** Operations in the order of their start, then those that were rejected; the first letter is the caller. */
async function orderOf(queue: FairQueue, ...names: string[]): Promise<string[]> {
  const order: string[] = [];
  const refused: string[] = [];
  const all = names.map(async name => {
    const end = await queue.acquire(name[0]!, stays);
    if (end) order.push(name);
    else refused.push(`${name} refused`);
    await new Promise(resolve => setTimeout(resolve, 5));
    end?.();
  });
  await Promise.all(all);
  return [...order, ...refused];
}

test('one caller at a time: first in, first out', async () => {
  expect(await orderOf(new FairQueue(1, 10), 'a1', 'b1', 'a2')).toEqual(['a1', 'b1', 'a2']);
});

test('a caller without running operations comes first', async () => {
  expect(await orderOf(new FairQueue(2, 10), 'a1', 'a2', 'a3', 'a4', 'b1')).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('callers with waiting requests are served in turn', async () => {
  expect(await orderOf(new FairQueue(1, 10), 'a1', 'a2', 'a3', 'b1', 'b2', 'c1')).toEqual([
    'a1',
    'b1',
    'c1',
    'a2',
    'b2',
    'a3',
  ]);
});

test('one caller may fill the queue; a request of another caller evicts its newest request', async () => {
  const alone = await orderOf(new FairQueue(1, 3), 'a1', 'a2', 'a3', 'a4', 'a5');
  expect(alone).toEqual(['a1', 'a2', 'a3', 'a4', 'a5 refused']);
  const joined = await orderOf(new FairQueue(1, 3), 'a1', 'a2', 'a3', 'a4', 'b1', 'b2');
  expect(joined).toEqual(['a1', 'b1', 'a2', 'a3', 'b2 refused', 'a4 refused']);
});

test('a request that may exceed a full queue waits, and is not evicted', async () => {
  const queue = new FairQueue(1, 1);
  const end = await queue.acquire('a', stays);
  const evicted = queue.acquire('a', stays);
  const admitted = queue.acquire('a', stays, true);
  expect(queue.admits('a')).toBe(false);
  const other = queue.acquire('b', stays);
  expect(await evicted).toBeNull();
  end?.();
  for (const waiting of [other, admitted]) (await waiting)!();
});

test('a caller runs no more than its share at once, and does not keep others waiting', async () => {
  const queue = new FairQueue(3, 10, 2);
  expect(await orderOf(queue, 'a1', 'a2', 'a3', 'a4', 'b1', 'c1')).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
});

test('an aborted request leaves the queue', async () => {
  const queue = new FairQueue(1, 2);
  const end = await queue.acquire('a', stays);
  const leaving = new AbortController();
  const left = queue.acquire('b', leaving.signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  const next = queue.acquire('b', stays);
  end?.();
  expect(await next).toBeTypeOf('function');
});

test('aborted requests do not delay later requests of the same caller', async () => {
  const queue = new FairQueue(1, 5);
  const end = await queue.acquire('a', stays);
  for (let i = 0; i < 4; i++) {
    const leaving = new AbortController();
    const left = queue.acquire('b', leaving.signal);
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
  }
  const order = orderOf(queue, 'c1', 'b1', 'c2', 'c3');
  end?.();
  expect(await order).toEqual(['c1', 'b1', 'c2', 'c3']);
});
