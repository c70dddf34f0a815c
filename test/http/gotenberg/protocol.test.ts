/** Requests that no route of Gotenberg's sees: they are answered in its form, and those of /v1 as problem+json. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startServer } from '../started.js';

let server: Started;
beforeAll(async () => {
  server = await startServer({ gotenberg: 'open' });
});
afterAll(() => server.stop());

const HOST = 'Host: localhost\r\n';
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

function send(bytes: string): Promise<{ head: string; body: string }> {
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
