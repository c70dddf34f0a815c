/** Requests that one server counts without a store. */
import { expect, test } from 'vitest';
import { createOwnCounts } from '../../../src/http/limits/rate-limit.js';

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

test('a window begins with its first request and ends by a clock that is never set', async () => {
  const counts = createOwnCounts();
  expect(await counts.count('ann', 60_000)).toEqual({ current: 1, ttl: 60_000 });
  await pause(20);
  const second = await counts.count('ann', 60_000);
  expect(second.current).toBe(2);
  expect(second.ttl).toBeLessThan(60_000);
  expect(await counts.count('bob', 10)).toMatchObject({ current: 1 });
  await pause(20);
  expect(await counts.count('bob', 10)).toMatchObject({ current: 1 });
});

test('of more clients than it remembers, those whose windows began first are forgotten', async () => {
  const counts = createOwnCounts();
  for (let i = 0; i <= 50_000; i++) await counts.count(`client ${i}`, 60_000);
  expect(await counts.count('client 50000', 60_000)).toMatchObject({ current: 2 });
  expect(await counts.count('client 0', 60_000)).toMatchObject({ current: 1 });
});
