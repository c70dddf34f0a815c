/** Turns of accounts over time, in the database. */
import { expect, onTestFinished, test } from 'vitest';
import { migrateQueues } from '../../src/jobs/bullmq-postgres.js';
import { announcementOf, startUpkeep } from '../../src/jobs/index.js';
import { sharedJobs } from '../../src/jobs/shared.js';
import { openTestDatabase, postgresql } from '../helpers/postgres.js';
import { describeWith } from '../helpers/requires.js';
import { KEEP_MS, LIMITS, newJob } from './test-jobs.js';

describeWith('turns', [postgresql], () => {
  test('upkeep starts again at the first turn when all jobs have ended, and not before', async () => {
    const postgres = await openTestDatabase();
    await migrateQueues(postgres.url);
    const onError = () => {};
    const parts = sharedJobs({
      postgres,
      keysFor: () => [Buffer.alloc(32, 1)],
      keepMs: KEEP_MS,
      contents: null,
      maxBytes: 1e9,
    })(onError);
    const { store, dispatcher } = parts;
    onTestFinished(async () => {
      await dispatcher.close();
      await store.close();
    });
    for (const id of ['1', '2', '3']) {
      const { job } = await store.add(newJob(id), LIMITS);
      await dispatcher.announce(announcementOf(job));
    }
    const turns = () => postgres.query('SELECT account, next FROM docconv.turns ORDER BY account');
    const stop = startUpkeep({ ...parts, everyMs: 20, onError });
    onTestFinished(stop);
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(await turns()).toEqual([
      { account: '', next: 1 },
      { account: newJob('1').account, next: 4 },
    ]);
    const workers = dispatcher.work(1, async id => {
      const job = await store.begin(id);
      await store.end(id, job!.attempts, { result: { id: 'none', name: 'a.pdf', size: 0, headers: {} } });
    });
    onTestFinished(() => workers.close());
    await expect.poll(turns, { timeout: 20_000 }).toEqual([{ account: '', next: 1 }]);
  });
});
