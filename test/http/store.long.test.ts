/** `docconv serve` with a store, as users start it. */
import { expect, onTestFinished, test } from 'vitest';
import { migrate, openPostgres } from '../../src/postgres/index.js';
import { clockAhead, docconvResident, newHome } from '../helpers/cli.js';
import { describeWith } from '../helpers/requires.js';
import { newDatabase, postgresql, startCluster, storeVariables, TEST_SECRET } from '../helpers/servers/postgres.js';
import { serve } from './served.js';

const environment = async () => ({
  DOCCONV_HOME: newHome(),
  DOCCONV_STORE: await newDatabase(),
  DOCCONV_STORE_SECRET: TEST_SECRET,
});

describeWith('docconv serve with a store', [postgresql], () => {
  test('warns of a wrong clock at its start and in /readyz', async () => {
    const env = await environment();
    await docconvResident(['store', 'migrate'], { env });
    const clockOf = async (url: string) => {
      const answer = (await (await fetch(`${url}/readyz`)).json()) as { checks: { clock: object } };
      return answer.checks.clock;
    };
    const right = await serve(env);
    expect(await clockOf(right.url)).toEqual({ status: 'ok', secondsAhead: 0 });
    const wrong = await serve({ ...env, ...clockAhead(30) });
    expect(await clockOf(wrong.url)).toEqual({
      status: 'failing',
      secondsAhead: expect.any(Number),
      reason: expect.stringContaining('ahead of that of the database'),
    });
    await expect.poll(wrong.messages).toMatch(/Warning: The clock of this machine is \d+(\.\d)? s ahead/);
    expect(right.messages()).not.toContain('clock');
  });

  test('ends in time when the database does not answer', async () => {
    const cluster = await startCluster();
    const served = await serve({
      ...(await storeVariables(cluster.url('postgres'))),
      DOCCONV_HOME: newHome(),
      DOCCONV_GRACE: '1',
    });
    cluster.pause();
    onTestFinished(() => cluster.resume());
    expect(await served.stop()).toBe(0);
    expect(served.messages()).not.toContain('The shutdown is not complete');
  });

  test('refuses to start before the tables for jobs are there', async () => {
    const env = await environment();
    const postgres = openPostgres(env.DOCCONV_STORE);
    onTestFinished(() => postgres.close());
    await migrate(postgres);
    await expect(serve(env)).rejects.toThrow('The store has no tables for jobs. Run: docconv store migrate');
  });
});
