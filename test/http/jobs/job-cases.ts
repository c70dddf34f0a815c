/** Requests that do not wait for their result: what holds for every store of jobs. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../../src/postgres/index.js';
import { blankPdf } from '../../helpers/signed-pdf.js';
import { signedPdf } from '../signed.js';
import { type Started, startServer } from '../started.js';

// biome-ignore lint/suspicious/noExplicitAny: answers of several routes
const jsonOf = (response: Response) => response.json() as Promise<any>;

interface Sent {
  name: string;
  bytes: Uint8Array;
}
type Fields = Record<string, string>;

const scan = { name: 'scan.pdf', bytes: blankPdf('Scanned').bytes };
const broken = { name: 'broken.docx', bytes: Buffer.from('nothing') };

function convert(
  server: Started,
  files: readonly Sent[],
  headers: Fields = {},
  fields: Fields = {},
): Promise<Response> {
  const form = new FormData();
  for (const { name, bytes } of files) form.append('file', new Blob([new Uint8Array(bytes)]), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const withKey = { authorization: `Bearer ${server.key}`, ...headers };
  return fetch(`${server.url}/v1/convert`, { method: 'POST', headers: withKey, body: form });
}

const merge = { merge: 'all.pdf' };
const LATER = { prefer: 'respond-async' };
const SOON = { prefer: 'respond-async, wait=60' };

const call = (server: Started, path: string, headers: Fields = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { method, headers: { authorization: `Bearer ${server.key}`, ...headers } });

/** The job after its end. */
async function ended(server: Started, location: string) {
  for (;;) {
    const job = await jsonOf(await call(server, location, { prefer: 'wait=30' }));
    if (job.status !== 'queued' && job.status !== 'running') return job;
  }
}

/** What does not differ between two answers with the same result. */
function essence({ status, headers }: Response) {
  const names = ['content-type', 'content-length', 'content-disposition', 'docconv-engine', 'docconv-pages'];
  const values = [...names, 'docconv-warnings', 'docconv-warning'].map(name => headers.get(name));
  return { status, values };
}

/** The bytes of a PDF, except its random identifier and its time. */
async function contentOf(response: Response): Promise<string> {
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  return text.replace(/<[0-9a-f]{32}>/gi, '<>').replace(/<443a[0-9a-f]+>/gi, '<D:>');
}

async function problemOf(response: Response) {
  const { requestId: _id, instance: _instance, ...problem } = await jsonOf(response);
  return { status: response.status, problem };
}

const KEPT_SHORTLY = { keepMs: 1, perAccount: 10, inAll: 10, maxBytes: 1e8 };

/** Every job of the database, as if its time were over. */
async function expire(url: string): Promise<void> {
  const postgres = openPostgres(url);
  await postgres.query(`UPDATE docconv.jobs SET expires_at = 1, record = record || '{"expiresAt": 1}'`);
  await postgres.close();
}

const ONCE = { ...LATER, 'idempotency-key': 'a' };

/** A server of this test, with a job that has expired. */
async function startWithExpired(variables: Record<string, string>, durable: boolean) {
  const keeping = await startServer(durable ? {} : { jobs: KEPT_SHORTLY }, variables);
  onTestFinished(() => keeping.stop());
  const { id, links } = await jsonOf(await convert(keeping, [scan, scan], ONCE, merge));
  const job = await ended(keeping, links.self);
  if (durable) expect(job.status).toBe('succeeded');
  if (variables.DOCCONV_STORE) await expire(variables.DOCCONV_STORE);
  return { keeping, id, links };
}

/** What takes as long as the upkeep of jobs waits between two turns. */
export function upkeepCases(variables: () => Promise<Record<string, string>>, durable: boolean): void {
  it('makes the job again, with the same id, after one that has expired was removed', async () => {
    const { keeping, id, links } = await startWithExpired(await variables(), durable);
    const isSwept = async () => (await convert(keeping, [scan, scan], ONCE, merge)).status === 202;
    await expect.poll(isSwept, { interval: 1_000 }).toBe(true);
    expect((await jsonOf(await call(keeping, links.self))).id ?? id).toBe(id);
  });
}

