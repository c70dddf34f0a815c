/** A private PostgreSQL on a unix socket, started by the first test that needs it; each test gets an empty database. */
import { onTestFinished } from 'vitest';
import { migrateQueues } from '../../src/jobs/bullmq-postgres.js';
import { migrate, openPostgres, type Postgres } from '../../src/postgres/index.js';
import { type Cluster, isInstalled, startCluster } from './postgres-cluster.js';
import type { Requirement } from './requires.js';

export { type Cluster, postgresProgram, startCluster } from './postgres-cluster.js';

export const postgresql: Requirement = { missing: 'PostgreSQL is not installed', met: isInstalled };

export const TEST_SECRET = 'a secret of at least thirty-two characters';

let started: Promise<Cluster> | null = null;
let databases = 0;

/** URL of a new database in the cluster of this test worker; without tables. */
export async function newDatabase(): Promise<string> {
  started ??= startCluster();
  const cluster = await started;
  const name = `test_${databases++}`;
  const admin = openPostgres(cluster.url('postgres'));
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.close();
  return cluster.url(name);
}

/** A database with the tables of docconv, for one test. */
export async function openTestDatabase(): Promise<Postgres> {
  const postgres = openPostgres(await newDatabase());
  await migrate(postgres);
  onTestFinished(() => postgres.close());
  return postgres;
}

/** Variables for servers that share a new database, or the given one, which has all tables then, those for jobs as well. */
export async function storeVariables(given?: string): Promise<Record<string, string>> {
  const url = given ?? (await newDatabase());
  const postgres = openPostgres(url);
  await migrate(postgres);
  await postgres.close();
  await migrateQueues(url);
  return { DOCCONV_STORE: url, DOCCONV_STORE_SECRET: TEST_SECRET, DOCCONV_CODE_GAP: '0' };
}
