/** Requests through a proxy: what it is asked, what it refuses, and which URLs never reach it. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createFetcher, type FetcherSettings } from '../../src/fetch/index.js';
import { createPki } from '../helpers/pki.js';
import { startProxy, type TestProxy } from '../helpers/servers/proxy.js';

const pki = createPki(
  { root: {}, web: { issuer: 'root', san: ['dns:docs.example.org'], eku: ['serverAuth'] } },
  new Date(),
);
const ca = pki.id('root').pem;

const answer: RequestListener = (request, response) => {
  if (request.url === '/inside') response.writeHead(302, { location: 'https://10.0.0.1/secret' }).end();
  else response.end('here');
};

let [secure, plain]: [Server?, Server?] = [];
beforeAll(async () => {
  const { pem: cert, key } = pki.id('web');
  secure = createHttpsServer({ cert, key: key.export({ type: 'pkcs8', format: 'pem' }) }, answer);
  plain = createHttpServer(answer);
  for (const server of [secure, plain]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const server of [secure, plain]) server?.close();
});

const proxyTo = async (server: Server | undefined, refuse?: Parameters<typeof startProxy>[1]): Promise<TestProxy> => {
  const proxy = await startProxy((server!.address() as AddressInfo).port, refuse);
  onTestFinished(() => proxy.close());
  return proxy;
};

/** A name that is looked up here is an error. */
const resolve = async (name: string): Promise<string[]> => {
  throw new Error(`${name} was looked up`);
};
const through = (proxies: FetcherSettings['proxies'], url: string, settings: FetcherSettings = {}) =>
  createFetcher({ ca, resolve, ...settings, proxies: proxies ?? {} }).fetch({ url, maxBytes: 1000, timeoutMs: 10_000 });
const textOf = async (fetched: ReturnType<typeof through>) => Buffer.from((await fetched).body).toString();

describe('a server with TLS', () => {
  test('is reached by a tunnel, and the name of its certificate is checked', async () => {
    const { url, asked } = await proxyTo(secure);
    expect(await textOf(through({ HTTPS_PROXY: url }, 'https://docs.example.org/a'))).toBe('here');
    await expect(through({ HTTPS_PROXY: url }, 'https://other.example.org/a')).rejects.toThrow();
    await expect(through({ HTTPS_PROXY: url }, 'https://docs.example.org/a', { ca: '' })).rejects.toThrow();
    expect(asked).toEqual(['docs', 'other', 'docs'].map(name => `CONNECT ${name}.example.org:443`));
  });

  test('is reached by a name that NO_PROXY lists without the proxy, and must have a public address then', async () => {
    const { url, asked } = await proxyTo(secure);
    const { port } = secure!.address() as AddressInfo;
    const proxies = { HTTPS_PROXY: url, NO_PROXY: 'example.org' };
    const direct = { resolve: async () => ['127.0.0.1'], ports: [port] };
    const from = `https://docs.example.org:${port}/`;
    await expect(through(proxies, from, direct)).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    expect(await textOf(through(proxies, from, { ...direct, allow: ['127.0.0.1/32'] }))).toBe('here');
    expect(asked).toEqual([]);
  });
});

test('a server without TLS is reached without a tunnel, which many proxies permit to port 443 only', async () => {
  const { url, asked } = await proxyTo(plain);
  expect(await textOf(through({ HTTP_PROXY: url }, 'http://docs.example.org/a?b=c'))).toBe('here');
  expect(asked).toEqual(['GET http://docs.example.org/a?b=c']);
});

describe.each([
  ['HTTPS_PROXY', 'https://docs.example.org/', () => secure],
  ['HTTP_PROXY', 'http://docs.example.org/', () => plain],
])('%s', (variable, target, server) => {
  const SECRET = `Basic ${Buffer.from('ann:p@ss').toString('base64')}`;
  const guarded = () => proxyTo(server(), authorization => (authorization === SECRET ? null : 407));
  const withLogin = (url: string, login: string) => ({ [variable]: url.replace('//', `//${login}@`) });

  test('sends the name and password of its URL', async () => {
    const { url } = await guarded();
    expect(await textOf(through(withLogin(url, 'ann:p%40ss'), target))).toBe('here');
  });

  test.each(['', 'ann:wrong@'])('is named as what refuses, and its password is not: %j', async login => {
    const { url } = await guarded();
    const error = await through({ [variable]: url.replace('//', `//${login}`) }, target).catch(thrown => thrown);
    expect(error).toMatchObject({ code: 'FETCH_FAILED', detail: { remoteStatus: 407 } });
    expect(error.message).toMatch(/^The proxy refused the connection to docs\.example\.org with status 407/);
    expect(error.message).not.toMatch(/ann|wrong/);
  });
});

test('a proxy that permits no tunnel is named as what refuses', async () => {
  const { url } = await proxyTo(secure, () => 403);
  await expect(through({ HTTPS_PROXY: url }, 'https://docs.example.org/')).rejects.toMatchObject({
    code: 'FETCH_FAILED',
    message: 'The proxy refused the connection to docs.example.org with status 403.',
  });
});

describe('a URL that never reaches the proxy', () => {
  test.each([
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://db.internal/',
    'https://docs.example.org:8443/',
    'https://ann:secret@docs.example.org/',
    'ftp://docs.example.org/',
  ])('%s', async forbidden => {
    const { url, asked } = await proxyTo(secure);
    await expect(through({ HTTPS_PROXY: url, ALL_PROXY: url }, forbidden)).rejects.toMatchObject({
      code: 'URL_FORBIDDEN',
    });
    expect(asked).toEqual([]);
  });

  test('is also one that a server redirects to', async () => {
    const { url, asked } = await proxyTo(secure);
    const redirected = through({ HTTPS_PROXY: url }, 'https://docs.example.org/inside');
    await expect(redirected).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    expect(asked).toEqual(['CONNECT docs.example.org:443']);
  });
});
