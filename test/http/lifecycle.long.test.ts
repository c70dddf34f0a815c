/** Requests under load, clients that disconnect, and shutdown. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, expect, it, onTestFinished, test } from 'vitest';
import { brokenLibreOffice } from '../helpers/broken-libreoffice.js';
import { newHome } from '../helpers/cli.js';
import { describeTools, describeWith, linux } from '../helpers/requires.js';
import { serve } from './served.js';
import { type Started, startServer } from './started.js';

let server: Started;
afterEach(() => server?.stop());

/** The head of a request; the service answers 100 when it waits for the body. */
const ANNOUNCED =
  'POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n';

const LETTER = '{\\rtf1\\ansi Dear reader,\\par}';

function convert(bytes = LETTER, name = 'letter.rtf', query = '', key = server.key): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([bytes]), name);
  return fetch(`${server.url}/v1/convert${query}`, { method: 'POST', headers: authorization(key), body });
}

const authorization = (key = server.key) => ({ authorization: `Bearer ${key}` });
/** Files in the server's private folder. */
const leftovers = () =>
  readdirSync(server.folder)
    .filter(name => name.startsWith('docconv-serve-'))
    .flatMap(name => readdirSync(`${server.folder}/${name}`));
const json = async (response: Response) => (await response.json()) as Record<string, unknown>;

// Starts many engines, which takes WebAssembly several times as long.
describeTools('under load', ['soffice.bin'], () => {
  it('a full queue gives 503 with Retry-After, and every other response is a PDF', async () => {
    server = await startServer({ workers: 1, queue: 1 });
    await convert(); // starts a worker
    const answers = await Promise.all(Array.from({ length: 40 }, () => convert()));
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([200, 503]));
    for (const answer of answers) {
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 200) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      else {
        expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'queue_full', retryable: true });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    }
    await expect.poll(leftovers).toEqual([]);
  });

  it('a key that fills the queue does not affect other keys', async () => {
    server = await startServer({ workers: 1, queue: 4 });
    const modest = await server.issueKey('modest@example.org');
    let refused = 0;
    let done = false;
    const greedy = Array.from({ length: 12 }, async () => {
      while (!done) if ((await convert()).status === 503) refused++;
    });
    await expect.poll(() => refused).toBeGreaterThan(5);
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push((await convert(LETTER, 'letter.rtf', '', modest)).status);
    done = true;
    await Promise.all(greedy);
    expect(statuses).toEqual(Array(8).fill(200));
  });

  it('requests above the rate get 429, and every response has the remaining number', async () => {
    server = await startServer({ verifyPerMinute: 2 });
    const verify = () =>
      fetch(`${server.url}/v1/verify`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    const first = await verify();
    expect([first.status, first.headers.get('ratelimit')]).toEqual([400, '"verify";r=1;t=60']);
    await verify();
    const refused = await verify();
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"verify";q=2;w=60']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await json(refused)).toMatchObject({ code: 'rate_limited', retryable: true, limit: 2 });
  });

  it('an upload with Expect is refused before it is sent', async () => {
    server = await startServer();
    const { continued, status } = await expectContinue('Bearer dck_wrong');
    expect({ continued, status }).toEqual({ continued: false, status: 401 });
    expect(await expectContinue(`Bearer ${server.key}`)).toMatchObject({ continued: true });
  });

  it('a conversion over the time limit gives 422', async () => {
    server = await startServer({ conversionTimeoutMs: 1 });
    const answer = await convert();
    expect([answer.status, (await json(answer)).code]).toEqual([422, 'conversion_timeout']);
  });

  it('a request over its deadline gives 503', async () => {
    server = await startServer({ deadlineMs: 1_000 });
    const answer = await convert(`{\\rtf1\\ansi ${'Dear reader,\\par '.repeat(60_000)}}`); // takes the engine several seconds
    expect([answer.status, (await json(answer)).code]).toEqual([503, 'deadline_exceeded']);
    await expect.poll(leftovers).toEqual([]);
  });
});

