import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redirected } from '../../src/fetch/guarded.js';
import { createFetcher, type FetcherSettings, type FetchRequest } from '../../src/fetch/index.js';
import { createPki } from '../helpers/pki.js';
import { ALLOWED, type Planted, plant } from './servers.js';

let planted: Planted;
beforeAll(async () => {
  planted = await plant();
});
afterAll(() => planted.close());

function fetch(path: string, request: Partial<FetchRequest> = {}, settings: FetcherSettings = {}) {
  const fetcher = createFetcher({ ports: [planted.port], allow: [`${ALLOWED}/32`], ...settings });
  return fetcher.fetch({
    url: `http://${ALLOWED}:${planted.port}${path}`,
    maxBytes: 100,
    timeoutMs: 20_000,
    ...request,
  });
}

const lastRequest = () => planted.requests.at(-1)!;

test('a response has its body, content type and final URL', async () => {
  const answer = await fetch('/redirect?to=%2Ffile');
  expect(answer).toMatchObject({ status: 200, contentType: 'application/pdf' });
  expect(answer.url).toBe(`http://${ALLOWED}:${planted.port}/file`);
  expect(Buffer.from(answer.body).toString()).toBe('%PDF-1.7');
});

test('a body of exactly the limit is accepted, one byte more is not', async () => {
  expect((await fetch('/file', { maxBytes: 8 })).body.length).toBe(8);
  await expect(fetch('/file', { maxBytes: 7 })).rejects.toMatchObject({ code: 'TOO_LARGE', detail: { limit: 7 } });
});

test('three redirects are followed, a fourth is not', async () => {
  const through = (hops: number): string =>
    hops === 0 ? '/file' : `/redirect?to=${encodeURIComponent(through(hops - 1))}`;
  expect((await fetch(through(3))).status).toBe(200);
  await expect(fetch(through(4))).rejects.toMatchObject({ code: 'FETCH_FAILED' });
});

