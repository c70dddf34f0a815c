/** A document that kills its server, beside jobs of other accounts. */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/postgres/index.js';
import { newHome } from '../../helpers/cli.js';
import { hasEnded } from '../../helpers/processes.js';
import { describeWith, program } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { type Served, serve } from '../served.js';
import { clientOf, type Json, letter, PATIENT } from './job-client.js';

/** A document with this text kills the process that gets it as a job. */
const POISON = 'poisonous';
const POISONED = `--import=${pathToFileURL(resolve('test/fixtures/poison.mjs'))}`;

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

async function startStore() {
  const env: Record<string, string> = { ...(await storeVariables()), DOCCONV_HOME: newHome() };
  const postgres = openPostgres(env.DOCCONV_STORE!);
  const rows = async (): Promise<Json[]> =>
    (await postgres.query<Json>('SELECT record FROM docconv.jobs')).map(({ record }) => record);
  return {
    env,
    rowOf: async (id: string): Promise<Json> => (await rows()).find(row => row.id === id),
    ofAccount: async (account: string): Promise<Json> => (await rows()).find(row => row.account === account),
    running: async () => (await rows()).filter(({ state }) => state === 'running').map(({ id }) => id as string),
    close: () => postgres.close(),
  };
}

/** As a supervisor does: starts a server, and starts it again when it was killed, also before it listened. */
async function startSupervised(env: Record<string, string>) {
  const start = () => serve({ ...env, NODE_OPTIONS: POISONED }, '--workers', '2', '--timeout', '300');
  let server = await start();
  let ends = 0;
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const supervise = async () => {
    for (let latest: Served | null = server; ends < MAX_ENDS; ends++) {
      if (latest && !(await isKilled(latest))) return;
      if (isOver) return; // the test has failed: nothing would stop another server
      latest = await start().catch(unlessKilled);
      server = latest ?? server;
    }
  };
  void supervise();
  const listens = () => fetch(`${server.url}/healthz`).then(({ status }) => status);
  return { server: () => server, ends: () => ends, listening: () => expect.poll(listens, PATIENT).toBe(200) };
}

const MAX_ENDS = 10;

async function isKilled({ process }: Served): Promise<boolean> {
  if (!hasEnded(process)) await once(process, 'exit');
  return process.signalCode === 'SIGKILL';
}

function unlessKilled(error: Error): null {
  if (/ended by SIGKILL/.test(error.message)) return null;
  throw error;
}

describeWith('a server with two places', [postgresql, program('soffice')], () => {
  test('a document that kills it is charged alone, and after three times it has failed', async () => {
    const { env, rowOf, ofAccount, running, close } = await startStore();
    const { server, ends, listening } = await startSupervised(env);
    const [ann, bob, eve] = [
      await clientOf(env, 'ann@example.org'),
      await clientOf(env, 'bob@example.net'),
      await clientOf(env, 'eve@example.com'),
    ];
    const long = await ann.submit(server(), letter(40_000));
    await ann.running(server(), long);
    const isLost = () => null; // the server may begin a job, and so be killed, before it has answered
    await eve.submit(server(), `${letter(1)}${POISON}`).catch(isLost);
    const { id: poison } = await ofAccount('eve@example.com');
    const quick: string[] = [];
    for (let end = Date.now() + 240_000; Date.now() < end; await pause(100)) {
      if ((await rowOf(poison)).endedAt) break;
      if (quick.length >= ends()) continue;
      const id = await bob.submit(server(), letter(quick.length + 1)).catch(isLost);
      if (id) quick.push(id);
    }
    expect([await rowOf(poison), ends()]).toMatchObject([{ state: 'failed', attempts: 4, crashes: 3 }, 4]);
    await listening();
    for (const [client, id] of [[ann, long], ...quick.map(id => [bob, id] as const)] as const) {
      await client.ended(server(), id, 'succeeded');
      await client.expectPdf(server(), id);
      expect(await rowOf(id)).toMatchObject({ crashes: 0 });
    }
    const { code } = (await eve.call(server(), `/v1/jobs/${poison}/result`).then(answer => answer.json())) as Json;
    expect(code).toBe('engine_crashed');
    await expect.poll(running, PATIENT).toEqual([]);
    await close();
  }, 400_000);

  test('requests wait while a job runs alone, and go on at their deadline', async () => {
    const { env, rowOf, close } = await startStore();
    const killed = await serve(env, '--workers', '2', '--timeout', '300');
    const { key, submit, running, ended } = await clientOf(env);
    const long = await submit(killed, letter(60_000));
    await running(killed, long);
    killed.process.kill('SIGKILL');
    const server = await serve({ ...env, DOCCONV_DEADLINE: '2' }, '--workers', '2', '--timeout', '300');
    const patient = await serve(env, '--workers', '0');
    await expect.poll(() => rowOf(long), PATIENT).toMatchObject({ attempts: 2, isAlone: true, state: 'running' });
    const convert = async ({ url }: Served) => {
      const body = new FormData();
      body.append('file', new Blob([letter(1)]), 'letter.rtf');
      const answer = await fetch(`${url}/v1/convert`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body,
      });
      return [answer.status, (await rowOf(long)).state];
    };
    expect(await convert(server)).toEqual([503, 'running']);
    expect(await convert(patient)).toEqual([200, 'succeeded']); // as a job of the other server
    await ended(server, long, 'succeeded');
    expect(await convert(server)).toEqual([200, 'succeeded']);
    await close();
  }, 400_000);
});
