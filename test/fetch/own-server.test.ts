/** Requests to a server that the operator has configured: to it alone, with what the caller gives. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createOwnServer } from '../../src/fetch/index.js';
import { startProxy } from '../helpers/servers/proxy.js';
import { ALLOWED, type Planted, plant } from './servers.js';

let planted: Planted;
beforeAll(async () => {
  planted = await plant();
});
afterAll(() => planted.close());

const origin = () => `http://${ALLOWED}:${planted.port}`;

function get(path: string, { timeoutMs = 20_000, maxBytes = 200_000 } = {}) {
  const url = path.startsWith('/') ? origin() + path : path;
  return createOwnServer({ origin: origin(), proxies: {} })({ method: 'GET', url, headers: {}, maxBytes, timeoutMs });
}

async function* blocksOf(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** A server that answers with what it received. */
async function startEcho(): Promise<{ origin: string; complete(): number }> {
  let complete = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    complete++;
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, body, headers }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, complete: () => complete };
}

async function put(blocks: AsyncIterable<Uint8Array>, size: number) {
  const echo = await startEcho();
  const request = createOwnServer({ origin: echo.origin, proxies: {} });
  const headers = { authorization: 'AWS4-HMAC-SHA256 x', 'x-amz-date': 'y' };
  const url = `${echo.origin}/a`;
  const sent = request({ method: 'PUT', url, headers, body: { blocks, size }, maxBytes: 10_000, timeoutMs: 20_000 });
  return { sent, complete: echo.complete };
}

test('the request has the method, all headers, and the blocks of its body', async () => {
  const { status, body } = await (await put(blocksOf('one ', 'two'), 7)).sent;
  expect(status).toBe(200);
  expect(JSON.parse(body.toString())).toMatchObject({
    method: 'PUT',
    url: '/a',
    body: 'one two',
    headers: { authorization: 'AWS4-HMAC-SHA256 x', 'x-amz-date': 'y', 'content-length': '7' },
  });
});

test.each([6, 8])('a body of 7 bytes that should have %i never arrives completely', async size => {
  const { sent, complete } = await put(blocksOf('one ', 'two'), size);
  await expect(sent).rejects.toMatchObject({ code: 'FETCH_FAILED' });
  expect(complete()).toBe(0);
});

test('an error of the body is the error of the request, which does not arrive completely', async () => {
  const broken = async function* () {
    yield Buffer.from('one ');
    throw new Error('the disk failed');
  };
  const { sent, complete } = await put(broken(), 7);
  await expect(sent).rejects.toThrow('the disk failed');
  expect(complete()).toBe(0);
});

test('a connection that is lost while the body is sent: FETCH_FAILED', async () => {
  const server = createServer(request => request.once('data', () => request.socket.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const block = 'x'.repeat(1 << 20);
  const body = { blocks: blocksOf(...Array(20).fill(block)), size: 20 * block.length };
  const sent = createOwnServer({ origin, proxies: {} })({
    ...{ method: 'PUT', url: `${origin}/a`, headers: {}, body, maxBytes: 9000, timeoutMs: 20_000 },
  });
  await expect(sent).rejects.toMatchObject({ code: 'FETCH_FAILED' });
});

test('no other origin is requested, and no redirect is followed', async () => {
  const before = planted.reached();
  for (const other of ['http://127.0.0.1:{port}/', 'https://{host}:{port}/', 'http://{host}.example.org:{port}/']) {
    const url = other.replace('{port}', String(planted.port)).replace('{host}', ALLOWED);
    await expect(get(url)).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
  }
  const seen = planted.requests.length;
  expect(await get(`/redirect?to=${encodeURIComponent('/file')}`)).toMatchObject({ status: 302 });
  expect(planted.requests.length - seen).toBe(1);
  expect(planted.reached()).toBe(before);
});

test('every status is an answer', async () => {
  expect(await get('/status?is=503')).toMatchObject({ status: 503 });
  expect(await get('/file')).toMatchObject({ status: 200, body: Buffer.from('%PDF-1.7') });
});

test('time and size of an answer are limited', async () => {
  await expect(get('/silent', { timeoutMs: 300 })).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' });
  await expect(get('/drip', { timeoutMs: 300 })).rejects.toMatchObject({ code: 'FETCH_TIMEOUT' });
  await expect(get('/endless')).rejects.toMatchObject({ code: 'TOO_LARGE' });
  await expect(get('/cut')).rejects.toMatchObject({ code: 'FETCH_FAILED' });
});

test('it is reached through the proxy of the environment', async () => {
  const echo = await startEcho();
  const proxy = await startProxy(Number(new URL(echo.origin).port));
  onTestFinished(() => proxy.close());
  const origin = 'http://s3.example.org';
  const request = createOwnServer({ origin, proxies: { HTTP_PROXY: proxy.url } });
  const body = { blocks: blocksOf('one'), size: 3 };
  const answer = await request({
    method: 'PUT',
    url: `${origin}/a`,
    headers: {},
    body,
    maxBytes: 9000,
    timeoutMs: 9000,
  });
  expect(JSON.parse(answer.body.toString())).toMatchObject({ body: 'one', headers: { host: 's3.example.org' } });
  expect(proxy.asked).toEqual(['PUT http://s3.example.org/a']);
});
