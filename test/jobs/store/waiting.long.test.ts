/** Clients that wait for jobs in the database: what they cost it, and notifications that are lost. */
import { setMaxListeners } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createEncryption } from '../../../src/jobs/store/encryption.js';
import { PostgresJobStore } from '../../../src/jobs/store/postgres-store.js';
import type { Query } from '../../../src/postgres/index.js';
import { describeWith } from '../../helpers/requires.js';
import { openTestDatabase, postgresql } from '../../helpers/servers/postgres.js';
import { KEEP_MS, LIMITS, newJob } from '../test-jobs.js';

const never = new AbortController().signal;
setMaxListeners(0, never);

async function opened() {
  const postgres = await openTestDatabase();
  let queries = 0;
  const counted =
    (run: Query): Query =>
    (sql, values) => {
      queries++;
      return run(sql, values);
    };
  const [query, prepared] = [counted(postgres.query), counted(postgres.prepared)];
  const encryption = createEncryption([Buffer.alloc(32, 1)]);
  const store = new PostgresJobStore({ postgres: { ...postgres, query, prepared }, encryption, keepMs: KEEP_MS });
  onTestFinished(() => store.close());
  await store.add(newJob('1'), LIMITS);
  return { store, postgres, queries: () => queries };
}

describeWith('waiting for a job', [postgresql], () => {
  test('costs two queries for each client, and one every two seconds for all', async () => {
    const { store, queries } = await opened();
    await Promise.all(Array.from({ length: 100 }, () => store.wait('1', 5_000, never)));
    expect(queries()).toBeGreaterThan(200);
    expect(queries()).toBeLessThan(250);
  });

  test('ends when the notification is lost', async () => {
    const { store, postgres } = await opened();
    const waiting = store.wait('1', 600_000, never);
    await postgres.query('DELETE FROM docconv.jobs');
    expect(await waiting).toBeNull();
  });

  test('ends with an error when the database does', async () => {
    const { store, postgres } = await opened();
    const waiting = store.wait('1', 600_000, never);
    await postgres.query('ALTER TABLE docconv.jobs RENAME TO other');
    await expect(waiting).rejects.toThrow('docconv.jobs');
  });
});
