/** Attacks by clients, on real sockets. The URLs are those of the fetcher's own tests. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Planted, plant } from '../fetch/servers.js';
import { FORMS } from '../fetch/url-forms.js';
import { type Started, startServer } from './started.js';

let server: Started;
beforeAll(async () => {
  server = await startServer({
    logLevel: 'debug',
    uploadTimeoutMs: 1_000,
    deadlineMs: 5_000,
    maxJson: 4e6,
    uploadBudget: 17e6,
  });
});
afterAll(() => server.stop());

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const authorized = () => ({ authorization: `Bearer ${server.key}` });

/** Sends the bytes unchanged; resolves to the response until the server closes the connection or sends nothing more for a while. */
async function raw(text: string, silenceMs = 20_000): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  const received = listen(socket);
  socket.write(text);
  await new Promise<void>(resolve => {
    const silence = setTimeout(resolve, silenceMs);
    socket.on('data', () => void setTimeout(resolve, 500));
    socket.on('close', () => {
      clearTimeout(silence);
      resolve();
    });
  });
  socket.destroy();
  return received();
}

function listen(socket: Socket): () => string {
  let text = '';
  socket.on('data', piece => {
    text += piece;
  });
  socket.on('error', () => undefined);
  return () => text;
}

const statusesIn = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

describe('document.url', () => {
  let planted: Planted;
  beforeAll(async () => {
    planted = await plant();
  });
  afterAll(() => planted.close());

  const rows = FORMS.filter(([group]) => group !== 'bodies').flatMap(([, forms]) => forms);
  test.each(rows.map(({ what, url }) => [what, url.slice(0, 60), url] as const))(
    '%s: %j',
    async (_what, _short, url) => {
      const answer = await post('/v1/verify', { document: { url: url.replaceAll('{port}', String(planted.port)) } });
      expect([400, 403]).toContain(answer.status);
      expect(await answer.text()).not.toContain('secret');
      expect(planted.reached()).toBe(0);
      expect(planted.requests).toEqual([]);
    },
  );
});

