/** Sums over all processes that are read from time to time. */
import { expect, test } from 'vitest';
import { createSettledSum } from '../../src/jobs/settled-sum.js';

function sharedSum(start: number) {
  const all = { sum: start, reads: 0 };
  const open = () =>
    createSettledSum(async () => {
      all.reads++;
      return all.sum;
    });
  const add = async (sum: ReturnType<typeof open>, amount: number, limit: number) => {
    const settle = await sum.add(amount, limit);
    if (settle) all.sum += amount;
    settle?.(true);
    return settle !== null;
  };
  return { all, open, add };
}

test('it is read once for many additions while there is much room, and its own ones count', async () => {
  const { all, open, add } = sharedSum(0);
  const sum = open();
  for (let i = 0; i < 89; i++) expect(await add(sum, 1, 100)).toBe(true);
  expect(all.reads).toBe(1);
});

test('near the limit it is read for each addition: what others add counts, and what is removed', async () => {
  const { all, open, add } = sharedSum(95);
  const sum = open();
  expect(await add(sum, 1, 100)).toBe(true);
  all.sum = 100; // of another process
  expect(await add(sum, 1, 100)).toBe(false);
  all.sum = 99;
  expect(await add(sum, 1, 100)).toBe(true);
  expect(await add(sum, 1, 100)).toBe(false);
});

test('additions of one process that arrive together do not exceed the limit', async () => {
  const { all, open, add } = sharedSum(0);
  const sum = open();
  const added = await Promise.all(Array.from({ length: 50 }, () => add(sum, 10, 100)));
  expect(added.filter(Boolean)).toHaveLength(10);
  expect(all.sum).toBe(100);
});

test('what was not saved does not count', async () => {
  const { open } = sharedSum(0);
  const sum = open();
  (await sum.add(80, 100))!(false);
  expect(await sum.add(80, 100)).not.toBeNull();
  expect(await sum.add(80, 100)).toBeNull();
});
