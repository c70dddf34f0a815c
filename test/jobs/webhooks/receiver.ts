/** A receiver of webhooks on loopback, and senders on a store of jobs. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import { type SenderSettings, startWebhookSender, type Tried } from '../../../src/jobs/webhooks/sender.js';
import { secretBytes } from '../../../src/jobs/webhooks/signature.js';
import { LIMITS, newJob, type OpenTestStore } from '../test-jobs.js';

export const KEY = Buffer.alloc(32, 1);
export const ANN = 'ann@example.org';

export interface Received {
  id: string;
  headers: Record<string, string>;
  body: string;
}

/** A receiver whose answer to each request is that of `answer`, by default 204. */
export async function startReceiver(answer: RequestListener = (_request, response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ id: String(request.headers['webhook-id']), headers: headersOf(request), body });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/hook?token=geheim` };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** A store of jobs, senders that work on it with its clock, and jobs that end. */
export async function openWebhooks(open: OpenTestStore) {
  const { store, other, pass } = await open();
  const tried: Tried[] = [];
  const start = (given: Partial<SenderSettings> = {}) => {
    const sender = startWebhookSender({
      deliveries: store.deliveries,
      fetcher: createFetcher({ allowPrivate: true }),
      secretsOf: async account => [secretBytes(KEY, account, 0)],
      publicUrl: 'https://docs.example.org',
      onTry: made => tried.push(made),
      onError: () => {},
      everyMs: 20,
      ...given,
    });
    onTestFinished(() => sender.close(0));
    return sender;
  };
  const endJob = async (id: string, webhook: string, account = ANN) => {
    await store.add(newJob(id, { webhook, account }), LIMITS);
    await store.cancel(id);
  };
  return { store, other, pass, tried, start, endJob };
}
