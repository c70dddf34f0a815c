/** Webhooks of jobs, from a real server to a real receiver, which verifies them as its library does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
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

type Environment = () => Promise<Record<string, string>>;

async function opened(environment: Environment, fetcher: 'private' | 'none' = 'private') {
  const server = await startServer(
    { fetcher: fetcher === 'none' ? null : createFetcher({ allowPrivate: true }) },
    await environment(),
  );
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
  return { server, submit, secret };
}

export function webhookCases(environment: Environment): void {
  test('the end of a job is an event with a valid signature', async () => {
    const { server, submit, secret } = await opened(environment);
    const { received, url } = await startReceiver(200);
    const answer = await submit(url);
    const { id } = (await answer.json()) as { id: string };
    expect(answer.status).toBe(202);
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1);
    const event = new Webhook(await secret()).verify(received[0]!.body, received[0]!.headers);
    expect(event).toMatchObject({ type: 'job.succeeded', data: { id, status: 'succeeded' } });
    await expect.poll(() => server.metrics()).toContain('docconv_webhooks_total{outcome="delivered"} 1');
    expect(server.log()).toContain('"outcome":"delivered"');
    expect(server.log()).not.toContain('geheim');
  });

  test('is refused where it is no job, and by a server that makes no requests', async () => {
    const refused = await (await opened(environment)).submit('https://example.org/', { prefer: 'wait=1' });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_parameter' }),
    ]);
    const { submit } = await opened(environment, 'none');
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
    await expect.poll(() => received.length, { timeout: 40_000 }).toBe(2);
    const [first, second] = received.map(({ headers }) => headers['webhook-id']);
    expect(second).toBe(first);
    new Webhook(await secret()).verify(received[1]!.body, received[1]!.headers);
  });
}
