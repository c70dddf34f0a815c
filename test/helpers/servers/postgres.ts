/** A private PostgreSQL on a unix socket, started by the first test that needs it; each test gets an empty database. */
import { onTestFinished } from 'vitest';
import { migrateQueues } from '../../../src/jobs/queue/bullmq/schema.js';
import { migrate, openPostgres, type Postgres } from '../../../src/postgres/index.js';
import type { Requirement } from '../requires.js';
import { type Cluster, isInstalled, startCluster } from './postgres-cluster.js';

export { type Cluster, postgresProgram, startCluster } from './postgres-cluster.js';

export const postgresql: Requirement = { missing: 'PostgreSQL is not installed', met: isInstalled };

/** The files *.stores.test.ts run with each kind of store: `npm test` has files and memory, `npm run test:long` has PostgreSQL. */
export const IS_FOR_POSTGRES = process.env.DOCCONV_TEST_STORE === 'postgresql';

export const TEST_SECRET = 'a secret of at least thirty-two characters';

let started: Promise<Cluster> | null = null;
let databases = 0;

/** URL of a new database in the cluster of this test worker; without tables. */
export async function newDatabase(template = 'template1'): Promise<string> {
  started ??= startCluster();
  const cluster = await started;
  const name = `test_${databases++}`;
  const admin = openPostgres(cluster.url('postgres'));
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  await admin.close();
  return cluster.url(name);
}

/** The clock of the database stands still until the test advances it. @param start milliseconds since 1970 */
export async function openTestDatabaseWithClock(
  start = Date.now(),
): Promise<{ postgres: Postgres; pass(ms: number): Promise<void> }> {
  const postgres = await openTestDatabase();
  await postgres.query(`CREATE TABLE docconv.test_clock AS SELECT ${start}::bigint AS ms`);
  await postgres.query(`CREATE OR REPLACE FUNCTION docconv.now_ms() RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT ms FROM docconv.test_clock $$`);
  const pass = async (ms: number) => {
    await postgres.query('UPDATE docconv.test_clock SET ms = ms + $1', [ms]);
  };
  return { postgres, pass };
}

let migrated: Promise<string> | null = null;

/** URL of a new database with all tables: a copy, which is made sooner than the tables. */
async function newMigratedDatabase(): Promise<string> {
  migrated ??= newDatabase().then(async url => {
    await migrateAll(url);
    return new URL(url).pathname.slice(1);
  });
  return newDatabase(await migrated);
}

async function migrateAll(url: string): Promise<void> {
  const postgres = openPostgres(url);
  await migrate(postgres);
  await migrateQueues(postgres);
  await postgres.close();
}

/** A database with all tables, for one test. */
export async function openTestDatabase(): Promise<Postgres> {
  const postgres = openPostgres(await newMigratedDatabase());
  onTestFinished(() => postgres.close());
  return postgres;
}

/** Variables for servers that share a new database, or the given one, which has all tables then. */
export async function storeVariables(given?: string): Promise<Record<string, string>> {
  if (given) await migrateAll(given);
  const url = given ?? (await newMigratedDatabase());
  return { DOCCONV_STORE: url, DOCCONV_STORE_SECRET: TEST_SECRET, DOCCONV_CODE_GAP: '0' };
}
