/** Events as a receiver verifies them, with the library of Standard Webhooks. */
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { secretBytes, secretText } from '../../../src/jobs/webhooks/signature.js';
import { describeJobStore, LIMITS, newJob } from '../test-jobs.js';
import { ANN, KEY, openWebhooks, type Received, startReceiver } from './receiver.js';

const FORMER_KEY = Buffer.alloc(32, 2);
const secretOf = (key: Uint8Array, account = ANN) => secretText(secretBytes(key, account, 0));

describeJobStore(open => {
  test('an event arrives, and its signature is that of Standard Webhooks', async () => {
    const { store, start } = await openWebhooks(open);
    const { received, url } = await startReceiver();
    await store.add(newJob('1', { webhook: url }), LIMITS);
    await store.begin('1');
    await store.end('1', 1, { result: { id: 'result', name: 'a.pdf', size: 5, headers: {} } });
    start();
    await expect.poll(() => received.length).toBe(1);
    const [{ headers, body }] = received as [Received];
    const event = new Webhook(secretOf(KEY)).verify(body, headers);
    const self = 'https://docs.example.org/v1/jobs/1';
    expect(event).toEqual({
      type: 'job.succeeded',
      timestamp: new Date((await store.find('1'))!.endedAt!).toISOString(),
      data: { id: '1', status: 'succeeded', links: { self, result: `${self}/result` } },
    });
    expect(headers['content-type']).toBe('application/json');
    expect(() => new Webhook(secretOf(KEY, 'bob@example.org')).verify(body, headers)).toThrow();
    expect(() => new Webhook(secretOf(KEY)).verify(`${body} `, headers)).toThrow();
  });

  test('during a rotation the former secret verifies as well', async () => {
    const { start, endJob } = await openWebhooks(open);
    const { received, url } = await startReceiver();
    await endJob('1', url);
    start({ secretsOf: async account => [KEY, FORMER_KEY].map(key => secretBytes(key, account, 0)) });
    await expect.poll(() => received.length).toBe(1);
    for (const key of [KEY, FORMER_KEY])
      expect(new Webhook(secretOf(key)).verify(received[0]!.body, received[0]!.headers)).toBeTruthy();
  });
});
