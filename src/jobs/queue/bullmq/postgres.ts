/** BullMQ on PostgreSQL, in the schema `bullmq` of the database. */
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  runMigrations,
  SchemaMigrationRequiredError,
  SchemaVersionMismatchError,
  UnsupportedPostgresVersionError,
} from 'bullmq';
import pg from 'pg';
import { DocconvError } from '../../../errors.js';
import type { Postgres, Query } from '../../../postgres/index.js';
import type { Dispatcher } from '../dispatcher.js';
import { createFairPriorities } from '../fair-priorities.js';
import { withDatabaseTime } from './database-time.js';
import { type BullmqSettings, createBullmqDispatcher } from './dispatcher.js';

interface PostgresQueueSettings extends Pick<BullmqSettings, 'onError' | 'lockMs'> {
  postgres: Postgres;
}

const SCHEMA = 'bullmq';
/** Two queues and two workers; each worker listens on one, and waits on one. */
const CONNECTIONS = 10;

export function createPostgresDispatcher({ postgres, ...settings }: PostgresQueueSettings): Dispatcher {
  const pool = new pg.Pool({
    ...postgres.connection, // its time limits: a request waits for announce()
    options: `-c search_path=${SCHEMA}`, // the statements of BullMQ name no schema
    max: CONNECTIONS,
    application_name: 'docconv queue',
  });
  pool.on('error', settings.onError);
  const priorities = createFairPriorities(postgres);
  const dispatcher = createBullmqDispatcher({
    ...settings,
    connection: withDatabaseTime(pool),
    backend: createPostgresBackend as never,
    priorities,
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

/** Creates or updates the tables of BullMQ. Resolves to their version. Rejects with STORE_OUTDATED and STORE_UNAVAILABLE. */
export function migrateQueues({ session }: Postgres): Promise<number> {
  return session(query => runMigrations(clientOf(query)).catch(refuse));
}

/** Resolves to the version of the tables of BullMQ. Rejects with STORE_OUTDATED when this docconv must not use them. */
export async function requireQueues({ query }: Postgres): Promise<number> {
  const version = await assertSchemaCompatibility(clientOf(query), SCHEMA).catch(thrown => {
    if (thrown instanceof SchemaMigrationRequiredError) return 0;
    return refuse(thrown);
  });
  if (version >= VERSION) return version;
  const found =
    version === 0
      ? 'has no tables for jobs'
      : `has version ${version} of the tables for jobs, and ${VERSION} is needed`;
  throw new DocconvError('STORE_OUTDATED', `The store ${found}. Run: docconv store migrate`);
}

function clientOf(query: Query) {
  return { query: async (sql: string, values?: unknown[]) => ({ rows: await query(sql, values) }) } as never;
}

/** Throws the errors of BullMQ as those of docconv. */
function refuse(thrown: Error): never {
  if (thrown instanceof SchemaVersionMismatchError)
    throw outdated('The tables for jobs are of a later docconv. Update docconv.', thrown);
  if (thrown instanceof UnsupportedPostgresVersionError)
    throw outdated(`The store has PostgreSQL ${thrown.serverVersion}, and ${thrown.minimumVersion} is needed.`, thrown);
  throw thrown;
}

function outdated(message: string, cause: Error): DocconvError {
  return new DocconvError('STORE_OUTDATED', message, { cause });
}
