/** Webhooks on real stores, to a real receiver on loopback. */
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import { LEASE_MS, MAX_UNSETTLED } from '../../../src/jobs/webhooks/deliveries.js';
import { pauseAfter } from '../../../src/jobs/webhooks/delivery.js';
import type { Tried } from '../../../src/jobs/webhooks/sender.js';
import { secretBytes } from '../../../src/jobs/webhooks/signature.js';
import { describeJobStore, LIMITS, newJob, openMemory } from '../test-jobs.js';
import { ANN, KEY, openWebhooks, startReceiver } from './receiver.js';

const outcomes = (tried: readonly Tried[]) => tried.map(({ outcome }) => outcome);

describeJobStore(open => {
  test('a receiver that fails gets ten tries with one id, then the event is given up', async () => {
    const { tried, start, endJob, pass } = await openWebhooks(open);
    const { received, url } = await startReceiver((_request, response) => response.writeHead(500).end());
    await endJob('1', url);
    start();
    for (let tries = 1; tries <= 10; tries++) {
      await expect.poll(() => tried.length).toBe(tries);
      await pass(pauseAfter(tries, null) === null ? 100 * 86_400_000 : 86_400_000 * 1.2);
    }
    expect(outcomes(tried)).toEqual([...Array(9).fill('retried'), 'failed']);
    expect(tried[9]).toMatchObject({ reason: 'status 500', delivery: { tries: 10 } });
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(received).toHaveLength(10);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  });

  test('410 ends the tries', async () => {
    const { tried, start, endJob, pass } = await openWebhooks(open);
    const { received, url } = await startReceiver((_request, response) => response.writeHead(410).end());
    await endJob('1', url);
    start();
    await expect.poll(() => outcomes(tried)).toEqual(['gone']);
    await pass(100 * 86_400_000);
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(received).toHaveLength(1);
  });

  test('a redirect is a failure and is not followed', async () => {
    const { tried, start, endJob } = await openWebhooks(open);
    const target = await startReceiver();
    const { url } = await startReceiver((_request, response) =>
      response.writeHead(307, { location: target.url }).end(),
    );
    await endJob('1', url);
    start();
    await expect.poll(() => tried[0]).toMatchObject({ outcome: 'retried', reason: 'status 307' });
    expect(target.received).toEqual([]);
  });

  test('Retry-After delays the next try', async () => {
    const { tried, start, endJob, pass } = await openWebhooks(open);
    const { url } = await startReceiver((_request, response) =>
      response.writeHead(503, { 'retry-after': '3600' }).end(),
    );
    await endJob('1', url);
    start();
    await expect.poll(() => tried.length).toBe(1);
    await pass(3_599_000);
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(tried).toHaveLength(1);
    await pass(3_600_000 * 0.2 + 1_000);
    await expect.poll(() => tried.length).toBe(2);
  });

  test('private addresses are refused, and the receiver sees nothing', async () => {
    const { tried, start, endJob } = await openWebhooks(open);
    const { received, url } = await startReceiver();
    await endJob('1', url);
    start({ fetcher: createFetcher() });
    await expect.poll(() => tried[0]).toMatchObject({ outcome: 'retried', reason: 'URL_FORBIDDEN' });
    expect(received).toEqual([]);
  });

  test('two senders deliver each event once', async () => {
    const { store, other, start, endJob } = await openWebhooks(open);
    const { received, url } = await startReceiver();
    for (let i = 0; i < 20; i++) await endJob(`${i}`, url);
    start({ deliveries: store.deliveries });
    start({ deliveries: other.deliveries });
    await expect.poll(() => received.length).toBe(20);
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(new Set(received.map(({ id }) => id)).size).toBe(20);
    expect(received).toHaveLength(20);
  });

  test('a slow receiver of one account does not hold up those of others', async () => {
    const { start, endJob } = await openWebhooks(open);
    const slow = await startReceiver(() => {}); // no answer
    const quick = await startReceiver();
    for (let i = 0; i < 20; i++) await endJob(`slow${i}`, slow.url);
    await endJob('quick', quick.url, 'bob@example.org');
    start();
    await expect.poll(() => quick.received.length).toBe(1);
    expect(slow.received.length).toBeLessThanOrEqual(4);
  });

  test('slow receivers of several accounts leave their next turn to an account that waits', async () => {
    const { start, endJob } = await openWebhooks(open);
    const held: ServerResponse[] = [];
    const slow = await startReceiver((_request, response) => void held.push(response));
    const quick = await startReceiver();
    for (let i = 0; i < 24; i++) await endJob(`slow${i}`, slow.url, `slow${i % 4}@example.org`);
    start();
    await expect.poll(() => held.length).toBe(16); // all places are taken
    await endJob('quick', quick.url);
    held[0]!.writeHead(500).end();
    const soon = { timeout: 8_000 }; // the other tries have 15 s
    await expect.poll(() => quick.received.length, soon).toBe(1);
  });

  test('the end of the service leaves what it was sending to another, with the same id', async () => {
    const { store, other, start, endJob } = await openWebhooks(open);
    let isSlow = true;
    const { received, url } = await startReceiver((_request, response) => {
      if (!isSlow) response.writeHead(200).end();
    });
    await endJob('1', url);
    const first = start({ deliveries: store.deliveries });
    await expect.poll(() => received.length).toBe(1);
    isSlow = false;
    await first.close(10);
    start({ deliveries: other.deliveries });
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]!.id).toBe(received[0]!.id);
  });

  test('one that no process could settle is given up with its result', async () => {
    const { store, tried, start, pass } = await openWebhooks(open);
    for (const id of ['1', '2']) {
      await store.add(
        newJob(id, { webhook: 'https://receiver.example.org', receiver: 'sealed', account: ANN }),
        LIMITS,
      );
      await store.cancel(id);
    }
    for (let tries = 0; tries < MAX_UNSETTLED; tries++) {
      await store.deliveries.claim([]);
      await store.deliveries.claim([]);
      await pass(LEASE_MS);
    }
    const removals: string[] = [];
    const errors: Error[] = [];
    const removeResult = async ({ job }: { job: string }) => {
      if (removals.push(job) === 1) throw new Error('cannot be removed');
    };
    start({ sweepMs: 20, removeResult, onError: error => errors.push(error) });
    await expect.poll(() => removals.toSorted()).toEqual(['1', '2']);
    expect(errors).toMatchObject([{ message: 'cannot be removed' }]);
    expect(tried).toMatchObject(Array(2).fill({ outcome: 'failed', reason: 'no outcome' }));
  });

  test('a process that is killed between claiming and sending loses nothing', async () => {
    const { store, other, start, endJob, pass } = await openWebhooks(open);
    const { received, url } = await startReceiver();
    await endJob('1', url);
    const { id } = (await store.deliveries.claim([]))!; // and no more of this process
    start({ deliveries: other.deliveries });
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(received).toEqual([]);
    await pass(LEASE_MS);
    await expect.poll(() => received.map(request => request.id)).toEqual([id]);
  });
});