test('a client that disconnects during the upload leaves no files', async () => {
  server = await startServer();
  for (const bytes of [200, 2_000]) {
    await disconnectAfter(bytes);
    await expect.poll(leftovers).toEqual([]);
  }
  await expect.poll(() => server.log()).toContain('client disconnected');
  expect((await convert()).status).toBe(200);
});

test('a client that disconnects while its document waits frees its place in the queue', async () => {
  server = await startServer({ workers: 1, queue: 8 });
  const client = new AbortController();
  const body = new FormData();
  body.append('file', new Blob([LETTER]), 'letter.rtf');
  const answers = Array.from({ length: 4 }, () =>
    fetch(`${server.url}/v1/convert`, { method: 'POST', headers: authorization(), body, signal: client.signal }).catch(
      () => null,
    ),
  );
  await expect.poll(() => metric('docconv_conversions_queued')).toBeGreaterThan(0);
  client.abort();
  expect(await Promise.all(answers)).toEqual([null, null, null, null]);
  await expect.poll(() => metric('docconv_conversions_queued')).toBe(0);
  expect((await convert()).status).toBe(200);
  await expect.poll(leftovers).toEqual([]);
});

test('shutdown finishes running requests, refuses new ones, and fails the readiness probe', async () => {
  server = await startServer();
  const before = await fetch(`${server.url}/readyz`);
  const checks = { keyStore: { status: 'ok' }, conversion: { status: 'ok' } };
  expect([before.status, before.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await json(before)).toMatchObject({ status: 'ready', checks });
  const held = await openRequest();
  const running = convert(`{\\rtf1\\ansi ${'Dear reader,\\par '.repeat(10_000)}}`);
  await expect.poll(() => metric('docconv_workers_busy'), { interval: 10 }).toBeGreaterThan(0);
  const stopped = server.stop(60_000);
  const [refused, alive, ready] = await Promise.all(
    ['/v1/keys', '/healthz', '/readyz'].map(path => fetch(server.url + path)),
  );
  expect([refused?.status, alive?.status, ready?.status]).toEqual([503, 200, 503]);
  expect(await json(refused!)).toMatchObject({ code: 'shutting_down', retryable: true });
  expect(await json(ready!)).toMatchObject({ code: 'not_ready', detail: 'Not ready: the service is shutting down.' });
  expect(refused?.headers.get('connection')).toBe('close');
  expect((await running).status).toBe(200);
  expect(await held.finish()).toContain('HTTP/1.1 400');
  await stopped;
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
});

test('SIGTERM gives exit code 143 when a request is cut off, and 0 when all are finished', async () => {
  const served = await serve({ DOCCONV_HOME: newHome(), DOCCONV_GRACE: '1' });
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1').on('error', () => {});
  socket.write(ANNOUNCED);
  await once(socket, 'data'); // 100 Continue
  expect(await served.stop()).toBe(143);
  const idle = await serve({ DOCCONV_HOME: newHome() });
  expect(await idle.stop()).toBe(0);
});

test('a request that still waits at the end of the grace period gets 503 with Retry-After', async () => {
  server = await startServer();
  const running = convert(`{\\rtf1\\ansi ${'Dear reader,\\par '.repeat(60_000)}}`); // takes the engine several seconds
  const uploading = await openRequest();
  await expect.poll(() => metric('docconv_workers_busy'), { interval: 10 }).toBeGreaterThan(0);
  await server.stop(100);
  const answer = await running;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await json(answer)).toMatchObject({ code: 'shutting_down', retryable: true });
  expect(await uploading.closed()).toMatch(/^HTTP\/1.1 100 .*HTTP\/1.1 503 .*retry-after: 5/s);
});

test('an upload that was cut off does not delay the end of the process', async () => {
  const served = await serve({ DOCCONV_HOME: newHome(), DOCCONV_GRACE: '1' });
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1').on('error', () => {});
  socket.write(ANNOUNCED.replace('Expect: 100-continue\r\n', ''));
  await once(socket, 'connect');
  await new Promise(resolve => setTimeout(resolve, 300));
  socket.resume(); // the answer 503
  void served.stop();
  await once(socket, 'close');
  await expect.poll(() => served.process.exitCode, { timeout: 4_000 }).toBe(143); // 5 s are for a body that still arrives
});

