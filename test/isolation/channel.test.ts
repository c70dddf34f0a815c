/** Workers that misbehave on the pipe: each loses only its own request, with a code, and the next worker serves. */
import { afterEach, expect, it } from 'vitest';
import { accept, ask, describeViolations, MIB, start, stopWorkers, VIOLATIONS } from './violations.js';

afterEach(stopWorkers);

const goodAnswer = async () => ask(await start(), 'good');

describeViolations(VIOLATIONS);

it('a header of many names is refused before it is parsed', async () => {
  const error = { message: expect.stringContaining('too many values') };
  await expect(ask(await start(), 'a megabyte of names')).rejects.toMatchObject(error);
});

it('a worker that answers before it is asked is ended, and another one serves', async () => {
  const worker = await start();
  // a busy reader may receive both answers at once: then the first request fails already
  const first = await ask(worker, 'good, then an answer without a request').catch(error => error.reason);
  expect(['done', 'malformed']).toContain(first);
  await worker.ended;
  await expect(ask(worker, 'good')).rejects.toMatchObject({ reason: 'malformed' });
  await expect(goodAnswer()).resolves.toBe('done');
});

it.each([
  'stops in the middle of a header',
  'stops in the middle of a length',
  'stops in the middle of a blob',
  'never answers',
])('a worker that %s is ended at the time limit', async behaviour => {
  await expect(ask(await start(), behaviour, 500)).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('a worker that never reads a large request is ended at the time limit', async () => {
  const worker = await start();
  const request = { body: { behaviour: 'good' }, blobs: [Buffer.alloc(64 * MIB)], accept };
  await ask(worker, 'good, but reads nothing more');
  const signal = AbortSignal.timeout(500);
  await expect(worker.request({ ...request, signal })).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('texts of a failure cannot control a terminal and have a limited length', async () => {
  const failure = await ask(await start(), 'a failure with control characters').catch(error => error);
  expect(failure).toMatchObject({ code: 'CORRUPT_DOCUMENT', detail: { part: '[2Jred' } });
  expect(failure.message).toMatch(/^\[2Jredx+$/);
  expect(failure.message.length).toBeLessThanOrEqual(2000);
});
