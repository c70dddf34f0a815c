/** What every submission and every question about a job asks for is found by an index, however many jobs have ended. */
import { expect, test } from 'vitest';
import { createEncryption } from '../../../src/jobs/store/encryption.js';
import { PostgresJobStore } from '../../../src/jobs/store/postgres-store.js';
import type { Query } from '../../../src/postgres/index.js';
import { describeWith } from '../../helpers/requires.js';
import { openTestDatabase, postgresql } from '../../helpers/servers/postgres.js';
import { KEEP_MS, LIMITS, newJob } from '../test-jobs.js';

const ENDED_JOBS = `INSERT INTO docconv.jobs (id, account, state, attempts, expires_at, record)
  SELECT 'old' || n, 'ann@example.org', 'succeeded', 1, 1e14::bigint, '{}' FROM generate_series(1, 20000) n`;
const ENDED_DELIVERIES = `INSERT INTO docconv.webhooks (id, account, tries, due_at, given_up_at, record)
  SELECT 'old' || n, 'ann@example.org', 1, 0, 1e14::bigint, '{}' FROM generate_series(1, 20000) n`;

describeWith('on PostgreSQL', [postgresql], () => {
  test('no statement reads the table of all jobs or deliveries', async () => {
    const postgres = await openTestDatabase();
    for (const sql of [ENDED_JOBS, ENDED_DELIVERIES, 'ANALYZE']) await postgres.query(sql);
    const asked: [sql: string, values: readonly unknown[]][] = [];
    const recorded = (query: Query): Query => {
      return (sql, values = []) => {
        asked.push([sql, values]);
        return query(sql, values);
      };
    };
    const store = new PostgresJobStore({
      postgres: { ...postgres, query: recorded(postgres.query), prepared: recorded(postgres.prepared) },
      encryption: createEncryption([Buffer.alloc(32)]),
      keepMs: KEEP_MS,
    });
    await store.add(newJob('1', { webhook: 'https://receiver.example.org' }), LIMITS);
    await store.add(newJob('2'), LIMITS);
    expect(await store.position('2')).toBe(1);
    expect(await store.counts()).toEqual({ queued: 2, running: 0 });
    await store.oldestQueued(1);
    await store.find('1');
    expect(asked.length).toBeGreaterThan(7);
    for (const [sql, values] of asked) {
      const plan = await postgres.query(`EXPLAIN ${sql}`, values);
      expect(JSON.stringify(plan), sql).not.toMatch(/Seq Scan on (jobs|webhooks)/);
    }
  });
});
