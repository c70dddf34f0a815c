/** Turns of documents in an engine in the background. */
import { expect, test } from 'vitest';
import { Mutex } from '../../src/warm/mutex.js';

const NEVER = new AbortController().signal;
const LONG = { waitMs: 60_000, stallMs: 60_000 };

test('documents follow in the order of arrival', async () => {
  const mutex = new Mutex(LONG);
  const order: number[] = [];
  const work = [1, 2, 3].map(async number => {
    expect(await mutex.acquire(NEVER)).toBe(true);
    order.push(number);
    await Promise.resolve();
    mutex.release();
  });
  await Promise.all(work);
  expect(order).toEqual([1, 2, 3]);
});

test('who waits too long has no turn', async () => {
  const mutex = new Mutex({ ...LONG, waitMs: 1 });
  await mutex.acquire(NEVER);
  expect(await mutex.acquire(NEVER)).toBe(false);
  mutex.release();
  expect(await mutex.acquire(NEVER)).toBe(true);
});

test('who leaves has no turn, and those after it have theirs', async () => {
  const mutex = new Mutex(LONG);
  const leaving = new AbortController();
  await mutex.acquire(NEVER);
  const left = mutex.acquire(leaving.signal);
  const patient = mutex.acquire(NEVER);
  leaving.abort();
  expect(await left).toBe(false);
  mutex.release();
  expect(await patient).toBe(true);
  mutex.release();
  expect(await mutex.acquire(leaving.signal)).toBe(false);
});

test('nothing waits for a long document, and those after it have their turns', async () => {
  const mutex = new Mutex({ ...LONG, stallMs: 1 });
  await mutex.acquire(NEVER);
  expect(await mutex.acquire(NEVER)).toBe(false);
  expect(await mutex.acquire(NEVER)).toBe(false);
  mutex.release();
  expect(await mutex.acquire(NEVER)).toBe(true);
});
