/** How the client waits for jobs: against servers that lose connections and jobs. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Remote } from '../../src/remote/index.js';

const LETTER = { bytes: Buffer.from('{\\rtf1\\ansi Dear reader,\\par}'), name: 'a.rtf' };
const JOB = { id: 'pYzbR3gqTm6Yv0m1r2d3Zw', kind: 'convert', durable: true, createdAt: '2026-05-01T12:00:00Z' };

/** What the server does at a request, by "METHOD path"; the last of several again and again. */
type Script = Record<string, ((response: ServerResponse) => unknown)[]>;

let server: Server;
let remote: Remote;
let asked: { line: string; headers: IncomingMessage['headers'] }[];
afterEach(async () => {
  await remote.close();
  server.closeAllConnections();
  server.close();
});

async function follow(script: Script, retryMs = 10_000): Promise<Remote> {
  asked = [];
  const left = structuredCloneOf(script);
  server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    request.resume().on('end', () => {
      asked.push({ line, headers: request.headers });
      const steps = left[line] ?? [answer(404, { code: 'not_found', detail: 'There is no such resource.' })];
      (steps.length > 1 ? steps.shift()! : steps[0]!)(response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  remote = new Remote({ server: address, apiKey: 'dck_x', times: { waitSeconds: 1, retryMs } });
  return remote;
}

const structuredCloneOf = (script: Script): Script =>
  Object.fromEntries(Object.entries(script).map(([line, steps]) => [line, [...steps]]));
const answer = (status: number, body: object) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const job = (status: string, more: object = {}) => answer(200, { ...JOB, status, ...more });
const accepted = (more: object = {}) => answer(202, { ...JOB, status: 'queued', ...more });
const drop = (response: ServerResponse) => response.destroy();
const pdf = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/pdf', 'docconv-engine': 'native' }).end('%PDF-1.7');
const half = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '1000' }).write('%PDF');
  setTimeout(drop, 20, response);
};
const gone = answer(404, { code: 'not_found', detail: 'There is no such job.' });
const gateway = (response: ServerResponse) => response.writeHead(502).end('<h1>Bad gateway</h1>');

const POST = 'POST /v1/convert';
const LIST = 'GET /v1/jobs';
const SHOW = `GET /v1/jobs/${JOB.id}`;
const RESULT = `${SHOW}/result`;
const DELETE = `DELETE /v1/jobs/${JOB.id}`;
const noContent = (response: ServerResponse) => response.writeHead(204).end();

const lines = () => asked.map(({ line }) => line);
const keysSent = () => asked.flatMap(({ line, headers }) => (line === POST ? [headers['idempotency-key']] : []));
const text = async () => Buffer.from((await remote.convert(LETTER)).pdf).toString();

describe('a conversion', () => {
  it('that is quick has one request', async () => {
    await follow({ [POST]: [pdf] });
    expect(await text()).toBe('%PDF-1.7');
    expect(lines()).toEqual([POST]);
    expect(asked[0]!.headers).toMatchObject({ prefer: 'respond-async, wait=1', 'idempotency-key': expect.any(String) });
  });

  it('that is quick and was a job has its job removed', async () => {
    const located = (response: ServerResponse) =>
      response.writeHead(200, { 'content-location': `/v1/jobs/${JOB.id}/result` }).end('%PDF-1.7');
    await follow({ [POST]: [located], [DELETE]: [noContent] });
    expect(await text()).toBe('%PDF-1.7');
    expect(lines()).toEqual([POST, DELETE]);
  });

  it('that is slow is waited for, and its job is removed', async () => {
    const steps = { [POST]: [accepted()], [RESULT]: [pdf], [DELETE]: [noContent] };
    await follow({ ...steps, [SHOW]: [job('queued', { position: 3 }), job('running'), job('succeeded')] });
    const positions: number[] = [];
    const made = await remote.convert(LETTER, { onQueued: position => positions.push(position) });
    expect(Buffer.from(made.pdf).toString()).toBe('%PDF-1.7');
    expect(positions).toEqual([3]);
    expect(lines()).toEqual([POST, SHOW, SHOW, SHOW, RESULT, DELETE]);
    expect(asked[1]!.headers.prefer).toMatch(/^wait=\d+$/);
  });

  it('that fails at once and was a job has its job removed', async () => {
    const headers = { 'content-type': 'application/problem+json', 'content-location': `/v1/jobs/${JOB.id}/result` };
    const failed = (response: ServerResponse) =>
      response.writeHead(422, headers).end('{"code":"corrupt_document","detail":"It is corrupt."}');
    await follow({ [POST]: [failed], [DELETE]: [noContent] });
    await expect(text()).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT', message: 'It is corrupt.' });
    expect(lines()).toEqual([POST, DELETE]);
  });

  it('that fails later has the error of one that fails at once', async () => {
    const problem = answer(422, { code: 'corrupt_document', detail: 'It is corrupt.' });
    await follow({ [POST]: [accepted()], [SHOW]: [job('failed')], [RESULT]: [problem], [DELETE]: [noContent] });
    await expect(text()).rejects.toMatchObject({ code: 'CORRUPT_DOCUMENT', message: 'It is corrupt.' });
    expect(lines()).toEqual([POST, SHOW, RESULT, DELETE]);
  });
});

