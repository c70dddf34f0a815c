/** Webhooks of jobs, from a real server to a real receiver, which verifies them as its library does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { createFetcher, type GuardedFetcher } from '../../../src/fetch/index.js';
import { signedPdf } from '../signed.js';
import { startServer } from '../started.js';

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** Answers with the statuses in turn, the last of them from then on. */
async function startReceiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const blocks: Buffer[] = [];
    for await (const block of request) blocks.push(block as Buffer);
    received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(blocks).toString() });
    response.writeHead(statuses.length > 1 ? statuses.shift()! : statuses[0]!).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events?token=geheim` };
}

const PRIVATE = createFetcher({ allowPrivate: true });

type Environment = () => Promise<Record<string, string>>;

async function opened(environment: Environment, fetcher: GuardedFetcher | null = PRIVATE) {
  const server = await startServer({ fetcher }, await environment());
  onTestFinished(() => server.stop());
  const headers = { authorization: `Bearer ${server.key}`, prefer: 'respond-async' };
  const submit = (webhook: string, more: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('file', new Blob([signedPdf()]), 'a.pdf');
    form.set('webhook', webhook);
    return fetch(`${server.url}/v1/verify`, { method: 'POST', headers: { ...headers, ...more }, body: form });
  };
  const secret = async () => {
    const answer = await fetch(`${server.url}/v1/webhook-secret`, { headers });
    return ((await answer.json()) as { secret: string }).secret;
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
  const json = async (path: string, method = 'GET', body?: object): Promise<any> => {
    const type = body && { 'content-type': 'application/json' };
    const options = { method, headers: { ...headers, ...type }, ...(body && { body: JSON.stringify(body) }) };
    const answer = await fetch(server.url + path, options);
    return { httpStatus: answer.status, ...((await answer.json()) as object) };
  };
  return { server, submit, secret, json };
}

export function webhookCases(environment: Environment): void {
  test('the end of a job is an event with a valid signature', async () => {
    const { server, submit, secret } = await opened(environment);
    const { received, url } = await startReceiver(200);
    const answer = await submit(url);
    const { id } = (await answer.json()) as { id: string };
    expect(answer.status).toBe(202);
    await expect.poll(() => received.length).toBe(1);
    const event = new Webhook(await secret()).verify(received[0]!.body, received[0]!.headers);
    expect(event).toMatchObject({ type: 'job.succeeded', data: { id, status: 'succeeded' } });
    await expect.poll(() => server.metrics()).toContain('docconv_webhooks_total{outcome="delivered"} 1');
    expect(server.log()).toContain('"outcome":"delivered"');
    expect(server.log()).not.toContain('geheim');
  });

  test('a job shows the delivery of its webhook, which can be listed and sent again', async () => {
    const { server, submit, secret, json } = await opened(environment);
    const { received, url } = await startReceiver(410, 200);
    const { id: job } = (await (await submit(url)).json()) as { id: string };
    const deliveryOf = async () => (await json(`/v1/jobs/${job}`)).webhookDelivery;
    await expect.poll(async () => (await deliveryOf())?.status).toBe('failed');
    const failed = await deliveryOf();
    expect(failed).toMatchObject({
      ...{ job, type: 'job.succeeded', url, attempts: 1, lastStatus: 410, lastError: null },
      ...{ lastAttemptAt: expect.stringMatching(/Z$/), nextAttemptAt: null, deliveredAt: null },
    });
    expect((await json('/v1/jobs')).jobs[0].webhookDelivery).toEqual(failed);
    const { httpStatus: _httpStatus, ...shown } = await json(`/v1/webhooks/deliveries/${failed.id}`);
    expect(shown).toEqual(failed);
    expect(await json('/v1/webhooks/deliveries?status=failed')).toMatchObject({ deliveries: [failed], next: null });
    expect(await json('/v1/webhooks/deliveries?status=delivered')).toMatchObject({ deliveries: [] });

    const resent = await json(`/v1/webhooks/deliveries/${failed.id}/resend`, 'POST');
    expect(resent).toMatchObject({ httpStatus: 202, id: failed.id, status: 'pending', attempts: 1 });
    await expect.poll(async () => (await deliveryOf()).status).toBe('delivered');
    expect(await deliveryOf()).toMatchObject({ attempts: 2, lastStatus: 200, deliveredAt: expect.any(String) });
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([failed.id, failed.id]);
    new Webhook(await secret()).verify(received[1]!.body, received[1]!.headers);

    const other = { headers: { authorization: `Bearer ${await server.issueKey('other@example.org')}` } };
    const path = `${server.url}/v1/webhooks/deliveries`;
    expect(await (await fetch(path, other)).json()).toEqual({ deliveries: [], next: null });
    for (const [of, method] of [
      [`/${failed.id}`, 'GET'],
      [`/${failed.id}/resend`, 'POST'],
    ])
      expect((await fetch(path + of, { ...other, method: method! })).status).toBe(404);
    expect(await json('/v1/webhooks/deliveries?cursor=a')).toMatchObject({ code: 'invalid_parameter' });
  });

  test('a receiver can be tried', async () => {
    const { secret, json } = await opened(environment);
    const { received, url } = await startReceiver(200, 404);
    const tried = await json('/v1/webhooks/test', 'POST', { url });
    expect(tried).toMatchObject({ httpStatus: 200, delivered: true, status: 200, error: null });
    expect(new Webhook(await secret()).verify(received[0]!.body, received[0]!.headers)).toMatchObject({
      type: 'webhook.test',
    });
    expect(received[0]!.headers['webhook-id']).toBe(tried.id);
    expect(await json('/v1/webhooks/test', 'POST', { url })).toMatchObject({ delivered: false, status: 404 });
    const closed = await json('/v1/webhooks/test', 'POST', { url: 'http://127.0.0.1:1/' });
    expect(closed).toMatchObject({ delivered: false, status: null, error: 'fetch_failed' });
    expect(await json('/v1/webhooks/deliveries')).toMatchObject({ deliveries: [] });
    const forbidden = await json('/v1/webhooks/test', 'POST', { url: 'ftp://127.0.0.1/' });
    expect(forbidden).toMatchObject({ httpStatus: 422, code: 'webhook_undeliverable', errors: [{ pointer: '/url' }] });
  });

  test('after a rotation events are signed with both secrets', async () => {
    const { json } = await opened(environment);
    const { received, url } = await startReceiver(200);
    const verifies = (secret: string) => {
      const { body, headers } = received.at(-1)!;
      return expect(() => new Webhook(secret).verify(body, headers));
    };
    const first = await json('/v1/webhook-secret');
    expect(first).toMatchObject({ rotatedAt: null, formerUntil: null });
    const second = await json('/v1/webhook-secret/rotate', 'POST');
    expect(second.secret).not.toBe(first.secret);
    expect(Date.parse(second.formerUntil) - Date.parse(second.rotatedAt)).toBe(86_400_000);
    expect(await json('/v1/webhook-secret')).toEqual(second);
    await json('/v1/webhooks/test', 'POST', { url });
    for (const { secret } of [first, second]) verifies(secret).not.toThrow();
    expect(received[0]!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    const third = await json('/v1/webhook-secret/rotate', 'POST');
    await json('/v1/webhooks/test', 'POST', { url });
    for (const { secret } of [second, third]) verifies(secret).not.toThrow();
    verifies(first.secret).toThrow();
  });

  test('a URL to which nothing can ever be delivered is refused', async () => {
    const addresses: Record<string, string[]> = { 'private.example.org': ['10.0.0.1', '93.184.216.34'] };
    const resolve = async (name: string) => {
      if (name === 'public.example.org') return ['93.184.216.34'];
      const code = name === 'unanswered.example.org' ? 'ESERVFAIL' : 'ENOTFOUND';
      return addresses[name] ?? Promise.reject(Object.assign(new Error(code), { code }));
    };
    const { submit, json } = await opened(environment, createFetcher({ resolve }));
    for (const url of [
      'http://127.0.0.1/hook',
      'http://[::1]/hook',
      'http://169.254.169.254/latest/meta-data',
      'http://[::ffff:10.0.0.1]/',
      'http://0x7f.1/',
      'https://localhost/',
      'https://printer/',
      'https://private.example.org/',
      'https://no-such-name.example.org/',
      'https://public.example.org:8443/',
      'https://ann:secret@public.example.org/',
      'ftp://public.example.org/',
      'https://',
      'events',
      'https://public.example.org/\0',
      `https://public.example.org/${'a'.repeat(2048)}`,
    ]) {
      const answer = await submit(url);
      const problem = (await answer.json()) as object;
      expect([answer.status, problem], url).toEqual([
        422,
        expect.objectContaining({
          code: 'webhook_undeliverable',
          errors: [expect.objectContaining({ parameter: 'webhook' })],
        }),
      ]);
      expect(JSON.stringify(problem)).not.toMatch(/secret|10\.0\.0\.1"/);
    }
    expect((await json('/v1/jobs')).jobs).toEqual([]);
    for (const url of ['https://public.example.org/a?b=c', 'https://unanswered.example.org/'])
      expect((await submit(url)).status).toBe(202);
  });

  test('is refused where it is no job, and by a server that makes no requests', async () => {
    const refused = await (await opened(environment)).submit('https://example.org/', { prefer: 'wait=1' });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_parameter' }),
    ]);
    const { submit } = await opened(environment, null);
    const alone = await submit('https://example.org/');
    expect([alone.status, await alone.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_parameter' })]);
  });
}

/** What takes as long as the pause before the second try. */
export function secondTryCases(environment: Environment): void {
  test('a receiver that fails gets the same event again', async () => {
    const { submit, secret } = await opened(environment);
    const { received, url } = await startReceiver(500, 200);
    await submit(url);
    await expect.poll(() => received.length).toBe(2);
    const [first, second] = received.map(({ headers }) => headers['webhook-id']);
    expect(second).toBe(first);
    new Webhook(await secret()).verify(received[1]!.body, received[1]!.headers);
  });
}