describe('access without a key is refused', () => {
  test.each([
    '/v1/keys',
    '//v1/keys',
    '/v1/keys/',
    '/V1/KEYS',
    '/v1/%6beys',
    '/v1/keys%2f',
    '/v1/./keys',
    '/x/../v1/keys',
    '/v1/keys;a=b',
    '/v1/keys#',
    '/v1/keys?access_token={key}',
    'http://127.0.0.1/v1/keys',
  ])('%s', async path => {
    const target = path.replace('{key}', server.key);
    expect([401, 404]).toContain(statusesIn(await raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`))[0]);
  });

  test.each([
    ['no header', ''],
    ['no token', 'Authorization: Bearer'],
    ['a mistyped key', 'Authorization: Bearer {key}x'],
    ['the key in lower case', 'Authorization: Bearer {lower}'],
    ['two keys', 'Authorization: Bearer {key}, Bearer {key}'],
    ['Basic', 'Authorization: Basic {key}'],
    ['a cookie', 'Cookie: key={key}'],
    ['another header', 'X-API-Key: {key}'],
    ['a proxy header', 'Proxy-Authorization: Bearer {key}'],
    ['another path in a header', 'X-Original-URL: /healthz'],
    ['another method in a header', 'X-HTTP-Method-Override: DELETE'],
    ['an upgrade', 'Connection: Upgrade\r\nUpgrade: websocket'],
  ])('%s', async (_what, header) => {
    const filled = header.replaceAll('{key}', server.key).replace('{lower}', server.key.toLowerCase());
    expect(
      statusesIn(await raw(`GET /v1/keys HTTP/1.1\r\nHost: localhost\r\n${filled}${filled && '\r\n'}\r\n`)),
    ).toEqual([401]);
  });
});

describe('request smuggling is refused', () => {
  const hidden = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n';
  test.each([
    [
      'length and chunks',
      `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'two lengths',
      `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na${hidden}`,
    ],
    [
      'two encodings',
      `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'a space before the colon',
      `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    ['a folded header', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n${hidden}`],
    ['a bare line feed', `GET /healthz HTTP/1.1\nHost: localhost\n\n${hidden}`],
    [
      'chunks in HTTP/1.0',
      `POST /v1/verify HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'another encoding before chunked',
      `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'two types',
      'POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\n\r\n',
    ],
    [
      'two authorizations',
      'GET /v1/keys HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n',
    ],
    ['an invalid host', 'GET /healthz HTTP/1.1\r\nHost: x<script>\r\n\r\n'],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['HTTP/0.9', 'GET /healthz\r\n\r\n'],
    ['NUL in the path', 'GET /healthz\0 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [
      'endless chunk extension',
      `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`,
    ],
  ])('%s', async (_what, text) => {
    expect(statusesIn(await raw(text))).toEqual([400]);
  });

  test.each([
    ['401', 'POST /v1/convert', 'Content-Type: multipart/form-data; boundary=x', 401],
    ['404', 'POST /nothing', 'X: y', 404],
    ['405', 'PUT /v1/verify', 'X: y', 405],
    ['415', 'POST /v1/verify', 'Content-Type: text/plain', 415],
    ['OPTIONS', 'OPTIONS /v1/verify', 'X: y', 204],
  ])('a body that is refused early (%s) is not parsed as the next request', async (_what, line, header, status) => {
    const head = `${line} HTTP/1.1\r\nHost: localhost\r\n${header}\r\nContent-Length: ${hidden.length}\r\n\r\n`;
    const next = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: the-next-one\r\n\r\n';
    const answer = await raw(head + hidden + next);
    expect(statusesIn(answer)).toEqual([status, 200]);
    expect(answer).toContain('x-request-id: the-next-one');
  });

  test('the body of a GET is not parsed as the next request', async () => {
    expect(
      statusesIn(
        await raw(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`),
      ),
    ).toEqual([200]);
  });
});

