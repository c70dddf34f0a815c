/** Turns of documents in an engine in the background. */
import { expect, test } from 'vitest';
import { Turns } from '../../src/warm/turns.js';

const NEVER = new AbortController().signal;
const LONG = { waitMs: 60_000, stallMs: 60_000 };

test('turns follow the order of arrival', async () => {
  const turns = new Turns(LONG);
  const order: number[] = [];
  const work = [1, 2, 3].map(async number => {
    expect(await turns.begin(NEVER)).toBe(true);
    order.push(number);
    await Promise.resolve();
    turns.end();
  });
  await Promise.all(work);
  expect(order).toEqual([1, 2, 3]);
});

test('who waits too long has no turn', async () => {
  const turns = new Turns({ ...LONG, waitMs: 1 });
  await turns.begin(NEVER);
  expect(await turns.begin(NEVER)).toBe(false);
  turns.end();
  expect(await turns.begin(NEVER)).toBe(true);
});

test('who leaves has no turn, and those after it have theirs', async () => {
  const turns = new Turns(LONG);
  const leaving = new AbortController();
  await turns.begin(NEVER);
  const left = turns.begin(leaving.signal);
  const patient = turns.begin(NEVER);
  leaving.abort();
  expect(await left).toBe(false);
  turns.end();
  expect(await patient).toBe(true);
  turns.end();
  expect(await turns.begin(leaving.signal)).toBe(false);
});

test('nothing waits for a long document, and those after it have their turns', async () => {
  const turns = new Turns({ ...LONG, stallMs: 1 });
  await turns.begin(NEVER);
  expect(await turns.begin(NEVER)).toBe(false);
  expect(await turns.begin(NEVER)).toBe(false);
  turns.end();
  expect(await turns.begin(NEVER)).toBe(true);
});
