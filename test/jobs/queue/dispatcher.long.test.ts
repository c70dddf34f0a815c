/** Dispatchers on PostgreSQL. */
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresDispatcher } from '../../../src/jobs/queue/bullmq/dispatcher.js';
import { RETRY_MS } from '../../../src/jobs/queue/dispatcher.js';
import { openPostgres } from '../../../src/postgres/index.js';
import { defer } from '../../../src/system/deferred.js';
import { describeWith } from '../../helpers/requires.js';
import { openTestDatabaseWithClock, postgresql, startCluster, storeVariables } from '../../helpers/servers/postgres.js';
import { dispatcherSuite } from './dispatcher-cases.js';

describeWith('on PostgreSQL', [postgresql], () => {
  dispatcherSuite(async () => {
    const { DOCCONV_STORE } = await storeVariables();
    const postgres = openPostgres(DOCCONV_STORE!);
    onTestFinished(() => postgres.close());
    const open = () => createPostgresDispatcher({ postgres, onError: () => {}, lockMs: 1_000 });
    return { one: open(), two: open() };
  });

  test.each([-65, 65])('locks and pauses are in the time of the database, which is %i minutes ahead', async minutes => {
    const start = Date.now() + minutes * 60_000;
    const { postgres, pass } = await openTestDatabaseWithClock(start);
    const open = () => createPostgresDispatcher({ postgres, onError: () => {}, lockMs: 1_000 });
    const [one, two] = [open(), open()];
    const begun: string[] = [];
    const held = defer<void>();
    const run = (name: string) => async (id: string) => {
      begun.push(`${name} ${id}`);
      if (id === 'repeated' && begun.length < 3) throw new Error('the database is away');
      if (id === 'held') await held.promise;
    };
    const workers = [one.work(2, run('one'))];
    onTestFinished(async () => {
      held.resolve();
      await Promise.all(workers.map(worker => worker.close()));
      await Promise.all([one.close(), two.close()]);
    });
    const queued = () =>
      postgres.query(
        `SELECT data #>> '{}' AS id, state, (locked_until_ms - $1)::integer AS locked,
        (process_at_ms - $1)::integer AS due FROM bullmq.job ORDER BY id`,
        [start],
      );
    await one.announce({ id: 'held', account: 'ann', bytes: 1 });
    await expect.poll(() => begun).toEqual(['one held']);
    await one.announce({ id: 'repeated', account: 'ann', bytes: 1 });
    await expect.poll(queued).toEqual([
      { id: 'held', state: 'active', locked: 1_000, due: null },
      { id: 'repeated', state: 'delayed', locked: null, due: RETRY_MS },
    ]);
    workers.push(two.work(2, run('two')));
    await expect.poll(() => begun.length).toBe(2);
    await new Promise(resolve => setTimeout(resolve, 3_000)); // three searches for locks that have expired
    expect(begun).toEqual(['one held', 'one repeated']);
    await pass(900);
    await expect.poll(async () => (await queued())[0]).toMatchObject({ locked: 1_900 });
    await pass(100);
    await expect.poll(() => begun.length).toBe(3);
    expect(begun[2]).toMatch(/repeated$/);
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
    await expect.poll(() => begun).toEqual(['one']);
  });

  test('an announcement does not wait for a database that stopped to answer', async () => {
    const cluster = await startCluster();
    await storeVariables(cluster.url('postgres'));
    const postgres = openPostgres(cluster.url('postgres'), { answerMs: 300 });
    const dispatcher = createPostgresDispatcher({ postgres, onError: () => {} });
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
