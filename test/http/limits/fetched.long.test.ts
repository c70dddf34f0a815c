/** Documents by URL from slow servers: a steady one may finish, and the problem names the limit that ended another. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createFetcher } from '../../../src/fetch/index.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { startServer } from '../started.js';

const PIECES = 34;
const PDF = blankPdf('A contract').bytes;

/** Sends a piece every half a second, for 17 s in all; at the path /stalled.pdf only the first. */
const steady = createServer((request, response) => {
  if (request.url === '/stalled.pdf') return void response.write(PDF.subarray(0, 10));
  let sent = 0;
  const timer = setInterval(() => {
    const [from, to] = [sent, sent + 1].map(piece => Math.ceil((piece * PDF.length) / PIECES));
    response.write(PDF.subarray(from, to));
    if (++sent < PIECES) return;
    clearInterval(timer);
    response.end();
  }, 500);
  response.on('close', () => clearInterval(timer));
});

let origin: string;
beforeAll(async () => {
  await once(steady.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(steady.address() as AddressInfo).port}`;
});
afterAll(() => {
  steady.closeAllConnections();
  steady.close();
});

async function verify({
  path = '/contract.pdf',
  ...settings
}: {
  fetchTimeoutMs?: number;
  fetchIdleMs?: number;
  deadlineMs?: number;
  maxUpload?: number;
  path?: string;
}) {
  const server = await startServer({ fetcher: createFetcher({ allowPrivate: true }), ...settings });
  onTestFinished(() => server.stop());
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ document: { url: `${origin}${path}` } });
  const response = await fetch(`${server.url}/v1/verify`, { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as { code?: string; detail?: string }) };
}

test('a steady server may take longer than 15 s', async () => {
  expect(await verify({})).toMatchObject({ status: 200 });
}, 60_000);

test.each([
  ['fetchTimeout', { fetchTimeoutMs: 2_000 }, 504, 'fetch_timeout', 'did not complete its answer within 2 s'],
  ['fetchIdle', { fetchIdleMs: 1_000, path: '/stalled.pdf' }, 504, 'fetch_timeout', 'nothing came for 1 s'],
  ['deadline', { deadlineMs: 2_000 }, 504, 'fetch_timeout', 'within 2 s, the deadline of the request'],
  ['maxUpload', { maxUpload: 100 }, 413, 'too_large', 'larger than the 100 bytes allowed'],
])(
  'the problem names the limit: %s',
  async (_name, settings, status, code, text) => {
    expect(await verify(settings)).toMatchObject({ status, code, detail: expect.stringContaining(text) });
  },
  60_000,
);
