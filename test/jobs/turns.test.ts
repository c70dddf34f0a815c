/** Turns of accounts over time, in the database. */
import { expect, onTestFinished, test } from 'vitest';
import { migrateQueues } from '../../src/jobs/bullmq-postgres.js';
import { announcementOf, startUpkeep } from '../../src/jobs/index.js';
import { sharedJobs } from '../../src/jobs/shared.js';
import { createTurns } from '../../src/jobs/turns.js';
import { openTestDatabase, postgresql } from '../helpers/postgres.js';
import { describeWith } from '../helpers/requires.js';
import { KEEP_MS, LIMITS, newJob } from './test-jobs.js';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describeWith('turns', [postgresql], () => {
  test('jobs that arrive together have a turn each, from the present one on', async () => {
    const turns = createTurns(await openTestDatabase());
    await turns.begun(7);
    const given = Array.from({ length: 40 }, (_, i) => turns.next(i % 4 ? 'ann' : 'bob'));
    const together = (await Promise.all(given)).sort((a, b) => a - b);
    const expected = [...Array.from({ length: 10 }, (_, i) => [7 + i, 7 + i]).flat(), ...range(17, 37)];
    expect(together).toEqual(expected);
  });

  test('upkeep starts again at the first turn when all jobs have ended, and not before', async () => {
    const postgres = await openTestDatabase();
    await migrateQueues(postgres);
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
