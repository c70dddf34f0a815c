/** BullMQ on PostgreSQL, in the schema `bullmq` of the database. */
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  runMigrations,
  SchemaMigrationRequiredError,
  SchemaVersionMismatchError,
} from 'bullmq';
import pg from 'pg';
import { DocconvError } from '../errors.js';
import type { Postgres } from '../postgres/index.js';
import { type BullmqSettings, createBullmqDispatcher } from './bullmq-dispatcher.js';
import type { Dispatcher } from './dispatcher.js';
import { createTurns } from './turns.js';

interface PostgresQueueSettings extends Pick<BullmqSettings, 'onError' | 'lockMs'> {
  postgres: Postgres;
}

const SCHEMA = 'bullmq';
/** Two queues and two workers; each worker listens on one, and waits on one. */
const CONNECTIONS = 10;

export function createPostgresDispatcher({ postgres, ...settings }: PostgresQueueSettings): Dispatcher {
  const pool = new pg.Pool({
    connectionString: postgres.url,
    options: `-c search_path=${SCHEMA}`, // the statements of BullMQ name no schema
    max: CONNECTIONS,
    application_name: 'docconv queue',
    keepAlive: true,
  });
  pool.on('error', settings.onError);
  const turns = createTurns(postgres);
  const dispatcher = createBullmqDispatcher({
    ...settings,
    connection: pool,
    backend: createPostgresBackend as never,
    turns,
  });
  return {
    ...dispatcher,
    async close() {
      await dispatcher.close();
      await pool.end();
    },
  };
}

/** The version of the tables that this version of BullMQ needs; it does not check that itself. */
const VERSION = 11;

/** Creates or updates the tables of BullMQ. Resolves to their version. */
export async function migrateQueues(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await runMigrations(client as never);
  } finally {
    await client.end();
  }
}

/** Resolves to the version of the tables of BullMQ. Rejects with STORE_OUTDATED when this docconv must not use them. */
export async function requireQueues({ query }: Postgres): Promise<number> {
  const client = { query: async (sql: string, values?: unknown[]) => ({ rows: await query(sql, values) }) };
  const version = await assertSchemaCompatibility(client as never, SCHEMA).catch(thrown => {
    if (thrown instanceof SchemaMigrationRequiredError) return 0;
    if (thrown instanceof SchemaVersionMismatchError) throw laterVersion(thrown);
    throw thrown;
  });
  if (version >= VERSION) return version;
  const found =
    version === 0
      ? 'has no tables for jobs'
      : `has version ${version} of the tables for jobs, and ${VERSION} is needed`;
  throw new DocconvError('STORE_OUTDATED', `The store ${found}. Run: docconv store migrate`);
}

function laterVersion(cause: Error): DocconvError {
  return new DocconvError('STORE_OUTDATED', 'The tables for jobs are of a later docconv. Update docconv.', { cause });
}
