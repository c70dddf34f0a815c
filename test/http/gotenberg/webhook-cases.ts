/** Webhooks of Gotenberg's routes, from a real server to a real receiver. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { type Started, startServer } from '../started.js';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** In place of a status: the request is not answered. */
export const HELD = 0;

/** Answers each path with its statuses in turn, the last of them from then on; 200 where none is given. */
export async function startReceiver(statuses: Record<string, number[]>) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const blocks: Buffer[] = [];
    for await (const block of request) blocks.push(block as Buffer);
    const { url: path = '', headers } = request;
    const body = Buffer.concat(blocks).toString('latin1');
    received.push({ path, headers: headers as Record<string, string>, body });
    const own = statuses[path] ?? [200];
    const status = own.length > 1 ? own.shift()! : own[0]!;
    if (status !== HELD) response.writeHead(status).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const paths = () => received.map(({ path }) => path);
  return { received, paths, url };
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function openServer(variables: Record<string, string> = {}): Promise<Started> {
  return startServer({ gotenberg: 'open', fetcher: createFetcher({ allowPrivate: true }) }, variables);
}

/** @param angle of the rotation: another than a quarter turn is a fault of the form */
export async function submit(server: Pick<Started, 'url'>, { url }: Receiver, angle = '90'): Promise<void> {
  const body = new FormData();
  body.append('files', new Blob([Buffer.from(blankPdf('a').bytes)]), 'a.pdf');
  body.append('rotateAngle', angle);
  const headers = {
    'gotenberg-webhook-url': `${url}/result`,
    'gotenberg-webhook-error-url': `${url}/error`,
    'gotenberg-webhook-events-url': `${url}/events`,
    'gotenberg-trace': 'trace-1',
  };
  const { status } = await fetch(`${server.url}/forms/pdfengines/rotate`, { method: 'POST', headers, body });
  expect(status).toBe(204);
}
