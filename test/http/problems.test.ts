/** Every error is answered with problem+json. */
import { connect } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedConverter } from '../convert/engine-setup.js';
import { type Described, readDescription } from './openapi/described.js';
import { REFUSALS } from './refusals.js';
import { type Started, startServer } from './started.js';

const ROWS = REFUSALS.map(([name, status, code, path, init, withKey]) => ({ name, status, code, path, init, withKey }));

let server: Started;
let described: Described;
beforeAll(async () => {
  server = await startServer({ converter: sharedConverter(), maxUpload: 200_000, maxJson: 300_000 });
  described = await readDescription(server.url);
});
afterAll(() => server.stop());

describe('every refusal is problem+json', () => {
  it.each(ROWS)('$name: $status $code', async ({ status, code, path, init = {}, withKey }) => {
    const headers = new Headers(init.headers);
    if (withKey) headers.set('authorization', `Bearer ${server.key}`);
    const response = await send(path, { ...init, headers });
    const problem = JSON.parse(response.body);
    expect({ status: response.status, code: problem.code }).toEqual({ status, code });
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    const members = { title: expect.any(String), retryable: expect.any(Boolean) };
    expect(problem).toMatchObject({ type: `urn:docconv:problem:${code}`, status, ...members });
    expect(problem.detail).toMatch(/^[A-Z"].{10,}\.$/s);
    const { requestId: _id, instance: _instance, ...texts } = problem; // both are random
    expect(JSON.stringify(texts)).not.toMatch(/(?<![\w-])--[a-z]/);
    expect(problem.requestId).toBe(response.headers['x-request-id']);
    expect(problem.instance).toBe(`urn:request:${problem.requestId}`);
    expect(response.body).not.toMatch(/docconv-|\/tmp|\/home|node_modules|geheim/);
    const sent = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
    described.expectDescribed(init.method ?? 'GET', path, { ...response, headers: sent });
    if (status === 405) expect(response.headers.allow).toMatch(/OPTIONS/);
    if (status === 401) expect(response.headers['www-authenticate']).toMatch(/^Bearer realm="docconv"/);
  });

  it.each([
    ['bytes that are not HTTP', 'HELLO\r\n\r\n', 400, 'invalid_request'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'invalid_request'],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['two lengths', post('Content-Length: 1\r\nContent-Length: 2'), 400, 'invalid_request'],
    ['a length and chunks', post('Content-Length: 1\r\nTransfer-Encoding: chunked'), 400, 'invalid_request'],
    ['bytes of Latin-1 in the query', 'GET /healthz?\xfc HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 'invalid_request'],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
  ])('%s on the socket', async (_name, bytes, status, code) => {
    const { head, body } = await sendRaw(bytes);
    expect(head).toContain(`HTTP/1.1 ${status}`);
    expect(head).toMatch(/^content-type: application\/problem\+json/im);
    const { requestId, ...problem } = JSON.parse(body);
    expect(problem).toMatchObject({ status, code, instance: `urn:request:${requestId}` });
    expect(head.toLowerCase()).toContain(`\r\nx-request-id: ${requestId.toLowerCase()}\r\n`);
    await expect.poll(() => linesOf(requestId)).toEqual([expect.objectContaining({ status, problem: code })]);
    expect(await server.metrics()).toMatch(new RegExp(`^docconv_refusals_total{code="${code}"} [1-9]`, 'm'));
  });
});

describe('not an error', () => {
  it('HTTP/1.0 without Host, as health checks of proxies send it', async () => {
    const { head, body } = await sendRaw('GET /healthz HTTP/1.0\r\n\r\n');
    expect([head.split('\r\n')[0], body]).toEqual(['HTTP/1.1 200 OK', '{"status":"alive"}']);
  });

  it('OPTIONS lists the methods', async () => {
    const { status, headers, body } = await send('/v1/convert', { method: 'OPTIONS' });
    expect([status, headers.allow, body]).toEqual([204, 'OPTIONS, POST', '']);
  });

  it('HEAD works for safe routes, and never triggers the registration', async () => {
    expect((await send('/healthz', { method: 'HEAD' })).status).toBe(200);
    for (const path of ['/v1/auth/register?email=h@example.org', '/v1/auth/verify?email=h@example.org&code=x']) {
      const { status, headers } = await send(path, { method: 'HEAD' });
      expect([status, headers.allow]).toEqual([405, 'GET, OPTIONS, POST']);
    }
    expect(server.log()).not.toContain('mail with a code');
  });

  it('a safe request id is used, any other is replaced', async () => {
    const kept = await send('/healthz', { headers: { 'x-request-id': 'abc-1.2' } });
    expect(kept.headers['x-request-id']).toBe('abc-1.2');
    const replaced = await send('/healthz', { headers: { 'x-request-id': 'a b;c' } });
    expect(replaced.headers['x-request-id']).toMatch(/^[\w-]{12}$/);
  });
});

function post(headers: string): string {
  return `POST / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`;
}

/** undici's request(), since fetch() omits some methods and headers; neither sends Expect. */
async function send(path: string, init: RequestInit) {
  const { 'content-type': given, expect: expectation, ...headers } = Object.fromEntries(new Headers(init.headers));
  if (expectation) return sendExpecting(path, expectation);
  const encoded = new Response(init.body ?? null);
  const own = typeof init.body === 'string' ? null : encoded.headers.get('content-type');
  const type = given ?? own;
  const response = await request(server.url + path, {
    method: (init.method ?? 'GET') as 'GET',
    headers: { ...headers, ...(type && { 'content-type': type }) },
    body: init.body ? Buffer.from(await encoded.arrayBuffer()) : null,
  });
  return { status: response.statusCode, headers: response.headers, body: await response.body.text() };
}

// RFC 9112, 3.2.2: what the URL in the request line names counts, not the header Host
it.each([
  ['http://localhost/healthz', 'localhost', 200],
  ['HTTP://LOCALHOST/healthz?', 'other.example', 200],
  ['http://other.example/healthz', 'localhost', 421],
  ['http://localhost', 'localhost', 200],
  ['http://user@localhost/healthz', 'localhost', 400],
  ['http:///healthz', 'localhost', 400],
  ['ftp://localhost/healthz', 'localhost', 404],
  ['//localhost/healthz', 'localhost', 404],
])('answers the target %s with the Host %s by %d', async (target, host, status) => {
  const { head } = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

it('answers a target in absolute form without a Host by 400, in HTTP/1.0 by its URL', async () => {
  const statusOf = async (rest: string) => (await sendRaw(`GET http://${rest}\r\n\r\n`)).head.split(' ')[1];
  expect(await statusOf('localhost/healthz HTTP/1.1\r\nConnection: close')).toBe('400');
  expect(await statusOf('localhost/healthz HTTP/1.0')).toBe('200');
  expect(await statusOf('other.example/healthz HTTP/1.0')).toBe('421');
});

async function sendExpecting(path: string, expectation: string) {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: localhost', `Expect: ${expectation}`, 'Connection: close'];
  const { head, body } = await sendRaw(`${lines.join('\r\n')}\r\n\r\n`);
  const rows = head
    .split('\r\n')
    .slice(1)
    .map(line => line.split(': ') as [string, string]);
  const headers: Record<string, string> = Object.fromEntries(rows.map(([name, value]) => [name.toLowerCase(), value]));
  return { status: Number(head.split(' ')[1]), headers, body };
}

function sendRaw(bytes: string): Promise<{ head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      resolve({ head, body });
    });
  });
}

function linesOf(requestId: string): object[] {
  const lines = server.log().split('\n').filter(Boolean);
  return lines.map(line => JSON.parse(line)).filter(({ reqId }) => reqId === requestId);
}
