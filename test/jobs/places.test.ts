/** The places of a process in which jobs are executed. */
import { expect, test } from 'vitest';
import { createPlaces } from '../../src/jobs/places.js';

const never = new AbortController().signal;

test('a job that was taken ahead gets the place that becomes free', async () => {
  const places = createPlaces(1);
  const first = places.reserve('ann');
  await first.take(never);
  expect(places.hasRoom).toBe(true);
  const second = places.reserve('ann');
  expect(places.hasRoom).toBe(false);
  const order: string[] = [];
  const taken = second.take(never).then(() => order.push('taken'));
  await new Promise(resolve => setTimeout(resolve, 20));
  order.push('left');
  first.leave();
  first.leave();
  await taken;
  expect(order).toEqual(['left', 'taken']);
  expect(places.hasRoom).toBe(true);
});

test('behind a long one it is left to others after a second, and none is taken ahead before a short one has ended', async () => {
  const places = createPlaces(1);
  const long = places.reserve('ann');
  await long.take(never);
  const ahead = places.reserve('bob');
  await expect(ahead.take(never)).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  ahead.leave();
  expect(places.hasRoom).toBe(false);
  long.leave();
  const short = places.reserve('bob');
  await short.take(never);
  expect(places.hasRoom).toBe(false);
  short.leave();
  await places.reserve('bob').take(never);
  expect(places.hasRoom).toBe(true);
});

test('without a place at the end of the service it is left to others at once', async () => {
  const places = createPlaces(1);
  await places.reserve('ann').take(never);
  const waiting = places.reserve('ann').take(never);
  places.close();
  await expect(waiting).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  await expect(places.reserve('ann').take(never)).rejects.toMatchObject({ code: 'QUEUE_FULL' });
});
