/** A document that kills its server, beside jobs of other accounts. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openPostgres } from '../../../src/postgres/index.js';
import { newHome } from '../../helpers/cli.js';
import { describeWith, program } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { type Served, serve } from '../served.js';
import { clientOf, type Json, letter, PATIENT } from './job-client.js';

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

async function startStore() {
  const env: Record<string, string> = { ...(await storeVariables()), DOCCONV_HOME: newHome() };
  const postgres = openPostgres(env.DOCCONV_STORE!);
  const rows = (): Promise<Json[]> => postgres.query<Json>('SELECT id, state, attempts FROM docconv.jobs');
  return {
    env,
    rowOf: async (id: string): Promise<Json> => (await rows()).find(row => row.id === id),
    running: async () => (await rows()).filter(({ state }) => state === 'running').map(({ id }) => id as string),
    close: () => postgres.close(),
  };
}

describeWith('a server with two places', [postgresql, program('soffice')], () => {
  test('a document that kills it uses up its own attempts, and none of the jobs of others', async () => {
    const { env, rowOf, running, close } = await startStore();
    const start = () => serve(env, '--workers', '2', '--timeout', '300');
    let server: Served = await start();
    const [ann, bob, eve] = [
      await clientOf(env, 'ann@example.org'),
      await clientOf(env, 'bob@example.net'),
      await clientOf(env, 'eve@example.com'),
    ];
    const long = await ann.submit(server, letter(40_000));
    await ann.running(server, long);
    const killer = await eve.submit(server, letter(20_000));
    const quick: string[] = [];
    let kills = 0;
    for (let end = Date.now() + 150_000; Date.now() < end; await pause(20)) {
      if ((await rowOf(killer)).state === 'failed') break;
      const now = await running();
      if (!now.includes(killer) || (await rowOf(killer)).attempts === kills) continue;
      kills++;
      const exited = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await exited;
      server = await start();
      quick.push(await bob.submit(server, letter(quick.length + 1)));
    }
    expect(await rowOf(killer)).toMatchObject({ state: 'failed', attempts: 3 });
    expect(kills).toBe(3);
    for (const [client, id] of [[ann, long], ...quick.map(id => [bob, id] as const)] as const) {
      await client.ended(server, id, 'succeeded');
      await client.expectPdf(server, id);
    }
    expect((await rowOf(long)).attempts).toBeLessThanOrEqual(2);
    for (const id of quick) expect(await rowOf(id)).toMatchObject({ attempts: 1 });
    const { code } = (await eve.call(server, `/v1/jobs/${killer}/result`).then(answer => answer.json())) as Json;
    expect(code).toBe('engine_crashed');
    await expect.poll(running, PATIENT).toEqual([]);
    await close();
  }, 400_000);
});
