/** The tables of BullMQ, in the schema `bullmq` of the database. */
import {
  assertSchemaCompatibility,
  runMigrations,
  SchemaMigrationRequiredError,
  SchemaVersionMismatchError,
  UnsupportedPostgresVersionError,
} from 'bullmq';
import { DocconvError } from '../../../errors.js';
import type { Postgres, Query } from '../../../postgres/index.js';

export const SCHEMA = 'bullmq';
/** The version of the tables that this version of BullMQ needs; it does not check that itself. */
const VERSION = 11;

/** Creates or updates the tables of BullMQ. Resolves to their version. Rejects with STORE_OUTDATED and STORE_UNAVAILABLE. */
export async function migrateQueues(postgres: Postgres): Promise<number> {
  const version = await presentVersion(postgres);
  if (version >= VERSION) return version; // without the right to create anything
  return postgres.session(query => runMigrations(clientOf(query)).catch(refuse));
}

/** Resolves to the version of the tables of BullMQ. Rejects with STORE_OUTDATED when this docconv must not use them. */
export async function requireQueues(postgres: Postgres): Promise<number> {
  const version = await presentVersion(postgres);
  if (version >= VERSION) return version;
  if (version === 0) throw new DocconvError('STORE_OUTDATED.no-job-tables');
  throw new DocconvError('STORE_OUTDATED.job-tables', { version, needed: VERSION });
}

/** 0: there are no tables. */
function presentVersion({ query }: Postgres): Promise<number> {
  return assertSchemaCompatibility(clientOf(query), SCHEMA).catch(thrown => {
    if (thrown instanceof SchemaMigrationRequiredError) return 0;
    return refuse(thrown);
  });
}

function clientOf(query: Query) {
  return { query: async (sql: string, values?: unknown[]) => ({ rows: await query(sql, values) }) } as never;
}

/** Throws the errors of BullMQ as those of docconv. */
function refuse(thrown: Error): never {
  if (thrown instanceof SchemaVersionMismatchError)
    throw new DocconvError('STORE_OUTDATED.job-tables-of-later-version', {}, { cause: thrown });
  if (thrown instanceof UnsupportedPostgresVersionError) {
    const { serverVersion: version, minimumVersion: needed } = thrown;
    throw new DocconvError('STORE_OUTDATED.postgresql', { version, needed }, { cause: thrown });
  }
  throw thrown;
}
