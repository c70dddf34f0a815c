/** Requests that no route of Gotenberg's sees: they are answered in its form, and those of /v1 as problem+json. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startServer } from '../started.js';

let server: Started;
beforeAll(async () => {
  server = await startServer({ gotenberg: 'open', publicUrl: 'http://localhost/base' });
});
afterAll(() => server.stop());

const HOST = 'Host: localhost\r\n';
const CLOSE = 'Connection: close\r\n\r\n';
const AUTH = () => `Authorization: Bearer ${server.key}\r\n`;
const LONG = `X-Long: ${'a'.repeat(20_000)}\r\n`;
const CASES = [
  ['a path that cannot be decoded', 'GET', '/%zz', 'HTTP/1.1', HOST, 400],
  ['a query that cannot be decoded', 'GET', '/health?a=%zz', 'HTTP/1.1', HOST, 400],
  ['no Host', 'POST', '/forms/pdfengines/merge', 'HTTP/1.1', '', 400],
  ['an unknown expectation', 'POST', '/forms/pdfengines/merge', 'HTTP/1.1', `${HOST}Expect: x\r\n`, 400],
  ['an unknown expectation and path', 'POST', '/foo', 'HTTP/1.1', `${HOST}Expect: x\r\n`, 404],
  ['headers that are too large', 'POST', '/forms/pdfengines/merge', 'HTTP/1.1', HOST + LONG, 431],
  ['a coding of HTTP/1.1', 'POST', '/forms/x', 'HTTP/1.0', 'Transfer-Encoding: chunked\r\n', 400],
  ['HTTP/1.0 without a route', 'GET', '/foo', 'HTTP/1.0', '', 404],
  ['a header without a colon', 'GET', '/foo', 'HTTP/1.1', `${HOST}wrong\r\n`, 400],
  ['a method without a route', 'DELETE', '/forms/pdfengines/merge', 'HTTP/1.1', HOST, 405],
] as const;

describe.each(CASES)('%s', (_what, method, path, version, headers, status) => {
  it('is answered as text, with the trace', async () => {
    const { head, body } = await send(`${method} ${path} ${version}\r\n${headers}Connection: close\r\n\r\n`);
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^content-type: text\/plain; charset=UTF-8$/im);
    expect(head).toMatch(/^gotenberg-trace: \S+$/im);
    expect(body).toMatch(/^[A-Z][^{]+$/);
  });

  it('is a problem under /v1', async () => {
    const v1 = path.replace(/^\/(?:forms|health|foo)?/, '/v1/x');
    const { head } = await send(`${method} ${v1} ${version}\r\n${headers}Connection: close\r\n\r\n`);
    expect(head).toMatch(/^content-type: application\/problem\+json\b/im);
    expect(head).not.toMatch(/gotenberg-trace/i);
  });
});

it.each([
  ['OPTIONS', '/forms/libreoffice/convert'],
  ['OPTIONS', '/version'],
  ['HEAD', '/health'],
  ['HEAD', '/version'],
])('answers %s %s with the trace', async (method, path) => {
  const { head } = await send(`${method} ${path} HTTP/1.1\r\n${HOST}Gotenberg-Trace: one\r\nConnection: close\r\n\r\n`);
  expect(head).toMatch(/^gotenberg-trace: one$/im);
  expect(head).not.toMatch(/problem\+json/);
});

const CHUNKED = `${HOST}Transfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n`;
const BAD = 'wrong\r\n\r\n';

describe('a client of docconv gets a problem', () => {
  it.each([
    ['a bad chunk in a later packet', 400, () => [`POST /v1/convert HTTP/1.1\r\n${AUTH()}${CHUNKED}`, 'zz\r\n']],
    ['a bad header in a later packet', 400, () => ['GET /v1/jobs HTTP/1.1\r\n', HOST + BAD]],
    ['a long header in a later packet', 431, () => ['GET /v1/jobs HTTP/1.1\r\n', `${HOST}${LONG}\r\n`]],
    ['a bad header behind the prefix', 400, () => [`GET /base/v1/jobs HTTP/1.1\r\n${HOST}${BAD}`]],
    ['a bad header and the absolute form', 400, () => [`GET http://localhost/v1/jobs HTTP/1.1\r\n${HOST}${BAD}`]],
    ['a bad header and an encoded path', 400, () => [`GET /%761/jobs HTTP/1.1\r\n${HOST}${BAD}`]],
    ['no key for an encoded path', 401, () => [`GET /%761/jobs HTTP/1.1\r\n${HOST}${CLOSE}`]],
    ['an unknown encoded path', 404, () => [`GET /v%31/x HTTP/1.1\r\n${HOST}${CLOSE}`]],
    [
      'a bad request behind one of Gotenberg',
      400,
      () => [`GET /version HTTP/1.1\r\n${HOST}\r\nGET /v1/jobs HTTP/1.1\r\n${HOST}${BAD}`],
    ],
    [
      'a bad request after one of Gotenberg',
      400,
      () => [`GET /version HTTP/1.1\r\n${HOST}\r\n`, `GET /v1/jobs HTTP/1.1\r\n${HOST}${BAD}`],
    ],
  ])('%s: %i', async (_what, status, packets) => {
    const { text } = await send(...packets());
    const [head = '', body = ''] = lastAnswer(text).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^content-type: application\/problem\+json\b/im);
    expect(head).not.toMatch(/gotenberg-trace|Basic/i);
    expect(JSON.parse(body)).toMatchObject({ status });
  });
});

describe('a client of Gotenberg gets text', () => {
  const form = '/forms/libreoffice/convert';
  it.each([
    ['a bad chunk in a later packet', () => [`POST ${form} HTTP/1.1\r\n${CHUNKED}`, 'zz\r\n']],
    ['a bad header behind the prefix', () => [`POST /base${form} HTTP/1.1\r\n${HOST}${BAD}`]],
    [
      'a bad request after one of docconv',
      () => [`GET /v1/x HTTP/1.1\r\n${HOST}\r\n`, `POST ${form} HTTP/1.1\r\n${HOST}${BAD}`],
    ],
  ])('%s', async (_what, packets) => {
    const { text } = await send(...packets());
    const [head = ''] = lastAnswer(text).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^content-type: text\/plain; charset=UTF-8$/im);
    expect(head).toMatch(/^gotenberg-trace: \S+$/im);
  });
});

describe("docconv's own routes outside of /v1 answer with problems", () => {
  it.each(['/healthz', '/readyz', '/openapi.json', '/docs'])('%s without Host', async path => {
    const { head } = await send(`GET ${path} HTTP/1.1\r\n${CLOSE}`);
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toMatch(/^content-type: application\/problem\+json\b/im);
    expect(head).not.toMatch(/gotenberg-trace/i);
  });
});

const lastAnswer = (text: string) => /.*(HTTP\/1\.1 \d{3} .*)$/s.exec(text)?.[1] ?? '';

/** Each packet is sent when the server has had time to read the one before. */
function send(...packets: string[]): Promise<{ head: string; body: string; text: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(server.port, '127.0.0.1', async () => {
      for (const packet of packets) {
        socket.write(packet);
        await pause(100);
      }
    });
    socket.setNoDelay(true);
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString();
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ head, body, text });
    });
  });
}