async function metric(name: string): Promise<number> {
  const text = await server.metrics();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
}

/** Sends the headers and this many bytes of a form that is announced as much larger, then disconnects. */
function disconnectAfter(bytes: number): Promise<void> {
  const head = [
    'POST /v1/convert HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${server.key}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 1000000',
  ].join('\r\n');
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.rtf"\r\n\r\n'.padEnd(bytes, 'x');
  return new Promise(resolve => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(`${head}\r\n\r\n${part}`);
      setTimeout(() => socket.destroy(), 100);
    });
    socket.on('error', () => {}).on('close', () => resolve());
  });
}

/** A request whose body has not arrived yet. */
async function openRequest(): Promise<{ finish(): Promise<string>; closed(): Promise<string> }> {
  const socket = connect(server.port, '127.0.0.1', () => socket.write(ANNOUNCED)).on('error', () => {});
  const answer: string[] = [];
  socket.on('data', chunk => answer.push(String(chunk)));
  const closed = new Promise<void>(resolve => socket.on('close', () => resolve()));
  await once(socket, 'data'); // 100 Continue
  return {
    closed: async () => {
      await closed;
      return answer.join('');
    },
    finish: async () => {
      socket.write('{}');
      await closed;
      return answer.join('');
    },
  };
}

function expectContinue(key: string): Promise<{ continued: boolean; status: number }> {
  const headers = {
    authorization: key,
    expect: '100-continue',
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 7,
  };
  return new Promise((resolve, reject) => {
    let continued = false;
    const asked = httpRequest(`${server.url}/v1/convert`, { method: 'POST', headers });
    asked.on('continue', () => {
      continued = true;
      asked.end('--x--\r\n');
    });
    asked.on('response', response => {
      response.resume();
      asked.destroy();
      resolve({ continued, status: response.statusCode ?? 0 });
    });
    asked.on('error', reject);
    asked.flushHeaders();
  });
}

test('a service goes on when the readers of its log and of its messages end', async () => {
  const served = await serve({ DOCCONV_HOME: newHome() }, '--workers', '1');
  served.process.stdout!.destroy();
  served.process.stderr!.destroy();
  for (let round = 0; round < 3; round++) expect((await fetch(`${served.url}/v1/unknown`)).status).toBe(404);
  expect(served.process.exitCode).toBeNull();
  expect(await served.stop()).toBe(0);
});

describeWith('a service whose log is on a full disk', [linux], () => {
  it('goes on without it', async () => {
    const program = resolve('bin/docconv.js');
    const child = spawn('sh', ['-c', 'exec "$0" "$@" >/dev/full', process.execPath, program, 'serve', '--port', '0'], {
      env: { ...process.env, DOCCONV_HOME: newHome(), NO_COLOR: '1' },
    });
    onTestFinished(() => void child.kill());
    let messages = '';
    for await (const text of child.stderr.setEncoding('utf8')) {
      messages += text;
      if (messages.includes('listens on')) break;
    }
    const url = /listens on (\S+)/.exec(messages)?.[1];
    for (let round = 0; round < 3; round++) expect((await fetch(`${url}/v1/unknown`)).status).toBe(404);
    expect(child.exitCode).toBeNull();
  });
});

describeTools('an engine that does not start', ['soffice.bin'], () => {
  it('is logged once, with the engine that takes its place, though it is tried before there is a log', async () => {
    const home = newHome();
    const libreoffice = await brokenLibreOffice(join(home, 'broken'), 'library');
    const { url, log } = await serve({ DOCCONV_HOME: home, DOCCONV_LIBREOFFICE: libreoffice });
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    const skipped = log()
      .split('\n')
      .filter(line => line.includes('another one is used'));
    expect(skipped.map(line => JSON.parse(line))).toMatchObject([{ engine: 'native', used: 'soffice' }]);
  });
});