describe('a request is refused that has', () => {
  const convert = (query: string, ...fields: [name: string, value: string | Blob, file?: string][]) => {
    const form = new FormData();
    for (const [name, value, file] of fields)
      if (value instanceof Blob) form.append(name, value, file ?? 'a.txt');
      else form.append(name, value);
    return fetch(`${server.url}/v1/convert${query}`, { method: 'POST', headers: authorized(), body: form });
  };
  const file = ['file', new Blob(['hello'])] as [string, Blob];

  test.each([
    ['a parameter twice in the URL', '?from=docx&from=rtf', [file]],
    ['a parameter in URL and form', '?from=txt', [file, ['from', 'txt']]],
    ['a parameter twice in the form', '', [file, ['from', 'txt'], ['from', 'rtf']]],
    ['a parameter as a list', '?from[]=docx', [file]],
    ['the name __proto__ in the URL', '?__proto__=x', [file]],
    ['the name constructor in the form', '', [file, ['constructor', 'x']]],
    ['a path for a format', '?from=../../etc/passwd', [file]],
    ['a password in the URL', '?password=hunter2', [file]],
    ['two files', '', [file, file]],
    ['no file', '', [['file', 'hello']]],
  ] as [string, string, [string, string | Blob][]][])('%s', async (_what, query, fields) => {
    const answer = await convert(query, ...fields);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test('the member __proto__ in JSON', async () => {
    expect((await post('/v1/verify', '{"document":{"base64":"QQ==","__proto__":{"url":"x"}}}')).status).toBe(400);
  });
});

test('the sixth code for a mailbox gets 429 with Retry-After, regardless of tag and letter case', async () => {
  const ask = (tag: number) => post('/v1/auth/register', { email: `Bomb+${tag}@example.org` });
  for (let i = 0; i < 5; i++) expect((await ask(i)).status).toBe(202);
  const refused = await ask(5);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(refused.headers.get('ratelimit-policy')).toBe('"codes";q=5;w=3600');
  expect(refused.headers.get('ratelimit')).toMatch(/^"codes";r=0;t=3[56]\d\d$/);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', limit: 5, window: 3600 });
});

test('the log contains no key, code, password or document', async () => {
  const [code, password, document] = ['SECRETCD', 'hunter2secret', 'TOPSECRETDOCUMENT'];
  const base64 = Buffer.from(document).toString('base64');
  await post('/v1/auth/verify', `{"email":"a@b.org","code":"${code}"`);
  await post('/v1/auth/verify', { email: 'a@b.org', code: { is: code } });
  await fetch(`${server.url}/v1/auth/verify?email=a@b.org&code=${code}`);
  await fetch(`${server.url}/v1/auth/verify?email=a@b.org&code=${code}&code=2`);
  await fetch(`${server.url}/v1/auth/verify/${code}`);
  await post('/v1/verify', `{"document":{"password":"${password}","base64":"${base64}"`);
  await post('/v1/verify', { document: { password, base64 } });
  await post('/v1/verify', { document: { url: `http://user:${password}@127.0.0.1/` } });
  await post(`/v1/convert?p%61ssword=${password}`, '', authorized());
  await fetch(`${server.url}/v1/keys?access_token=${server.key}`);
  await fetch(`${server.url}/v1/keys/${server.key}`, { method: 'DELETE', headers: authorized() });
  await fetch(`${server.url}/v1/keys`, { headers: { ...authorized(), 'x-request-id': server.key } });
  const log = server.log();
  expect(log.split('\n').length).toBeGreaterThan(12);
  for (const secret of [code, password, document, base64, server.key]) expect(log).not.toContain(secret);
});

test('the log contains no terminal control sequences', async () => {
  await raw(
    'GET /nothing?%C2%9B2J=1&%E2%80%AEgnp=2&%1B%5B2J=3&a%0Ab=4 HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: a\u009b2J\r\n\r\n',
  );
  await expect.poll(() => server.log()).toContain('"path":"/nothing?%C2%9B2J&%E2%80%AEgnp&%1B[2J&a%0Ab"');
  expect(server.log()).toMatch(/^[\x20-\x7e\n]*$/);
});

describe('slow and excessive clients', () => {
  const drips = {
    nothing: '',
    'half a header': 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-',
    'half a body':
      'POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"',
  };
  test.each(Object.entries(drips))('%s, then single bytes: 408', async (_what, first) => {
    const socket = connect(server.port, '127.0.0.1');
    const received = listen(socket);
    socket.write(first);
    const drip = setInterval(() => first && socket.write('a'), 200);
    await once(socket, 'close');
    clearInterval(drip);
    expect(statusesIn(received())).toEqual([408]);
  });

  test('a connection with hundreds of pipelined requests is closed', async () => {
    const socket = connect(server.port, '127.0.0.1').pause();
    const closed = once(socket.resume(), 'close');
    const received = listen(socket);
    socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500));
    await closed;
    expect(statusesIn(received()).length).toBeLessThan(20);
  });

  test('large bodies beyond the share of their client are refused before they are sent; small ones are accepted', async () => {
    const head = (size: number) =>
      `POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`;
    const waiting = ['127.0.0.1', '127.0.0.1', '127.0.0.3', '127.0.0.3'].map(localAddress =>
      connect({ port: server.port, host: '127.0.0.1', localAddress }),
    );
    for (const socket of waiting) socket.on('error', () => undefined).write(head(4e6));
    const next = async () => statusesIn(await raw(head(4e6), 2000));
    await expect.poll(next).toEqual([503]);
    expect((await post('/v1/verify', { document: { base64: 'QQ==' } })).status).toBe(422);
    for (const socket of waiting) socket.destroy();
    await expect.poll(next, { timeout: 10_000 }).toEqual([]);
  });
});