export function jobCases(variables: () => Promise<Record<string, string>>, durable: boolean): void {
  let server: Started;
  beforeAll(async () => {
    server = await startServer({}, await variables());
  });
  afterAll(() => server.stop());

  it('answers 202, then the state of the job, and the same bytes as a request that waits', async () => {
    const waited = await convert(server, [scan, scan], {}, merge);
    expect(waited.status).toBe(200);
    const accepted = await convert(server, [scan, scan], LATER, merge);
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get('preference-applied')).toBe('respond-async');
    const location = accepted.headers.get('location')!;
    const { id, links, status } = await jsonOf(accepted);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(links).toEqual({ self: location, result: `${location}/result` });
    expect(['queued', 'running', 'succeeded']).toContain(status);
    expect(await ended(server, location)).toMatchObject({
      ...{ id, durable, status: 'succeeded', kind: 'convert', attempts: 1, pages: 2 },
      startedAt: expect.stringMatching(/Z$/),
    });
    const result = await call(server, links.result);
    expect(essence(result)).toEqual(essence(waited));
    expect(await contentOf(result)).toBe(await contentOf(waited));
    const { jobs } = await jsonOf(await call(server, '/v1/jobs'));
    expect(jobs[0]).toMatchObject({ id, status: 'succeeded' });
  });

  it('lists jobs page by page, by status and by time', async () => {
    const key = await server.issueKey('list@example.org');
    const headers = { authorization: `Bearer ${key}` };
    const list = async (query: string) => jsonOf(await call(server, `/v1/jobs?${query}`, headers));
    const ids = ({ jobs }: { jobs: { id: string }[] }) => jobs.map(({ id }) => id);
    const submitted: string[] = [];
    const submit = async (files: readonly Sent[]) => {
      const { id, links } = await jsonOf(await convert(server, files, { ...LATER, ...headers }, merge));
      for (let status = 'queued'; status === 'queued' || status === 'running'; )
        ({ status } = await jsonOf(await call(server, links.self, { ...headers, prefer: 'wait=30' })));
      submitted.unshift(id);
    };
    for (const files of [
      [scan, scan],
      [broken, scan],
      [scan, scan],
    ])
      await submit(files);
    const first = await list('limit=2');
    expect(ids(first)).toEqual(submitted.slice(0, 2));
    await submit([scan, scan]);
    const second = await list(`limit=2&cursor=${first.next}`);
    expect([ids(second), second.next]).toEqual([submitted.slice(3), null]);

    expect(ids(await list('status=failed'))).toEqual([submitted[2]]);
    const { createdAt } = first.jobs[1];
    expect(ids(await list(`created-from=${createdAt}`))).toEqual(submitted.slice(0, 3));
    expect(ids(await list(`created-before=${createdAt}`))).toEqual(submitted.slice(3));
    expect(ids(await list('created-from=2100-01-01'))).toEqual([]);

    const ofOther = await jsonOf(await call(server, `/v1/jobs?cursor=${first.next}`));
    expect(ids(ofOther).filter(id => submitted.includes(id))).toEqual([]);
    const noTimes = ['yesterday', '2026-02-30', '2026-05-01T24:00Z'].map(time => `created-from=${time}`);
    for (const query of ['cursor=abc', 'cursor=', `cursor=A${first.next}`, ...noTimes, 'status=gone'])
      expect(await list(query), query).toMatchObject({ code: 'invalid_parameter' });
  });

  it('answers 200 when the job ends within "wait"', async () => {
    const waited = await convert(server, [scan, scan], {}, merge);
    const soon = await convert(server, [scan, scan], SOON, merge);
    expect(essence(soon)).toEqual(essence(waited));
    expect(await contentOf(soon)).toBe(await contentOf(waited));
  });

  it('verifies, with options in JSON', async () => {
    const document = { base64: Buffer.from(signedPdf()).toString('base64') };
    const body = JSON.stringify({ document, trust: 'not-required', at: '2026-05-01T00:00:00Z' });
    const headers = { 'content-type': 'application/json' };
    const verify = (more: Fields) =>
      fetch(`${server.url}/v1/verify`, { method: 'POST', headers: { ...headers, ...more }, body });
    const waited = await verify({});
    expect(waited.status).toBe(200);
    const soon = await verify({ ...SOON, authorization: `Bearer ${server.key}` });
    expect(essence(soon)).toEqual(essence(waited));
    expect(await jsonOf(soon)).toEqual(await jsonOf(waited));
    expect((await problemOf(await verify(LATER))).problem.code).toBe('key_missing');
  });

  it('answers a failed job with the problem of a request that waits', async () => {
    const waited = await problemOf(await convert(server, [broken]));
    expect(waited.status).toBeGreaterThanOrEqual(400);
    const accepted = await convert(server, [broken], LATER);
    const { links } = await jsonOf(accepted);
    const { status, problem } = await ended(server, links.self);
    expect([status, problem.code]).toEqual(['failed', waited.problem.code]);
    expect(await problemOf(await call(server, links.result))).toEqual(waited);
    const soon = await convert(server, [broken], SOON);
    expect(soon.headers.get('content-location')).toMatch(/^\/v1\/jobs\/[\w-]{22}\/result$/);
    expect(await problemOf(soon)).toEqual(waited);
  });

  it('refuses invalid options before a job is made', async () => {
    const { jobs } = await jsonOf(await call(server, '/v1/jobs'));
    for (const fields of [{ quality: 'x' }, { unknown: '1' }] as Fields[])
      expect((await problemOf(await convert(server, [scan], LATER, fields))).problem.code).toBe('invalid_parameter');
    expect((await problemOf(await convert(server, [scan, scan], LATER))).problem.code).toBe('invalid_multipart');
    expect((await jsonOf(await call(server, '/v1/jobs'))).jobs).toHaveLength(jobs.length);
  });

  it('refuses a webhook and an Idempotency-Key without a job', async () => {
    const webhook = { webhook: 'https://example.org/' };
    expect((await problemOf(await convert(server, [scan], {}, webhook))).problem.code).toBe('invalid_parameter');
    const key = { 'idempotency-key': 'a' };
    expect((await problemOf(await convert(server, [scan], key))).problem.code).toBe('invalid_request');
  });

  it('keeps the webhook', async () => {
    const webhook = 'https://93.184.216.34/events?token=a';
    const { links } = await jsonOf(await convert(server, [scan, scan], LATER, { ...merge, webhook }));
    expect((await ended(server, links.self)).webhook).toBe(webhook);
  });

  it('is the same job with the same Idempotency-Key, and a problem with another document or option', async () => {
    const key = { 'idempotency-key': 'order-1' };
    const first = await jsonOf(await convert(server, [scan, scan], { ...LATER, ...key }, merge));
    await ended(server, first.links.self);
    const result = await call(server, first.links.result);
    const again = await convert(server, [scan, scan], { ...LATER, ...key }, merge);
    expect(essence(again)).toEqual(essence(result));
    expect(Buffer.from(await again.arrayBuffer())).toEqual(Buffer.from(await result.arrayBuffer()));
    for (const files of [[scan], [scan, { ...scan, bytes: blankPdf('Other').bytes }]]) {
      const other = await problemOf(await convert(server, files, { ...LATER, ...key }, merge));
      expect([other.status, other.problem.code]).toEqual([422, 'idempotency_mismatch']);
    }
    const { jobs } = await jsonOf(await call(server, '/v1/jobs'));
    expect(jobs.filter(({ id }: { id: string }) => id === first.id)).toHaveLength(1);
  });

  it('makes one job of requests with one Idempotency-Key that arrive together', async () => {
    const headers = { ...LATER, 'idempotency-key': 'together' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => convert(server, [scan, scan], headers, merge)));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(answers.every(({ status }) => status === 202 || status === 200)).toBe(true);
    const ids = await Promise.all(accepted.map(async answer => (await jsonOf(answer)).id));
    expect(new Set(ids).size).toBe(1);
  });

  it('shows a job to its account only', async () => {
    const { links } = await jsonOf(await convert(server, [scan, scan], LATER, merge));
    await ended(server, links.self);
    const other = { authorization: `Bearer ${await server.issueKey('other@example.org')}` };
    for (const [path, method] of [
      [links.self, 'GET'],
      [links.result, 'GET'],
      [links.self, 'DELETE'],
    ])
      expect((await call(server, path, other, method)).status).toBe(404);
    expect((await jsonOf(await call(server, '/v1/jobs', other))).jobs).toEqual([]);
    expect((await call(server, links.result)).status).toBe(200);
    const sameKey = { ...LATER, 'idempotency-key': 'shared' };
    const own = await jsonOf(await convert(server, [scan, scan], sameKey, merge));
    const foreign = await jsonOf(await convert(server, [scan, scan], { ...sameKey, ...other }, merge));
    expect(foreign.id).not.toBe(own.id);
  });

  it('refuses an id that no job can have', async () => {
    for (const path of ['%00', 'a%00b/result']) expect((await call(server, `/v1/jobs/${path}`)).status).toBe(400);
    expect((await call(server, '/v1/jobs/%00', {}, 'DELETE')).status).toBe(400);
    expect((await call(server, '/v1/keys/%00', {}, 'DELETE')).status).toBe(400);
  });

  it('removes a job with its result', async () => {
    const { links } = await jsonOf(await convert(server, [scan, scan], LATER, merge));
    await ended(server, links.self);
    expect((await call(server, links.self, {}, 'DELETE')).status).toBe(204);
    expect((await call(server, links.self)).status).toBe(404);
    expect((await call(server, links.result)).status).toBe(404);
  });

  it('refuses documents when those of the account and its results take all its space', async () => {
    const limits = { DOCCONV_MAX_UPLOAD: '1', DOCCONV_JOB_STORAGE: '8' };
    const small = await startServer({}, { ...(await variables()), ...limits });
    onTestFinished(() => small.stop());
    const large = { name: 'large.pdf', bytes: blankPdf(randomBytes(400_000).toString('hex')).bytes };
    const jobs: string[] = [];
    const submitted = async (): Promise<Response> => {
      const answer = await convert(small, [large], LATER, merge);
      if (answer.status !== 202 || jobs.length > 9) return answer;
      jobs.push(answer.headers.get('location')!);
      await ended(small, jobs.at(-1)!);
      return submitted();
    };
    const refused = await submitted();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect((await problemOf(refused)).problem).toMatchObject({ code: 'overloaded', retryable: true });
    expect(await small.metrics()).toMatch(/^docconv_job_documents_bytes 1\d{6}$/m);
    for (const path of jobs) expect((await call(small, path, {}, 'DELETE')).status).toBe(204);
    expect(await small.metrics()).toMatch(/^docconv_job_documents_bytes 0$/m);
    expect((await convert(small, [large], LATER, merge)).status).toBe(202);
  });

  it('answers 410 to every request for a job that has expired', async () => {
    const { keeping, links } = await startWithExpired(await variables(), durable);
    const paths = [
      [links.self, 'GET'],
      [links.result, 'GET'],
      [links.self, 'DELETE'],
    ] as const;
    const codes = () =>
      Promise.all(paths.map(async ([path, method]) => problemOf(await call(keeping, path, {}, method))));
    const gone = { status: 410, problem: { code: 'job_expired', retryable: false } };
    expect(await codes()).toMatchObject([gone, gone, gone]);
    expect((await jsonOf(await call(keeping, '/v1/jobs'))).jobs).toEqual([]);
  });

  it('answers 410 to a request for the result of a cancelled job', async () => {
    const busy = await startServer({}, await variables());
    onTestFinished(() => busy.stop());
    const all = Array.from({ length: 6 }, () => convert(busy, [scan, scan], LATER, merge));
    const jobs = await Promise.all(all.map(async answer => jsonOf(await answer)));
    const states = [];
    for (const { links } of jobs.reverse()) {
      await call(busy, links.self, {}, 'DELETE');
      const { status, problem } = await problemOf(await call(busy, links.result));
      states.push(`${status} ${problem.code}`);
    }
    expect(states).toContain('410 job_cancelled');
    for (const state of states) expect(['410 job_cancelled', '404 not_found']).toContain(state); // it had ended
  });

  it('limits the requests for jobs per minute, and counts one that waits once', async () => {
    const limited = await startServer({ jobRequestsPerMinute: 5 }, await variables());
    onTestFinished(() => limited.stop());
    const accepted = await convert(limited, [scan, scan], LATER, merge);
    const { links } = await jsonOf(accepted);
    const paths: [string, string][] = [
      ['/v1/jobs', 'GET'],
      [links.self, 'GET'],
      [links.result, 'GET'],
      [links.self, 'DELETE'],
    ];
    expect((await call(limited, links.self, { prefer: 'wait=30' })).headers.get('ratelimit')).toBe('"jobs";r=4;t=60');
    for (const [path, method] of paths) expect((await call(limited, path, {}, method)).status).toBeLessThan(300);
    for (const [path, method] of paths) {
      const refused = await call(limited, path, {}, method);
      expect([refused.status, (await problemOf(refused)).problem.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const other = { authorization: `Bearer ${await limited.issueKey('other@example.org')}` };
    expect((await call(limited, '/v1/jobs', other)).status).toBe(200);
    expect((await convert(limited, [scan, scan], SOON, merge)).status).toBe(200); // jobs are made under another limit
  });

  it('counts the jobs', async () => {
    expect(await server.metrics()).toMatch(/^docconv_jobs\{state="queued"\} \d+$/m);
    expect(await server.metrics()).toMatch(/^docconv_queue_seconds \d/m);
  });
}
