/** The bytes of documents under way, and the documents that are fetched at once, are bounded in all and for each client. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import { type ByteBudget, createByteBudget } from '../../../src/http/limits/byte-budget.js';
import { createFetches } from '../../../src/http/limits/fetches.js';
import { createMetrics } from '../../../src/http/metrics/metrics.js';
import type { ServerSettings } from '../../../src/http/services.js';
import { type Started, startServer } from '../started.js';

const MB = 1_000_000;

describe('the budget', () => {
  let budget: ByteBudget;
  beforeEach(() => {
    budget = createByteBudget(100 * MB);
  });
  const isRefused = (open: () => unknown) => {
    try {
      open();
      return false;
    } catch {
      return true;
    }
  };

  test('what a client only announces takes from its own share, and nothing from others', () => {
    for (let i = 0; i < 4; i++) budget.open('greedy', 12 * MB);
    expect(isRefused(() => budget.open('greedy', 12 * MB))).toBe(true);
    expect(budget.used).toBeLessThan(MB);
    for (const client of ['a', 'b', 'c', 'd']) budget.open(client, 45 * MB);
  });

  test('bytes that arrived take from all, and return when the request ends', () => {
    const usages = ['a', 'b', 'c', 'd'].map(client => budget.open(client, 0));
    for (const usage of usages.slice(0, 3)) usage.take(29 * MB);
    const [first, , , last] = usages;
    expect(isRefused(() => last!.take(20 * MB))).toBe(true);
    expect(isRefused(() => budget.open('e', 20 * MB))).toBe(true);
    first!.release();
    first!.release();
    last!.take(20 * MB);
    for (const usage of usages) usage.release();
    expect(budget.used).toBe(0);
  });

  test('of many documents that arrive side by side, as many are received as have room', () => {
    const usages = Array.from({ length: 12 }, (_, i) => budget.open(`client${i}`, 0));
    let receiving = usages;
    for (let i = 0; i < 20; i++) receiving = receiving.filter(usage => !isRefused(() => usage.take(MB)));
    expect(receiving).toHaveLength(4); // of 20 MB each
  });

  test('a document that is larger than announced takes from the share of its client', () => {
    const usage = budget.open('a', MB);
    usage.take(49 * MB);
    expect(isRefused(() => usage.take(2 * MB))).toBe(true);
  });

  test('small documents have room that large ones cannot take', () => {
    budget.open('a', 0).take(45 * MB);
    budget.open('b', 0).take(44 * MB);
    expect(isRefused(() => budget.open('c', 2 * MB))).toBe(true);
    budget.open('c', 0.5 * MB).take(0.5 * MB);
  });
});

test('a server that closes its connection while the document waits for the disk does no harm', async () => {
  const web = createServer((_request, response) => response.setHeader('connection', 'close').end(Buffer.alloc(4 * MB)));
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
  let size = 0;
  await createFetcher({ allowPrivate: true }).download({ url, maxBytes: 5 * MB, timeoutMs: 60_000 }, async block => {
    size += block.length;
    await new Promise(resolve => setTimeout(resolve, 5));
  });
  expect(size).toBe(4 * MB);
  web.close();
});

describe('fetches', () => {
  const open: ServerResponse[] = [];
  const web = createServer((_request, response) => {
    open.push(response);
  });
  beforeAll(async () => {
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
  });
  afterAll(() => {
    web.closeAllConnections();
    web.close();
  });

  test('run a few at a time in all and for each client; too many are refused', async () => {
    const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
    const settings = { maxUpload: MB, fetchTimeoutMs: 60_000, fetches: { atOnce: 3, perClient: 2 } } as ServerSettings;
    const metrics = createMetrics();
    const fetches = createFetches(createFetcher({ allowPrivate: true }), settings, metrics);

    const outcomes: string[] = [];
    const fetchFor = (client: string) =>
      fetches
        .fetch(url, client, async () => {}, new AbortController().signal)
        .then(
          release => {
            outcomes.push(client);
            release();
          },
          ({ code }) => void outcomes.push(code),
        );
    const greedy = Array.from({ length: 60 }, () => fetchFor('greedy'));
    await expect.poll(() => open.length).toBe(2);
    const other = fetchFor('other');
    await expect.poll(() => open.length).toBe(3);
    expect(outcomes.filter(code => code === 'OVERLOADED')).toHaveLength(60 - 2 - 48);
    const answering = setInterval(() => open.splice(0).map(response => response.end('x')), 5);
    await Promise.all([...greedy, other]);
    clearInterval(answering);
    expect(outcomes.filter(word => word === 'greedy')).toHaveLength(50);
    expect(await metrics.text()).toContain('docconv_fetches_total{outcome="ok"} 51');
  });
});

describe('the service', () => {
  let server: Started;
  beforeAll(async () => {
    server = await startServer({ uploadBudget: 2 * MB, maxUpload: 3 * MB });
  });
  afterAll(() => server.stop());

  test('counts the document in base64, not its text, which takes a third more', async () => {
    const body = JSON.stringify({ document: { base64: 'QUJD'.repeat(0.3 * MB) } });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${server.url}/v1/verify`, { method: 'POST', headers, body });
    expect(await answer.json(), 'text of 1.2 MB; the share of a client is 1 MB').toMatchObject({ code: 'not_a_pdf' });
  });

  test('refuses a document that has no room: 503 with Retry-After, and counts nothing afterwards', async () => {
    const send = (size: number) =>
      fetch(`${server.url}/v1/verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ document: { base64: 'QUJD'.repeat(size / 3) } }),
      });
    const refused = await send(1.5 * MB);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ code: 'overloaded', retryable: true });
    expect((await send(0.3 * MB)).status).toBe(422);
    expect(await server.metrics()).toContain('docconv_documents_under_way_bytes 0');
  });
});
