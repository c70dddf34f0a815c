/** Jobs whose documents are in S3, in processes of `docconv serve` and `docconv work`: killed workers, and S3 that is away. */
import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres, type Postgres } from '../../../src/postgres/index.js';
import { docconv, newHome } from '../../helpers/cli.js';
import { describeWith, program } from '../../helpers/requires.js';
import { postgresProgram, postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { startRelay } from '../../helpers/servers/relay.js';
import { startS3 } from '../../helpers/servers/s3.js';
import { s3Server } from '../../helpers/servers/s3-place.js';
import { type Served, serve, work } from '../served.js';
import { clientOf, type Json, letter, PATIENT, pauseEngines } from './job-client.js';

const PREFIX = 'jobs';

async function opened() {
  const s3 = await startS3();
  const relay = await startRelay(s3.port);
  onTestFinished(async () => {
    await relay.close();
    await s3.stop();
  });
  const place = s3.variables(PREFIX, Number(new URL(relay.address).port));
  const env: Record<string, string> = {
    ...(await storeVariables()),
    ...place,
    DOCCONV_HOME: newHome(),
    DOCCONV_GRACE: '1',
  };
  const postgres = openPostgres(env.DOCCONV_STORE!);
  onTestFinished(() => postgres.close());
  return {
    env,
    postgres,
    objects: () => s3.keys(PREFIX).filter(key => !key.startsWith('check-')), // of processes that start
    away: () => relay.connectTo(null),
    back: () => relay.connectTo(s3.port),
  };
}

/** For another client: the worker has an engine afterwards. */
async function convertOne(env: Record<string, string>, server: Served): Promise<void> {
  const { call, submit, ended } = await clientOf(env, 'bob@example.net');
  const job = await submit(server, letter(1));
  await ended(server, job, 'succeeded');
  expect((await call(server, `/v1/jobs/${job}`, 'DELETE')).status).toBe(204);
}

async function attemptsOf(postgres: Postgres, id: string): Promise<object | undefined> {
  const [row] = await postgres.query('SELECT state, attempts FROM docconv.jobs WHERE id = $1', [id]);
  return row;
}

describeWith('jobs with documents in S3', [postgresql, program('soffice'), s3Server], () => {
  test('a worker that is killed loses nothing; no document is in the database; DELETE removes all objects', async () => {
    const { env, postgres, objects } = await opened();
    const server = await serve(env, '--workers', '0', '--log-level', 'debug');
    const { key, call, submit, running, ended, expectPdf } = await clientOf(env);
    const first = await work(env, '--workers', '1');
    await convertOne(env, server);
    await expect.poll(objects, PATIENT).toEqual([]);
    const resume = pauseEngines(first);
    const job = await submit(server, letter(2));
    expect(objects()).toHaveLength(1);
    await running(server, job);
    first.process.kill('SIGKILL');
    resume(); // it ends as its process has
    await work(env, '--workers', '1');
    await ended(server, job, 'succeeded');
    expect(await attemptsOf(postgres, job)).toMatchObject({ attempts: 2 });
    await expectPdf(server, job);
    await expect.poll(objects, PATIENT).toHaveLength(1); // the result

    // also where a request waits for the job
    const body = new FormData();
    body.append('file', new Blob([letter(1)]), 'letter.rtf');
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${server.url}/v1/convert`, { method: 'POST', headers, body });
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');

    expect((await call(server, `/v1/jobs/${job}`, 'DELETE')).status).toBe(204);
    await expect.poll(objects, PATIENT).toEqual([]);
    const dump = execFileSync(postgresProgram('pg_dump'), [env.DOCCONV_STORE!], { maxBuffer: 1 << 30 }).toString();
    expect(dump).toContain(job);
    for (const bytes of ['Dear reader', '%PDF-']) expect(dump).not.toContain(Buffer.from(bytes).toString('hex'));
    expect(await postgres.query('SELECT 1 FROM docconv.document_chunks')).toEqual([]);
    for (const output of [server.log(), server.messages()]) expect(output).not.toContain(env.AWS_SECRET_ACCESS_KEY);
  });

  test('S3 that goes away while a job runs: the job ends when S3 is back, and requests are told to come again', async () => {
    const { env, postgres, away, back, objects } = await opened();
    const server = await serve(env, '--workers', '0');
    const worker = await work(env, '--workers', '1');
    const { key, call, submit, running, ended, expectPdf } = await clientOf(env);
    await convertOne(env, server);
    await expect.poll(objects, PATIENT).toEqual([]);
    const resume = pauseEngines(worker);
    const job = await submit(server, letter(2));
    await running(server, job);
    away();
    resume();
    await expect.poll(worker.log, PATIENT).toContain('STORE_UNAVAILABLE');

    const body = new FormData();
    body.append('file', new Blob([letter(1)]), 'letter.rtf');
    const headers = { authorization: `Bearer ${key}`, prefer: 'respond-async' };
    const refused = await fetch(`${server.url}/v1/convert`, { method: 'POST', headers, body });
    const problem = await refused.text();
    expect([refused.status, JSON.parse(problem).code]).toEqual([503, 'store_unavailable']);
    expect(problem).not.toMatch(/s3:|127\.0\.0\.1/);
    expect(refused.headers.get('retry-after')).toBe('2');
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, ((await ready.json()) as Json).checks.documents]).toEqual([200, { status: 'failing' }]);
    expect(((await (await call(server, '/v1/jobs')).json()) as Json).jobs).toHaveLength(1);

    back();
    await ended(server, job, 'succeeded');
    expect(await attemptsOf(postgres, job)).toMatchObject({ attempts: 1 });
    await expectPdf(server, job);
    away();
    expect((await call(server, `/v1/jobs/${job}/result`)).status).toBe(503);
    expect((await call(server, `/v1/jobs/${job}`, 'DELETE')).status).toBe(204);
    back();
    expect(objects()).not.toEqual([]);
    await postgres.query('UPDATE docconv.removed_contents SET due_at = now()');
    await expect.poll(objects, PATIENT).toEqual([]);
  });

  test('a wrong secret is reported at the start, and by `docconv store status`', async () => {
    const { env, away } = await opened();
    const status = (variables = {}, ...argv: string[]) =>
      docconv(['store', 'status', ...argv], { env: { ...env, ...variables } });
    const wrong = { AWS_SECRET_ACCESS_KEY: 'geheim' };
    expect(await status()).toMatchObject({
      code: 0,
      out: expect.stringContaining('s3://docconv/jobs was written, read and removed'),
    });
    const asJson = await status({}, '--json');
    expect(JSON.parse(asJson.out)).toMatchObject({ documents: 's3://docconv/jobs' });
    const refused = await status(wrong);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('S3 answered 403 SignatureDoesNotMatch') });
    expect(refused.err).not.toContain('geheim');
    const server = await serve({ ...env, ...wrong }, '--workers', '0');
    await expect
      .poll(server.messages)
      .toMatch(/Warning: The documents in s3:\/\/docconv\/jobs cannot be used: S3 answered 403/);
    away();
    expect(await status()).toMatchObject({ code: 1, err: expect.stringContaining('could not be reached') });
    expect(await status({ DOCCONV_JOB_DOCUMENTS: 's3://' })).toMatchObject({ code: 2 });
  });
});
