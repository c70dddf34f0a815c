/** Servers with different roles on one database: one that accepts requests only, and one that only does the work. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openPostgres, type Postgres } from '../../../src/postgres/index.js';
import { describeWith } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { signedPdf } from '../signed.js';
import { type Started, startServer } from '../started.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of several routes
const jsonOf = (response: Response) => response.json() as Promise<any>;
type Fields = Record<string, string>;

const GENEROUS = { timeout: 60_000 };
const scan = { name: 'scan.pdf', bytes: new Uint8Array(blankPdf('Scanned').bytes) };
const signed = new Uint8Array(signedPdf());
const broken = { name: 'broken.docx', bytes: new Uint8Array(Buffer.from('nothing')) };

function formOf(...files: { name: string; bytes: Uint8Array<ArrayBuffer> }[]): FormData {
  const form = new FormData();
  for (const { name, bytes } of files) form.append('file', new Blob([bytes]), name);
  if (files.length > 1) form.append('merge', 'all.pdf');
  return form;
}

function convert(
  server: Started,
  body: FormData,
  { headers = {}, key = server.key, signal }: { headers?: Fields; key?: string; signal?: AbortSignal } = {},
): Promise<Response> {
  const withKey = { authorization: `Bearer ${key}`, ...headers };
  return fetch(`${server.url}/v1/convert`, { method: 'POST', headers: withKey, body, signal: signal ?? null });
}

const verify = (server: Started, headers: Fields = {}) =>
  fetch(`${server.url}/v1/verify?trust=not-required&at=2026-05-01T00:00:00Z`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf', ...headers },
    body: signed,
  });

const call = (server: Started, path: string, { prefer, key = server.key }: { prefer?: string; key?: string } = {}) =>
  fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${key}`, ...(prefer && { prefer }) } });

const LATER = { prefer: 'respond-async' };

/** The job after its end. */
async function ended(server: Started, { links }: { links: { self: string } }, key = server.key) {
  for (;;) {
    const job = await jsonOf(await call(server, links.self, { prefer: 'wait=30', key }));
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}

const checksOf = async (server: Started) => (await jsonOf(await fetch(`${server.url}/readyz`))).checks;

/** What does not differ between two answers with the same result. */
function essence({ status, headers }: Response) {
  const names = ['content-type', 'content-length', 'content-disposition', 'docconv-engine', 'docconv-pages'];
  return { status, values: names.map(name => headers.get(name)) };
}

async function problemOf(response: Response) {
  const { requestId: _id, instance: _instance, ...problem } = await jsonOf(response);
  return { status: response.status, problem };
}

describeWith('a server that accepts requests only', [postgresql], () => {
  let variables: Record<string, string>;
  let postgres: Postgres;
  let api: Started;
  beforeAll(async () => {
    variables = { ...(await storeVariables()), DOCCONV_CODES_PER_ADDRESS: '1000' };
    postgres = openPostgres(variables.DOCCONV_STORE!);
    api = await startServer({ role: 'api' }, variables);
  });
  afterAll(async () => {
    await api.stop();
    await postgres.close();
  });

  const startWorker = async () => {
    const worker = await startServer({ role: 'work' }, variables);
    onTestFinished(() => worker.stop());
    return worker;
  };
  /** Another one on the same database. */
  const startApi = async (settings: Parameters<typeof startServer>[0]) => {
    const server = await startServer({ role: 'api', ...settings }, variables);
    onTestFinished(() => server.stop());
    return server;
  };
  const rowsOf = async (table: string) => (await postgres.query(`SELECT 1 FROM docconv.${table}`)).length;
  /** What requests that waited leave behind. */
  const leftovers = async () => [await rowsOf('jobs'), await rowsOf('documents')];
  const removeJobs = () =>
    postgres.query('DELETE FROM docconv.jobs').then(() => postgres.query('DELETE FROM docconv.documents'));

  test('keeps jobs until a worker comes; health and metrics tell that there is none', async () => {
    const accepted = await convert(api, formOf(scan, scan), { headers: LATER });
    expect(accepted.status).toBe(202);
    const job = await jsonOf(accepted);
    expect(await jsonOf(await call(api, job.links.self))).toMatchObject({
      status: 'queued',
      position: 0,
      durable: true,
    });

    const ready = await fetch(`${api.url}/readyz`);
    expect(ready.status).toBe(200);
    const { checks } = await jsonOf(ready);
    expect(checks).toMatchObject({ keyStore: { status: 'ok' }, jobs: { status: 'failing', atOnce: 0, queued: 1 } });
    expect(checks).not.toHaveProperty('conversion');
    const before = await api.metrics();
    expect(before).toMatch(/^docconv_jobs_at_once 0$/m);
    expect(before).toMatch(/^docconv_jobs\{state="queued"\} 1$/m);
    expect(before).toMatch(/^docconv_queue_seconds 0?\.?[0-9]*[1-9]$/m);
    expect(before).not.toMatch(/^docconv_(workers|conversions_queued)/m);

    const worker = await startWorker();
    expect((await ended(api, job)).status).toBe('succeeded');
    await expect.poll(async () => (await checksOf(api)).jobs, GENEROUS).toMatchObject({ status: 'ok', atOnce: 1 });
    expect(await api.metrics()).toMatch(/^docconv_queue_seconds 0$/m);
    expect(await worker.metrics()).toMatch(/^docconv_jobs_at_once 1$/m);
    expect(await worker.metrics()).toMatch(/^docconv_conversions_total\{outcome="ok",engine="\w+"\} 1$/m);
    expect(await api.metrics()).not.toMatch(/^docconv_conversions_total/m);
    await removeJobs();
  });

  test('a job that fails through a fault of the service: its cause is in the log of the worker', async () => {
    const job = await jsonOf(await convert(api, formOf(scan, scan), { headers: LATER }));
    const fault = await jsonOf(await convert(api, formOf(broken, scan), { headers: LATER }));
    const lost = `SELECT record->'documents'->0->>'id' FROM docconv.jobs WHERE id = $1`;
    await postgres.query(`DELETE FROM docconv.documents WHERE id = (${lost})`, [job.id]);
    const worker = await startWorker();
    expect((await ended(api, job)).problem).toMatchObject({ code: 'job_expired' });
    expect((await ended(api, fault)).problem).toMatchObject({ status: 415 });
    const lines = worker.log().split('\n');
    expect(lines.filter(line => line.includes(job.id))).toEqual([expect.stringContaining('no longer in the store')]);
    expect(lines.filter(line => line.includes(fault.id))).toEqual([]); // at level debug
    await removeJobs();
  });

  test('answers a request that waits as a server that does the work itself, and keeps nothing', async () => {
    await startWorker();
    const alone = await startServer();
    onTestFinished(() => alone.stop());
    const [here, there] = [await convert(alone, formOf(scan, scan)), await convert(api, formOf(scan, scan))];
    expect(here.status).toBe(200);
    expect(essence(there)).toEqual(essence(here));
    expect(
      Buffer.from(await there.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');

    const [own, other] = [await verify(alone), await verify(api)]; // without a key
    expect(own.status).toBe(200);
    expect(essence(other)).toEqual(essence(own));
    expect(await jsonOf(other)).toEqual(await jsonOf(own));

    expect(await problemOf(await convert(api, formOf(broken)))).toEqual(
      await problemOf(await convert(alone, formOf(broken))),
    );
    await expect.poll(leftovers, GENEROUS).toEqual([0, 0]);
  });

  test('removes the job of a client that disconnects, and at the deadline', async () => {
    const left = new AbortController();
    const gone = convert(api, formOf(scan, scan), { signal: left.signal }).catch(() => 'gone');
    await expect.poll(() => rowsOf('jobs'), GENEROUS).toBe(1);
    left.abort();
    expect(await gone).toBe('gone');
    await expect.poll(leftovers, GENEROUS).toEqual([0, 0]);

    const hasty = await startApi({ deadlineMs: 1_000 });
    const { status, problem } = await problemOf(await convert(hasty, formOf(scan)));
    expect([status, problem.code]).toEqual([503, 'deadline_exceeded']);
    await expect.poll(leftovers, GENEROUS).toEqual([0, 0]);
  });

  test('limits the jobs of an account, those of requests that wait as well', async () => {
    const jobs = { keepMs: 60_000, perAccount: 1, inAll: 100, maxBytes: 1e9 };
    const strict = await startApi({ jobs });
    expect((await convert(strict, formOf(scan), { headers: LATER })).status).toBe(202);
    for (const headers of [LATER, {}] as Fields[])
      expect((await problemOf(await convert(strict, formOf(scan), { headers }))).problem.code).toBe('queue_full');
    const key = await strict.issueKey('other@example.org');
    expect((await convert(strict, formOf(scan), { headers: LATER, key })).status).toBe(202);
    await removeJobs();
  });

  test('lets accounts take turns', async () => {
    const key = await api.issueKey('modest@example.org');
    const send = async (key: string) => jsonOf(await convert(api, formOf(scan, scan), { headers: LATER, key }));
    const greedy = [];
    for (let i = 0; i < 6; i++) greedy.push(await send(api.key));
    const modest = await send(key);
    await startWorker();
    const starts = [];
    for (const job of greedy) starts.push((await ended(api, job)).startedAt);
    const { startedAt } = await ended(api, modest, key);
    expect(starts.filter(start => start < startedAt).length).toBeLessThan(3);
    await removeJobs();
  });

  test('a worker serves health, and nothing for clients', async () => {
    const worker = await startWorker();
    expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
    const checks = await checksOf(worker);
    expect(checks).toMatchObject({ keyStore: { status: 'ok' }, conversion: { status: 'ok' } });
    expect(checks).not.toHaveProperty('mail');
    for (const path of [
      '/',
      '/docs',
      '/openapi.json',
      '/v1/jobs',
      '/v1/keys',
      '/v1/auth/register?email=ann@example.org',
    ])
      expect([path, (await call(worker, path)).status]).toEqual([path, 404]);
    expect((await verify(worker)).status).toBe(404);
    expect((await convert(worker, formOf(scan))).status).toBe(404);
    expect((await fetch(`${api.url}/docs`)).status).toBe(200);
  });
});
