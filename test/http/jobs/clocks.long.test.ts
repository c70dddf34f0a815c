/** Servers of one store whose clocks differ: the time of the database decides. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPostgres } from '../../../src/postgres/index.js';
import { newHome } from '../../helpers/cli.js';
import { faketime, wrongClock } from '../../helpers/faketime.js';
import { describeWith, program } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { startReceiver } from '../../jobs/webhooks/receiver.js';
import { type Served, serve } from '../served.js';
import { clientOf, type Json, letter, PATIENT, pauseEngines } from './job-client.js';

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
/** Upkeep is made every 15 s, and locks of jobs are looked for every 10 s. */
const UPKEEP_MS = 22_000;

/** In the log, once for each time that the clock becomes wrong. */
const WARNING = /Until it is right, this process takes no jobs/g;

/** A job waits for its engine while other processes start. */
const ONE_WORKER = ['--workers', '1', '--timeout', '300', '--allow-private-urls'];
/** The third try of a webhook follows after five minutes. */
const TRIES_SOON = 2;

const environment = async () => ({ ...(await storeVariables()), DOCCONV_HOME: newHome() });

async function ready({ url }: Served): Promise<Json> {
  const answer = await fetch(`${url}/readyz`);
  return { ...((await answer.json()) as Json), status: answer.status };
}

async function rowOf({ DOCCONV_STORE }: Record<string, string>, id: string): Promise<Json> {
  const postgres = openPostgres(DOCCONV_STORE!);
  const [row] = await postgres.query<Json>('SELECT attempts, state, expires_at FROM docconv.jobs WHERE id = $1', [id]);
  await postgres.close();
  return row;
}

/** Of the latest mail to this address. */
function codeFor(home: string, address: string): string | null {
  const outbox = join(home, 'data', 'outbox');
  const texts = readdirSync(outbox).map(name => readFileSync(join(outbox, name), 'utf8'));
  return texts.map(text => new RegExp(`verify-email ${address} (\\S+)`).exec(text)?.[1]).findLast(Boolean) ?? null;
}

const auth = (server: Served, route: 'register' | 'verify', body: object) =>
  fetch(`${server.url}/v1/auth/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describeWith('servers of one store', [postgresql, program('soffice'), faketime], () => {
  test('those with a clock 65 minutes ahead or behind, or that drifts, remove, end and begin nothing', async () => {
    const env = await environment();
    const { received, url: webhook } = await startReceiver((_request, response) => response.writeHead(500).end());
    const right = await serve(env, ...ONE_WORKER);
    const { call, submit, running, ended, expectPdf } = await clientOf(env);
    const done = await submit(right, letter(1), { webhook });
    await ended(right, done, 'succeeded');
    const resume = pauseEngines(right);
    const slow = await submit(right, letter(1));
    await running(right, slow);

    const wrong = [
      await serve({ ...env, ...wrongClock('+65m').variables }, ...ONE_WORKER),
      await serve({ ...env, ...wrongClock('-65m').variables }, ...ONE_WORKER),
      await serve({ ...env, ...wrongClock('+0 x60').variables }, ...ONE_WORKER),
    ];
    await expect.poll(async () => (await ready(wrong[2]!)).checks?.clock?.status, PATIENT).toBe('failing');
    const submitted = [];
    for (const server of wrong) submitted.push(await submit(server, letter(2)));
    for (const [i, address] of ['ann@example.net', 'bob@example.net'].entries()) {
      const [sender, redeemer] = i === 0 ? [right, wrong[0]!] : [wrong[1]!, right];
      expect((await auth(sender, 'register', { email: address })).status).toBe(202);
      await expect.poll(() => codeFor(env.DOCCONV_HOME, address), PATIENT).not.toBeNull();
      const code = codeFor(env.DOCCONV_HOME, address);
      expect((await auth(redeemer, 'verify', { email: address, code })).status).toBe(200);
    }
    await pause(UPKEEP_MS);

    for (const server of [right, ...wrong]) await expectPdf(server, done);
    const listed = (await (await call(wrong[0]!, '/v1/jobs')).json()) as Json;
    expect(listed.jobs).toHaveLength(5);
    expect(await rowOf(env, slow)).toMatchObject({ state: 'running', attempts: 1 });
    resume();
    for (const job of submitted) {
      await ended(right, job, 'succeeded');
      await expectPdf(wrong[0]!, job);
      await expectPdf(wrong[1]!, job);
    }
    await ended(right, slow, 'succeeded');
    expect(await rowOf(env, slow)).toMatchObject({ attempts: 1 });
    const { createdAt, expiresAt } = (await (await call(wrong[0]!, `/v1/jobs/${submitted[0]}`)).json()) as Json;
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(300_000);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 3_600_000)).toBeLessThan(300_000);

    expect(received.length).toBeGreaterThan(0);
    expect(received.length).toBeLessThanOrEqual(TRIES_SOON);
    // what the process that drifts has reported before counts for a while
    await expect
      .poll(() => ready(right), PATIENT)
      .toMatchObject({ status: 200, checks: { clock: { status: 'ok' }, jobs: { atOnce: 1 } } });
    for (const [i, how] of ['3\\d{3}(\\.\\d)? s ahead of', '3\\d{3}(\\.\\d)? s behind', '\\S+ s ahead of'].entries()) {
      const { status, detail, checks } = await ready(wrong[i]!);
      expect([status, checks.clock.status]).toEqual([503, 'failing']);
      expect(detail).toMatch(new RegExp(`clock of this machine is ${how} that of the database`));
      expect(wrong[i]!.log().match(WARNING)).toHaveLength(1);
    }
  }, 600_000);

  test('one whose clock is set while it works stops to work, and goes on when the clock is right again', async () => {
    const env = await environment();
    const clock = wrongClock();
    const server = await serve({ ...env, ...clock.variables }, ...ONE_WORKER);
    const { submit, ended, expectPdf, call, running } = await clientOf(env);
    const done = await submit(server, letter(1));
    await ended(server, done, 'succeeded');
    for (const offset of ['+65m', '-65m']) {
      const resume = pauseEngines(server);
      const slow = await submit(server, letter(1));
      await running(server, slow);
      clock.set(offset);
      await expect.poll(async () => (await ready(server)).checks?.clock?.status, PATIENT).toBe('failing');
      resume();
      await ended(server, slow, 'succeeded'); // it was begun
      expect(await rowOf(env, slow)).toMatchObject({ attempts: 1 });
      const waiting = await submit(server, letter(1));
      await pause(UPKEEP_MS);
      expect(((await (await call(server, `/v1/jobs/${waiting}`)).json()) as Json).status).toBe('queued');
      await expectPdf(server, done);
      clock.set('+0');
      await ended(server, waiting, 'succeeded');
      await expect.poll(async () => (await ready(server)).status, PATIENT).toBe(200);
    }
    expect(server.log().match(WARNING)).toHaveLength(2);
  }, 600_000);

  test('one without a store keeps results when its clock is set', async () => {
    const clock = wrongClock();
    const env = { DOCCONV_HOME: newHome() };
    const server = await serve({ ...env, ...clock.variables }, ...ONE_WORKER);
    const { submit, ended, expectPdf } = await clientOf(env);
    const done = await submit(server, letter(1));
    await ended(server, done, 'succeeded');
    clock.set('+65m');
    await pause(UPKEEP_MS);
    await expectPdf(server, done);
    const later = await submit(server, letter(2));
    await ended(server, later, 'succeeded');
    clock.set('-65m');
    for (const job of [done, later]) await expectPdf(server, job);
    expect((await ready(server)).status).toBe(200);
  });
});
