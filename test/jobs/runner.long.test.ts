/** Jobs that run while their database is away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresDocuments } from '../../src/jobs/documents/postgres-documents.js';
import { createSharedExclusiveLock, startRunner } from '../../src/jobs/index.js';
import { createMemoryDispatcher } from '../../src/jobs/queue/memory-dispatcher.js';
import { createEncryption } from '../../src/jobs/store/encryption.js';
import { PostgresJobStore } from '../../src/jobs/store/postgres-store.js';
import { openPostgres } from '../../src/postgres/index.js';
import { describeWith } from '../helpers/requires.js';
import { postgresql, startCluster, storeVariables } from '../helpers/servers/postgres.js';
import { KEEP_MS, LIMITS, MAX_BYTES, newJob } from './test-jobs.js';

describeWith('a database that is away at the end of an attempt', [postgresql], () => {
  test('the attempt is released when it is back: its process did not die', async () => {
    const cluster = await startCluster();
    const url = cluster.url('postgres');
    await storeVariables(url);
    const postgres = openPostgres(url);
    const store = new PostgresJobStore({ postgres, encryption: createEncryption([Buffer.alloc(32)]), keepMs: KEEP_MS });
    const dispatcher = createMemoryDispatcher(20);
    const runs: object[] = [];
    let restarted: Promise<void> | undefined;
    const runner = startRunner({
      store,
      documents: createPostgresDocuments(postgres, MAX_BYTES),
      dispatcher,
      atOnce: 2,
      lock: createSharedExclusiveLock(),
      onError: () => {},
      onFailure: () => {},
      async execute({ attempts, crashes, isAlone }, _documents, _signal, save) {
        runs.push({ attempts, crashes, isAlone });
        if (runs.length === 1) {
          cluster.crash();
          restarted = sleep(1_500).then(() => cluster.start());
        }
        const open = async function* () {
          yield Buffer.from('made');
        };
        await save({ open, size: 4, name: 'a.pdf', headers: {} });
      },
    });
    onTestFinished(async () => {
      await runner.close(0);
      await store.close();
      await postgres.close();
    });
    await store.add(newJob('1'), LIMITS);
    await dispatcher.announce({ id: '1', account: 'ann', bytes: 1 });
    await expect
      .poll(() => store.find('1').catch(() => null))
      .toMatchObject({ state: 'succeeded', attempts: 1, crashes: 0 });
    await restarted;
    expect(runs).toEqual(Array(2).fill({ attempts: 1, crashes: 0, isAlone: false }));
  });
});