test('the signature is the HMAC of id, timestamp and body with the bytes of the secret', async () => {
  const { start, endJob } = await openWebhooks(openMemory);
  const { received, url } = await startReceiver();
  await endJob('1', url);
  start();
  await expect.poll(() => received.length).toBe(1);
  const { headers, body } = received[0]!;
  const secret = secretBytes(KEY, ANN, 0);
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(secret).toHaveLength(32);
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
});

describe('the pauses', () => {
  test('are those of the example in Standard Webhooks, with up to a fifth more', () => {
    const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    seconds.forEach((pause, i) => {
      for (let n = 0; n < 50; n++) {
        const milliseconds = pauseAfter(i + 1, null)!;
        expect(milliseconds).toBeGreaterThanOrEqual(pause * 1000);
        expect(milliseconds).toBeLessThanOrEqual(pause * 1200);
      }
    });
    expect(pauseAfter(10, 5)).toBeNull();
    expect(pauseAfter(11, null)).toBeNull();
  });

  test('a receiver can ask for a day at most, and not for a shorter pause', () => {
    expect(pauseAfter(1, 1e9)).toBeLessThanOrEqual(86_400_000 * 1.2);
    expect(pauseAfter(9, 1)).toBeGreaterThanOrEqual(86_400_000);
  });
});