test.each<[what: string, request: object, settings?: FetcherSettings]>([
  ['a header', { headers: { accept: 'a\nb' } }],
  ['the user agent', {}, { userAgent: 'docconv\r\n' }],
  ['the size', { maxBytes: -5 }],
  ['the method', { method: 'G ET' }],
  ['the body', { method: 'POST', body: 5 }],
])('an invalid argument is an error of the caller, and not of the server: %s', async (_what, request, settings) => {
  const before = planted.requests.length;
  await expect(fetch('/file', request, settings)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  expect(planted.requests).toHaveLength(before);
});

test.each(['10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/-1', 'fd00::/129', 'localhost', ''])(
  '%j is not a range of addresses',
  range => {
    const create = () => createFetcher({ allow: [range] });
    expect(create).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
  },
);

describe('the request that the server sees', () => {
  test('has a user agent and accept headers, and nothing that identifies the caller', async () => {
    const headers = { Authorization: 'Bearer x', Cookie: 'a=b', Host: 'evil', Referer: 'here', Accept: 'text/plain' };
    await fetch('/file', { headers }, { userAgent: 'docconv/1' });
    const { host, connection: _connection, ...rest } = lastRequest().headers;
    expect(rest).toEqual({ 'user-agent': 'docconv/1', 'accept-encoding': 'identity', accept: 'text/plain' });
    expect(host).toBe(`${ALLOWED}:${planted.port}`);
  });

  test('a proxy named in the environment is not used', async () => {
    const before = planted.reached();
    const proxy = `http://127.0.0.1:${planted.port}`;
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy'];
    for (const name of [...names, 'NODE_USE_ENV_PROXY']) process.env[name] = name.startsWith('NODE') ? '1' : proxy;
    try {
      expect((await fetch('/file')).status).toBe(200);
    } finally {
      for (const name of [...names, 'NODE_USE_ENV_PROXY']) delete process.env[name];
    }
    expect(planted.reached()).toBe(before);
  });

  test('a POST keeps its body through 307 and becomes a GET through 303', async () => {
    const post = { method: 'POST', body: Buffer.from('ocsp') } as const;
    await fetch('/redirect?status=307&to=%2Ffile', post);
    expect(lastRequest()).toMatchObject({ method: 'POST', url: '/file', headers: { 'content-length': '4' } });
    await fetch('/redirect?status=303&to=%2Ffile', post);
    expect(lastRequest()).toMatchObject({ method: 'GET', url: '/file' });
  });
});

test('redirects from https to http are refused, from http to https followed', () => {
  const from = (url: string) => ({ url: new URL(url), method: 'GET' as const, body: null });
  expect(() => redirected(from('https://a.org/'), 302, 'http://a.org/')).toThrow(/from https to http/);
  expect(() => redirected(from('https://a.org/'), 302, 'HTTP://b.org/')).toThrow(/from https to http/);
  expect(redirected(from('http://a.org/x'), 302, 'https://a.org/y').url).toBe('https://a.org/y');
});

describe('https', () => {
  const pki = createPki(
    { root: {}, web: { issuer: 'root', san: ['dns:docs.example.org'], eku: ['serverAuth'] } },
    new Date(),
  );
  const ca = pki.id('root').pem;
  const resolve = async () => [ALLOWED];
  let port: number;
  beforeAll(async () => {
    const { pem: cert, key } = pki.id('web');
    const server = createServer({ cert, key: key.export({ type: 'pkcs8', format: 'pem' }) }, (request, response) => {
      const to = `http://${ALLOWED}:${planted.port}/file`;
      if (request.url === '/down') response.writeHead(302, { location: to }).end();
      else response.end('over TLS');
    }).listen(0, ALLOWED);
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    return () => server.close();
  });
  const get = (host: string, path: string, settings: FetcherSettings = {}) =>
    fetch('', { url: `https://${host}:${port}${path}` }, { ports: [port, planted.port], resolve, ...settings });

  test('the certificate is checked against the name, though the address was looked up before', async () => {
    expect(Buffer.from((await get('docs.example.org', '/', { ca })).body).toString()).toBe('over TLS');
    await expect(get('other.example.org', '/', { ca })).rejects.toMatchObject({ code: 'FETCH_FAILED' });
    await expect(get('docs.example.org', '/')).rejects.toMatchObject({ code: 'FETCH_FAILED' });
  });

  test('a redirect to http is not followed', async () => {
    await expect(get('docs.example.org', '/down', { ca })).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
  });
});

test('http is refused with httpsOnly', async () => {
  await expect(fetch('/file', {}, { httpsOnly: true })).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
});

test.each([
  ['the time in all', '/drip', { timeoutMs: 300 }, 'FETCH_TIMEOUT', 'did not complete its answer within 0.3 s'],
  ['a pause', '/half', { idleMs: 1_200 }, 'FETCH_TIMEOUT', 'stopped sending: nothing came for 1.2 s'],
  ['the size', '/endless', {}, 'TOO_LARGE', 'larger than the 100 bytes allowed'],
  ['redirects', '/loop', {}, 'FETCH_FAILED', 'redirects more than 3 times'],
])(
  'the error names the limit: %s',
  async (_limit, path, request, code, text) => {
    await expect(fetch(path, request)).rejects.toMatchObject({ code, message: expect.stringContaining(text) });
  },
  20_000,
);

test('aborting ends the download', async () => {
  const leave = new AbortController();
  setTimeout(() => leave.abort(), 50);
  await expect(fetch('/drip', { signal: leave.signal, timeoutMs: 60_000 })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
});

test('an error names the requested host and no resolved address', async () => {
  const resolve = async () => ['10.20.30.40'];
  const url = `http://inside.example.org:${planted.port}/`;
  const error = await fetch('', { url }, { resolve }).catch((thrown: Error) => thrown);
  expect(String(error)).toContain('inside.example.org');
  expect(String(error)).not.toContain('10.20.30.40');
});
