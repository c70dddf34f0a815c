/** Results of Gotenberg's routes in a store: another server sends what a stopped or killed one did not. */
import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../../src/postgres/index.js';
import { newHome } from '../../helpers/cli.js';
import { describeWith } from '../../helpers/requires.js';
import { postgresql, storeVariables } from '../../helpers/servers/postgres.js';
import { serve } from '../served.js';
import { HELD, openServer, startReceiver, submit } from './webhook-cases.js';

/** Tries after which a receiver that fails gets no other. */
const TRIES = 5;

describeWith('in PostgreSQL', [postgresql], () => {
  it('a result outlives the server that made it', { timeout: 120_000 }, async () => {
    const variables = await storeVariables();
    const receiver = await startReceiver({ '/result': [500, 500, 500, 200] });
    const first = await openServer(variables);
    await submit(first, receiver);
    await expect.poll(() => receiver.paths().length).toBeGreaterThan(0);
    await first.stop(0);
    const tries = receiver.paths().length;
    expect(receiver.paths()).not.toContain('/events');
    const second = await openServer(variables);
    await expect.poll(receiver.paths, { timeout: 90_000 }).toContain('/events');
    await second.stop();
    expect(receiver.paths().length).toBeGreaterThan(tries);
    expect(receiver.received.at(-2)!.body).toMatch(/^%PDF-/);
  });

  it('servers that are killed in each try take none of the tries from a receiver that fails once', async () => {
    const env: Record<string, string> = {
      ...(await storeVariables()),
      DOCCONV_HOME: newHome(),
      DOCCONV_GOTENBERG: 'open',
    };
    const receiver = await startReceiver({ '/result': [...Array<number>(TRIES + 1).fill(HELD), 500, 200] });
    const postgres = openPostgres(env.DOCCONV_STORE!);
    onTestFinished(() => postgres.close());
    const start = () => serve({ ...env, DOCCONV_ALLOW_PRIVATE_URLS: 'true' }, '--workers', '1');
    let server = await start();
    await submit(server, receiver);
    for (let kills = 1; kills <= TRIES + 1; kills++) {
      await expect.poll(receiver.paths).toEqual(Array(kills).fill('/result'));
      server.process.kill('SIGKILL');
      await postgres.query('UPDATE docconv.webhooks SET due_at = due_at - 60000, tried_at = tried_at - 60000');
      server = await start();
    }
    const results = Array(TRIES + 3).fill('/result');
    await expect.poll(receiver.paths).toEqual([...results, '/events']);
    expect(receiver.received.filter(({ path, body }) => path === '/result' && body.startsWith('%PDF-'))).toHaveLength(
      results.length,
    );
    await expect.poll(() => postgres.query('SELECT FROM docconv.jobs')).toEqual([]);
    expect(await server.stop()).toBe(0);
  }, 300_000);
});
