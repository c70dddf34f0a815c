/** Webhooks of Gotenberg's routes: what is sent again, and what is not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Started } from '../started.js';
import { openServer, startReceiver, submit } from './webhook-cases.js';

let server: Started;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.stop());

const WAIT = { timeout: 40_000 };

it('a result is sent again until it arrives, and not for an event that fails', async () => {
  const receiver = await startReceiver({ '/result': [500, 200], '/events': [500] });
  await submit(server, receiver);
  await expect.poll(receiver.paths, WAIT).toEqual(['/result', '/result', '/events', '/events', '/events']);
  await sleep(2_500); // the deliveries are looked through each second
  expect(receiver.paths()).toHaveLength(5);
  const [, result, event] = receiver.received;
  expect(result!.headers).toMatchObject({ 'content-type': 'application/pdf', 'gotenberg-trace': 'trace-1' });
  expect(result!.headers['content-disposition']).toContain('filename="a.pdf"');
  expect(result!.body).toMatch(/^%PDF-/);
  expect(JSON.parse(event!.body)).toMatchObject({ event: 'webhook.success', correlationId: 'trace-1' });
});

it('a fault is told once where only the event about it fails', async () => {
  const receiver = await startReceiver({ '/error': [500, 200], '/events': [500] });
  await submit(server, receiver, '45');
  await expect.poll(receiver.paths, WAIT).toEqual(['/error', '/error', '/events', '/events', '/events']);
  await sleep(2_500);
  expect(receiver.paths()).toHaveLength(5);
  const [, error, event] = receiver.received.map(({ body }) => JSON.parse(body));
  expect(error).toMatchObject({ status: 400, message: expect.stringContaining("form field 'rotateAngle' is invalid") });
  expect(event).toMatchObject({ event: 'webhook.error', error });
});

it.each([404, 501])('a receiver that refuses the result with status %i is told so', async status => {
  const receiver = await startReceiver({ '/result': [status] });
  await submit(server, receiver);
  await expect.poll(receiver.paths, WAIT).toEqual(['/result', '/error', '/events']);
});

it('a server without a store that stops waits for results under way', async () => {
  const stopping = await openServer();
  const receiver = await startReceiver({ '/result': [500, 500, 200] });
  await submit(stopping, receiver);
  await expect.poll(receiver.paths, WAIT).toContain('/result');
  await stopping.stop(30_000);
  expect(receiver.paths()).toEqual(['/result', '/result', '/result', '/events']);
});
