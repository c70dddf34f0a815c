/** Turns of documents in an engine in the background. */
import { expect, test } from 'vitest';
import { Turns } from '../../src/warm/turns.js';

const NEVER = new AbortController().signal;

test('turns follow the order of arrival', async () => {
  const turns = new Turns();
  const order: number[] = [];
  const work = [1, 2, 3].map(async number => {
    expect(await turns.begin(60_000, NEVER)).toBe(true);
    order.push(number);
    await Promise.resolve();
    turns.end();
  });
  await Promise.all(work);
  expect(order).toEqual([1, 2, 3]);
});

test('who waits too long or leaves has no turn, and those after it have theirs', async () => {
  const turns = new Turns();
  const leaving = new AbortController();
  await turns.begin(0, NEVER);
  const impatient = turns.begin(1, NEVER);
  const left = turns.begin(60_000, leaving.signal);
  const patient = turns.begin(60_000, NEVER);
  leaving.abort();
  expect(await Promise.all([impatient, left])).toEqual([false, false]);
  turns.end();
  expect(await patient).toBe(true);
  turns.end();
  expect(await turns.begin(0, NEVER)).toBe(true);
  expect(await turns.begin(0, leaving.signal)).toBe(false);
});