describe('after a lost connection', () => {
  const jobs = { [LIST]: [answer(200, { jobs: [] })], [DELETE]: [noContent] };

  it('the document is sent again with the same Idempotency-Key', async () => {
    await follow({ ...jobs, [POST]: [drop, pdf] });
    expect(await text()).toBe('%PDF-1.7');
    expect(lines()).toEqual([POST, LIST, POST]);
    expect(new Set(keysSent()).size).toBe(1);
  });

  it('a result that was interrupted is fetched again', async () => {
    await follow({ ...jobs, [POST]: [half, accepted()], [SHOW]: [drop, job('succeeded')], [RESULT]: [half, pdf] });
    expect(await text()).toBe('%PDF-1.7');
    expect(lines()).toEqual([POST, LIST, POST, SHOW, LIST, SHOW, RESULT, LIST, SHOW, RESULT, DELETE]);
  });

  it('a gateway whose server is away is asked again', async () => {
    const away = { ...jobs, [LIST]: [gateway, ...jobs[LIST]!] };
    await follow({ ...away, [POST]: [accepted()], [SHOW]: [gateway, job('succeeded')], [RESULT]: [pdf] });
    expect(await text()).toBe('%PDF-1.7');
    expect(keysSent()).toHaveLength(1);
  });

  it('a server that lost the jobs of its memory gets the document again', async () => {
    const steps = { ...jobs, [RESULT]: [pdf], [SHOW]: [gone, job('succeeded')] };
    await follow({ ...steps, [POST]: [accepted({ durable: false })] });
    expect(await text()).toBe('%PDF-1.7');
    expect(keysSent()).toHaveLength(2);
    expect(new Set(keysSent()).size).toBe(1);
    await remote.close();
    server.close();
    await follow({ ...steps, [POST]: [accepted({ durable: true })] });
    await expect(text()).rejects.toMatchObject({ detail: { status: 404 } });
    expect(keysSent()).toHaveLength(1);
  });

  it('an older server, which would convert twice, does not get the document again', async () => {
    await follow({ [POST]: [drop, pdf] });
    await expect(text()).rejects.toMatchObject({ code: 'REMOTE_UNREACHABLE' });
    expect(lines()).toEqual([POST, LIST]);
  });

  it('a server that never answers is given up', async () => {
    await follow({ ...jobs, [POST]: [drop] }, 1500);
    await expect(text()).rejects.toMatchObject({ code: 'REMOTE_UNREACHABLE' });
    expect(keysSent().length).toBeGreaterThan(1);
  });
});

describe('when it is aborted', () => {
  it('the job is cancelled, also if the server has not answered yet', async () => {
    const abort = new AbortController();
    const late = (response: ServerResponse) => {
      abort.abort();
      setTimeout(() => accepted()(response), 100);
    };
    await follow({ [POST]: [late], [DELETE]: [noContent] });
    const cancelled = remote.convert(LETTER, { signal: abort.signal });
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED', detail: { job: JOB.id } });
    expect(lines()).toEqual([POST, DELETE]);
  });

  it('while it is waited for, the job is cancelled; a server that does not confirm is named', async () => {
    const abort = new AbortController();
    const steps = { [POST]: [accepted()], [SHOW]: [() => abort.abort()] };
    await follow({ ...steps, [DELETE]: [gateway] });
    const unconfirmed = remote.convert(LETTER, { signal: abort.signal });
    const message = expect.stringContaining(
      `did not confirm that it cancelled the job ${remote.jobs.addressOf(JOB.id)}`,
    );
    await expect(unconfirmed).rejects.toMatchObject({ code: 'CANCELLED', message });
  });
});

describe('a job for which the client does not wait', () => {
  it('is accepted once, also after a lost connection', async () => {
    await follow({ [LIST]: [answer(200, { jobs: [] })], [POST]: [drop, accepted()] });
    expect(await remote.submit([LETTER])).toMatchObject({ id: JOB.id, durable: true });
    expect(new Set(keysSent()).size).toBe(1);
    expect(asked[0]!.headers.prefer).toBe('respond-async');
  });

  it('is refused by an older server', async () => {
    await follow({ [POST]: [pdf] });
    await expect(remote.submit([LETTER])).rejects.toMatchObject({ code: 'REMOTE_REFUSED' });
  });

  it.each([
    ['attachment; filename="a.pdf"', 'a.pdf'],
    [`attachment; filename="_.pdf"; filename*=UTF-8''%C3%BC.pdf`, 'ü.pdf'],
    ['attachment; filename="../../.ssh/.profile"', 'profile'],
    ['attachment; filename="..\\\\..\\\\a.exe"', 'a.exe'],
    [`attachment; filename*=UTF-8''%2e%2e%2f%0a%1bx`, '\\u001bx'],
    ['attachment; filename="-"', JOB.id],
    ['attachment', JOB.id],
  ])('%s: its result is saved as %s', async (disposition, name) => {
    const named = (response: ServerResponse) => response.writeHead(200, { 'content-disposition': disposition }).end();
    await follow({ [RESULT]: [named] });
    expect((await remote.jobs.result(JOB.id)).name).toBe(name);
  });
});
