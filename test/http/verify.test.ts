/** POST /v1/verify: kinds of bodies, options, and what is said about URLs that cannot be fetched. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetcher } from '../../src/fetch/index.js';
import { type Described, readDescription } from './openapi/described.js';
import { signedPdf } from './signed.js';
import { type Started, startServer } from './started.js';

const PDF = new Uint8Array(signedPdf());
const BASE64 = Buffer.from(PDF).toString('base64');

let server: Started;
let described: Described;
let remote: Server;
let remoteUrl: string;
beforeAll(async () => {
  remote = createServer((request, response) => response.writeHead(Number(request.url?.slice(1))).end());
  await new Promise<void>(done => remote.listen(0, '127.0.0.1', done));
  remoteUrl = `http://127.0.0.1:${(remote.address() as AddressInfo).port}`;
  server = await startServer({ fetcher: createFetcher({ allowPrivate: true }) });
  described = await readDescription(server.url);
});
afterAll(async () => {
  remote.close();
  await server.stop();
});

async function post(
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
  url = server.url,
) {
  const response = await fetch(`${url}/v1/verify${path}`, { method: 'POST', body, headers });
  const text = await response.text();
  described.expectDescribed('POST', '/v1/verify', { status: response.status, headers: response.headers, body: text });
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
}

const asJson = (members: object, path = '') =>
  post(path, JSON.stringify(members), { 'content-type': 'application/json' });
const asPdf = (path = '', headers = {}) => post(path, PDF, { 'content-type': 'application/pdf', ...headers });
function asForm(fields: Record<string, string>, path = '') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([PDF]), 'contract "1".pdf');
  return post(path, form);
}

it('a form, the PDF itself and JSON give the same result', async () => {
  const results = [await asForm({}), await asPdf(), await asJson({ document: { base64: BASE64 } })];
  for (const { status, json } of results) {
    json.policy.validationTime = '';
    expect(status).toBe(200);
    expect(json.verdict).toBe('intact');
    expect(json).toEqual(results[0]!.json);
  }
});

const AT = '2026-05-01T10:00:00.000Z';
const OF_POLICY = { trust: 'required', validationTime: AT };

describe('options', () => {
  it('have the same effect in the query, in a form and in JSON', async () => {
    const options = { at: '2026-05-01T12:00:00+02:00', trust: 'required', online: 'false' };
    const query = `?${new URLSearchParams(options)}`;
    const results = [
      await asPdf(query),
      await asForm(options),
      await asJson({ document: { base64: BASE64 }, ...options, online: false }),
    ];
    for (const { json } of results) expect(json).toMatchObject({ verdict: 'indeterminate', policy: OF_POLICY });
  });

  it('a day alone is its start in UTC', async () => {
    expect((await asPdf('?at=2026-05-01')).json.policy.validationTime).toBe('2026-05-01T00:00:00.000Z');
  });

  it.each([
    ['twice', () => asForm({ at: AT }, '?at=2026-05-01'), 'parameter', 'at'],
    ['twice in JSON', () => asJson({ document: { base64: BASE64 }, at: AT }, '?at=2026-05-01'), 'pointer', '/at'],
    ['a time that does not exist', () => asPdf('?at=2026-02-30'), 'parameter', 'at'],
    [
      'a time that does not exist, in JSON',
      () => asJson({ document: { base64: BASE64 }, at: '2026-02-30' }),
      'pointer',
      '/at',
    ],
    ['the future', () => asForm({ at: '2999-01-01' }), 'parameter', 'at'],
    ['an unknown value', () => asForm({ trust: 'maybe' }), 'parameter', 'trust'],
    ['an unknown value in JSON', () => asJson({ document: { base64: BASE64 }, report: 5 }), 'pointer', '/report'],
    ['an unknown option', () => asForm({ colour: 'red' }), 'parameter', 'colour'],
    ['an unknown option in the query', () => asPdf('?colour=red'), 'parameter', 'colour'],
    ['a password in the query', () => asPdf('?password=geheim'), 'parameter', 'password'],
    ['online where the operator has not enabled it', () => asPdf('?online=true'), 'parameter', 'online'],
  ])('%s is refused', async (_name, send, kind, place) => {
    const { status, json, text } = await send();
    expect([status, json.code, json.errors[0][kind]]).toEqual([400, 'invalid_parameter', place]);
    expect(text).not.toContain('geheim');
  });
});

describe('report=html', () => {
  it('is a page to save, which can run no script', async () => {
    const { headers, text } = await asForm({ report: 'html' });
    expect(text).toMatch(/^<!doctype html>[\s\S]*Anna Example/);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''contract%20%221%22-report.html`);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  });

  it('is refused for a client that accepts JSON only, and JSON for one that accepts HTML only', async () => {
    expect((await asPdf('?report=html', { accept: 'application/json' })).json.code).toBe('not_acceptable');
    expect((await asPdf('', { accept: 'text/html' })).json.code).toBe('not_acceptable');
    expect((await asPdf('?report=html', { accept: 'text/html' })).status).toBe(200);
  });
});

describe('a URL that cannot be fetched', () => {
  const fetched = (url: string) => asJson({ document: { url } });

  it.each([
    [404, false],
    [410, false],
    [429, true],
    [503, true],
  ])('answered with %i: the problem has the status, retryable %s', async (remoteStatus, retryable) => {
    const { status, json } = await fetched(`${remoteUrl}/${remoteStatus}`);
    expect(status).toBe(502);
    expect(json).toMatchObject({ code: 'fetch_failed', remoteStatus, retryable });
    expect(json.detail).toContain(`status ${remoteStatus}`);
  });

  it('has the reason of its own', async () => {
    const details = ['ftp://example.org/a.pdf', 'http://a:b@example.org/', 'nonsense'].map(fetched);
    expect((await Promise.all(details)).map(({ json }) => [json.code, json.detail])).toEqual([
      ['url_forbidden', expect.stringContaining('URLs that start with ftp: are not requested')],
      ['url_forbidden', expect.stringContaining('a name or password in it is not requested')],
      ['url_forbidden', expect.stringContaining('not a complete URL')],
    ]);
  });

  it('is refused by a server that fetches none, and for that reason', async () => {
    const without = await startServer({ fetcher: null });
    const body = JSON.stringify({ document: { url: 'https://example.org/a.pdf' } });
    const { json } = await post('', body, { 'content-type': 'application/json' }, without.url);
    await without.stop();
    expect(json).toMatchObject({
      code: 'url_forbidden',
      detail: expect.stringContaining('is disabled on this server'),
    });
    expect(json.detail).not.toContain('public');
  });
});
