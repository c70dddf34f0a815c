/** Access control: metrics, CORS, client addresses, keys. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, describe, expect, it, test } from 'vitest';
import { refuseRemovedSettings } from '../../src/config/index.js';
import { HEADERS } from '../../src/http/response-headers.js';
import { Remote } from '../../src/remote/index.js';
import { newHome } from '../helpers/cli.js';
import { serve } from './served.js';
import { signedPdf } from './signed.js';
import { type Started, startServer } from './started.js';

let server: Started;
afterEach(() => server?.stop());

const get = (path: string, headers: Record<string, string> = {}) => request(server.url + path, { headers });
const verify = (content: object, headers: Record<string, string> = {}) =>
  request(`${server.url}/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(content),
  });
const signed = () => ({ document: { base64: signedPdf().toString('base64') } });

describe('metrics', () => {
  it('are not a path of the service, from wherever a request comes', async () => {
    server = await startServer();
    expect((await get('/metrics')).statusCode).toBe(404);
    expect((await get('/metrics', { 'x-forwarded-for': '198.51.100.7' })).statusCode).toBe(404);
  });

  it('count by route, not by path', async () => {
    server = await startServer();
    await get('/v1/keys/some-id-of-another-user');
    await get('/nothing/at/all');
    const text = await server.metrics();
    expect(text).toContain('docconv_http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1');
    expect(text).not.toMatch(/some-id|at\/all/);
  });

  it('are served on an address of their own, to this machine', async () => {
    const served = await serve({ DOCCONV_HOME: newHome() }, '--metrics-port', '0');
    await expect.poll(() => served.messages()).toMatch(/metrics on http:\/\/127\.0\.0\.1:\d+\/metrics/);
    const url = /metrics on (\S+)/.exec(served.messages())![1]!;
    const { statusCode, headers, body } = await request(url);
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
    expect(await body.text()).toMatch(/^docconv_workers \d+$/m);
    expect((await request(url, { method: 'POST' })).statusCode).toBe(405);
    expect((await request(new URL('/', url))).statusCode).toBe(404);
    expect((await request(url, { headers: { host: 'evil.example' } })).statusCode).toBe(421);
    expect((await request(`${served.url}/metrics`)).statusCode).toBe(404);
    expect(await served.stop()).toBe(0);
  });

  it('refuse the setting of earlier versions', () => {
    const env = { DOCCONV_HOME: newHome(), DOCCONV_METRICS: 'everyone' };
    expect(() => refuseRemovedSettings({ env })).toThrow(/^DOCCONV_METRICS is no longer a setting.*metricsPort/);
    expect(() => refuseRemovedSettings({ env: { DOCCONV_HOME: newHome() } })).not.toThrow();
  });
});

describe('the name of a server on a loopback address', () => {
  const status = async (host: string) => (await get('/healthz', { host })).statusCode;

  it('is that of loopback, whatever the port', async () => {
    server = await startServer();
    for (const host of ['localhost', 'LOCALHOST.', 'docs.localhost:1', '127.0.0.1:9', '127.1.2.3', '[::1]:80'])
      expect([host, await status(host)]).toEqual([host, 200]);
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.1', '1270.0.0.1'])
      expect([host, await status(host)]).toEqual([host, 421]);
    const { body } = await get('/', { host: 'evil.example' });
    expect(await body.json()).toMatchObject({
      code: 'misdirected_request',
      detail: expect.stringContaining('publicUrl'),
    });
  });

  it('can be that of the public URL', async () => {
    server = await startServer({ publicUrl: 'https://Docs.example.org:8443/base' });
    expect([await status('docs.example.org'), await status('127.0.0.1'), await status('evil.example')]).toEqual([
      200, 200, 421,
    ]);
  });
});

describe('CORS', () => {
  const origin = 'https://app.example.org';

  it('is disabled by default', async () => {
    server = await startServer();
    const { headers } = await get('/healthz', { origin });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('is enabled for the configured origins', async () => {
    server = await startServer({ corsOrigins: [origin] });
    expect((await get('/healthz', { origin })).headers['access-control-allow-origin']).toBe(origin);
    const { headers } = await get('/healthz', { origin });
    expect(String(headers['access-control-expose-headers']).split(', ').sort()).toEqual(Object.keys(HEADERS).sort());
    const other = await get('/healthz', { origin: 'https://evil.example' });
    expect(other.headers['access-control-allow-origin']).not.toBe('https://evil.example');
    const preflight = await request(`${server.url}/v1/convert`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      expect.stringContaining('Authorization'),
    ]);
  });
});

describe('the client address', () => {
  const asking = (forwarded: string) => verify({}, { 'x-forwarded-for': forwarded });

  it('ignores X-Forwarded-For from clients', async () => {
    server = await startServer({ verifyPerMinute: 1 });
    expect([(await asking('198.51.100.1')).statusCode, (await asking('198.51.100.2')).statusCode]).toEqual([400, 429]);
  });

  it('uses X-Forwarded-For from trusted proxies', async () => {
    server = await startServer({ verifyPerMinute: 1, trustProxy: ['127.0.0.1'] });
    const answers = [await asking('198.51.100.1'), await asking('198.51.100.2'), await asking('198.51.100.2')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 429]);
  });
});

describe('/v1/verify', () => {
  it('requires a key if verifyNeedsKey is set', async () => {
    server = await startServer({ verifyNeedsKey: true });
    expect((await verify(signed())).statusCode).toBe(401);
    expect((await verify(signed(), { authorization: `bearer ${server.key}` })).statusCode).toBe(200);
  });
});

test('every response has security headers', async () => {
  server = await startServer();
  for (const path of ['/', '/docs', '/page/app.js', '/healthz', '/nothing']) {
    const { headers } = await get(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(headers['strict-transport-security']).toBeUndefined(); // the proxy with TLS decides (RFC 6797, 7.2)
  }
  const page = await get('/');
  expect((await get('/', { 'if-none-match': String(page.headers.etag) })).statusCode).toBe(304);
});

test('the mail contains the configured address, not the Host header', async () => {
  server = await startServer();
  await get('/v1/auth/register?email=host@example.org', { host: 'localhost:1' });
  await expect.poll(() => server.lastMail()).toContain('host@example.org');
  expect(server.lastMail()).toContain(server.url);
  expect(server.lastMail()).not.toContain('localhost:1');
});

test('server and client work over a unix socket', async () => {
  const home = newHome();
  const socket = join(home, 'docconv.sock');
  const served = await serve({ DOCCONV_HOME: home, DOCCONV_SOCKET: socket });
  expect(served.url).toBe(`unix:${socket}`);
  const remote = new Remote({ server: served.url });
  expect(await remote.verify(signedPdf())).toMatchObject({ verdict: 'intact', valid: true });
  await remote.close();
  const second = serve({ DOCCONV_HOME: home, DOCCONV_SOCKET: socket });
  await expect(second).rejects.toThrow(/address is already in use/);
  expect(await served.stop()).toBe(0);
});

test('a second signal ends the server without waiting for running requests, and leaves no documents', async () => {
  const home = newHome();
  const served = await serve({ DOCCONV_HOME: home, DOCCONV_GRACE: '3600', TMPDIR: home });
  const folders = () => readdirSync(home).filter(name => name.startsWith('docconv-serve-'));
  expect(folders()).toHaveLength(1);
  const headers = { 'content-type': 'application/json', 'content-length': '10', expect: '100-continue' };
  const hanging = httpRequest(`${served.url}/v1/verify`, { method: 'POST', headers });
  const cut = once(hanging, 'error');
  hanging.flushHeaders();
  await once(hanging, 'continue');
  served.process.kill('SIGINT');
  await expect.poll(() => served.messages()).toContain('Waiting for running requests');
  expect(await served.stop()).toBe(143);
  await cut;
  expect(folders()).toEqual([]);
});
