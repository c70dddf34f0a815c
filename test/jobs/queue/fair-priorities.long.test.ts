/** FairPriorities of accounts over time, in the database. */
import { expect, onTestFinished, test } from 'vitest';
import { announcementOf, startUpkeep } from '../../../src/jobs/index.js';
import { openPostgresJobs } from '../../../src/jobs/postgres-backend.js';
import { migrateQueues } from '../../../src/jobs/queue/bullmq/schema.js';
import { createFairPriorities } from '../../../src/jobs/queue/fair-priorities.js';
import { describeWith } from '../../helpers/requires.js';
import { openTestDatabase, postgresql } from '../../helpers/servers/postgres.js';
import { KEEP_MS, LIMITS, newJob } from '../test-jobs.js';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describeWith('priorities', [postgresql], () => {
  test('jobs that arrive together have a priority each, from the present one on', async () => {
    const priorities = createFairPriorities(await openTestDatabase());
    await priorities.begun(7);
    const ofTwo = ['ann', 'bob', 'ann', 'ann'];
    const given = [...range(0, 20).map(i => [ofTwo[i % 4]!]), ...range(0, 5).map(() => ofTwo)];
    const together = (await Promise.all(given.map(accounts => priorities.next(accounts)))).flat().sort((a, b) => a - b);
    const expected = [...Array.from({ length: 10 }, (_, i) => [7 + i, 7 + i]).flat(), ...range(17, 37)];
    expect(together).toEqual(expected);
  });

  test('upkeep starts again at the first priority when all jobs have ended, and not before', async () => {
    const postgres = await openTestDatabase();
    await migrateQueues(postgres);
    const onError = () => {};
    const backend = openPostgresJobs({
      postgres,
      keysFor: () => [Buffer.alloc(32, 1)],
      keepMs: KEEP_MS,
      blobs: null,
      maxBytes: 1e9,
    })(onError);
    const { store, dispatcher } = backend;
    onTestFinished(async () => {
      await dispatcher.close();
      await store.close();
    });
    for (const id of ['1', '2', '3']) {
      const { job } = await store.add(newJob(id), LIMITS);
      await dispatcher.announce(announcementOf(job));
    }
    const priorities = () => postgres.query('SELECT account, next FROM docconv.turns ORDER BY account');
    const stop = startUpkeep({ ...backend, everyMs: 20, onError });
    onTestFinished(stop);
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(await priorities()).toEqual([
      { account: '', next: 1 },
      { account: newJob('1').account, next: 4 },
    ]);
    const workers = dispatcher.work(1, async id => {
      const job = await store.begin(id);
      await store.end(id, job!.attempts, { result: { id: 'none', name: 'a.pdf', size: 0, headers: {} } });
    });
    onTestFinished(() => workers.close());
    await expect.poll(priorities).toEqual([{ account: '', next: 1 }]);
  });
});
