/** Jobs of `docconv serve` as it runs in production: in processes of its own that are stopped, killed and started again. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { openPostgres } from '../../../src/postgres/index.js';
import { newHome } from '../../helpers/cli.js';
import { isRunning } from '../../helpers/processes.js';
import { describeWith, program } from '../../helpers/requires.js';
import { postgresProgram, postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { type Served, serve } from '../served.js';
import { clientOf, enginesOf, type Json, letter, PATIENT, pauseEngines } from './job-client.js';

async function environment(grace = 30): Promise<Record<string, string>> {
  return { ...(await storeVariables()), DOCCONV_HOME: newHome(), DOCCONV_GRACE: String(grace) };
}

async function busyEngines(server: Served): Promise<number> {
  const [, url] = /metrics on (\S+)/.exec(server.messages())!;
  const metrics = await (await fetch(url!)).text();
  return Number(/^docconv_workers_busy (\d+)$/m.exec(metrics)![1]);
}

describeWith('jobs of docconv serve', [postgresql, program('soffice')], () => {
  test('DELETE of a running job ends its conversion and frees the worker', async () => {
    const env = { ...(await environment()), DOCCONV_METRICS_PORT: '0' };
    const server = await serve(env, '--workers', '1');
    const { call, submit, ended, expectPdf } = await clientOf(env);
    await ended(server, await submit(server, letter(1)), 'succeeded'); // the engine has started
    await expect.poll(() => busyEngines(server), PATIENT).toBe(0);
    pauseEngines(server);
    const slow = await submit(server, letter(1));
    await expect.poll(() => busyEngines(server), PATIENT).toBe(1);
    const converting = enginesOf(server);
    expect(converting.length).toBeGreaterThan(0);
    expect((await call(server, `/v1/jobs/${slow}`, 'DELETE')).status).toBe(204);
    await ended(server, slow, 'cancelled');
    await expect
      .poll(() => converting.filter(({ pid }) => isRunning(pid)).length, PATIENT)
      .toBeLessThan(converting.length);
    const quick = await submit(server, letter(1));
    await ended(server, quick, 'succeeded');
    await expectPdf(server, quick);
    expect(((await (await call(server, `/v1/jobs/${slow}/result`)).json()) as Json).code).toBe('job_cancelled');
  });

  test('a job whose server was killed succeeds on the next one', async () => {
    const env = await environment();
    const first = await serve(env, '--workers', '1', '--timeout', '300');
    const { submit, running, ended, expectPdf } = await clientOf(env);
    await ended(first, await submit(first, letter(1)), 'succeeded');
    const resume = pauseEngines(first);
    const job = await submit(first, letter(2));
    await running(first, job);
    first.process.kill('SIGKILL');
    resume(); // it ends as its server has
    const second = await serve(env, '--workers', '1', '--timeout', '300');
    await ended(second, job, 'succeeded');
    await expectPdf(second, job);
    expect(await rowOf(env, job)).toMatchObject({ attempts: 2 }); // it was interrupted
  });

  test('SIGTERM loses neither the running job nor those that wait', async () => {
    const env = await environment(1);
    const first = await serve(env, '--workers', '1', '--timeout', '300');
    const { submit, running, ended, expectPdf } = await clientOf(env);
    await ended(first, await submit(first, letter(1)), 'succeeded');
    pauseEngines(first);
    const slow = await submit(first, letter(2));
    await running(first, slow);
    const waiting = [];
    for (let i = 0; i < 5; i++) waiting.push(await submit(first, letter(i + 1)));
    expect([0, 143]).toContain(await first.stop());
    expect(first.messages()).not.toContain('not complete');
    const second = await serve(env, '--workers', '1', '--timeout', '300');
    for (const job of [slow, ...waiting]) {
      await ended(second, job, 'succeeded');
      await expectPdf(second, job);
    }
  });

  test('passwords and keys are in clear neither in the database nor in the log', async () => {
    const env = await environment();
    const waiting = await serve(env, '--workers', '0', '--log-level', 'debug');
    const { key, submit, ended, expectPdf } = await clientOf(env);
    const secrets = {
      'open-password': 'Pomegranate-4711',
      'permission-password': 'Tangerine-4712',
      password: 'Cranberry-4713',
    };
    const job = await submit(waiting, letter(1), secrets);
    const texts = [dumpOf(env.DOCCONV_STORE!)];
    expect(texts[0]).toContain(job);
    expect(await rowOf(env, job)).toMatchObject({ parameters: expect.any(Buffer) });
    const working = await serve(env, '--workers', '1', '--log-level', 'debug');
    await ended(working, job, 'succeeded');
    await expectPdf(working, job);
    texts.push(dumpOf(env.DOCCONV_STORE!), ...[waiting, working].flatMap(server => [server.log(), server.messages()]));
    expect(waiting.log()).toContain('/v1/convert');
    for (const secret of [...Object.values(secrets), key]) {
      const hex = Buffer.from(secret).toString('hex');
      const base64 = Buffer.from(secret).toString('base64').slice(0, 12);
      for (const text of texts) for (const form of [secret, hex, base64]) expect(text.includes(form)).toBe(false);
    }
    expect(await rowOf(env, job)).toMatchObject({ parameters: null });
  });
});

async function rowOf({ DOCCONV_STORE }: Record<string, string>, id: string): Promise<object | undefined> {
  const postgres = openPostgres(DOCCONV_STORE!);
  const [row] = await postgres.query('SELECT attempts, parameters FROM docconv.jobs WHERE id = $1', [id]);
  await postgres.close();
  return row;
}

/** All tables as text, the queue's too; bytes are in hexadecimal. */
function dumpOf(store: string): string {
  return execFileSync(postgresProgram('pg_dump'), ['--data-only', store], { encoding: 'utf8', maxBuffer: 1 << 30 });
}
