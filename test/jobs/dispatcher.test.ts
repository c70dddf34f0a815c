/** Dispatchers in memory and on PostgreSQL; on Redis: dispatcher.long.test.ts. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPostgresDispatcher } from '../../src/jobs/bullmq-postgres.js';
import { createMemoryDispatcher } from '../../src/jobs/memory-dispatcher.js';
import { openPostgres } from '../../src/postgres/index.js';
import { postgresql, startCluster, storeVariables } from '../helpers/postgres.js';
import { describeWith } from '../helpers/requires.js';
import { dispatcherSuite } from './dispatcher-cases.js';

describe('in memory', () =>
  dispatcherSuite(async () => {
    const one = createMemoryDispatcher(20);
    return { one, two: one };
  }));

describeWith('on PostgreSQL', [postgresql], () => {
  dispatcherSuite(async () => {
    const { DOCCONV_STORE } = await storeVariables();
    const postgres = openPostgres(DOCCONV_STORE!);
    onTestFinished(() => postgres.close());
    const open = () => createPostgresDispatcher({ postgres, onError: () => {}, lockMs: 1_000 });
    return { one: open(), two: open() };
  });

  test('a database that is away at the start: jobs run when it is back', async () => {
    const cluster = await startCluster();
    await storeVariables(cluster.url('postgres'));
    cluster.crash();
    const postgres = openPostgres(cluster.url('postgres'));
    const dispatcher = createPostgresDispatcher({ postgres, onError: () => {} });
    const begun: string[] = [];
    const workers = dispatcher.work(1, async id => void begun.push(id));
    onTestFinished(async () => {
      await workers.close();
      await dispatcher.close();
      await postgres.close();
    });
    const job = { id: 'one', account: 'ann', bytes: 1_000 };
    await expect(dispatcher.announce(job)).rejects.toThrow();
    await cluster.start();
    await dispatcher.announce(job);
    await expect.poll(() => begun, { timeout: 20_000 }).toEqual(['one']);
  });

  test('an announcement does not wait for a database that stopped to answer', async () => {
    const cluster = await startCluster();
    await storeVariables(cluster.url('postgres'));
    const postgres = openPostgres(cluster.url('postgres'));
    expect(postgres.connection.query_timeout).toBeLessThan(30_000);
    const impatient = { ...postgres, connection: { ...postgres.connection, query_timeout: 300 } };
    const dispatcher = createPostgresDispatcher({ postgres: impatient, onError: () => {} });
    onTestFinished(async () => {
      await dispatcher.close();
      await postgres.close();
    });
    const job = (id: string) => ({ id, account: 'ann', bytes: 1_000 });
    await dispatcher.announce(job('one'));
    cluster.pause();
    await expect(dispatcher.announce(job('two'))).rejects.toThrow('timeout');
    cluster.resume();
    await dispatcher.announce(job('two'));
  });
});
