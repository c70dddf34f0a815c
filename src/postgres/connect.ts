/** Connections to the database, and its errors as errors of docconv. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { DocconvError } from '../errors.js';
import { type Listener, openListener } from './listen.js';

/** Runs one statement; returns its rows. Values take the places of $1, $2, ... */
export type Query = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

export interface Postgres {
  /** With the password, if it has one. */
  readonly url: string;
  /** Every method rejects with STORE_UNAVAILABLE when the database cannot be used. */
  readonly query: Query;
  /**
   * As query(), for what every request does: the statement is planned once for each connection. Only for constant texts
   * that find a row by an index, since the plan stays the same while the table grows.
   */
  readonly prepared: Query;
  /** Runs the statements of `work` in one transaction, which ends without effect if `work` rejects. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  /** As transaction(), without waiting for the disk: a crash of the database may lose the latest ones. */
  quickTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  /** Notifications of a channel (LISTEN), which may be lost with the connection. */
  listen(channel: string): Listener;
  close(): Promise<void>;
}

const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;
const CONNECTIONS = 8;

/** @param url `postgres://user:password@host/database`, as libpq understands it. Nothing is connected yet. */
export function openPostgres(url: string): Postgres {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'docconv',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS, // when no answer comes at all
    idle_in_transaction_session_timeout: STATEMENT_MS,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  const target = shownUrl(url);
  // lost connections: the next statement opens a new one, or rejects
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));

  return {
    url,
    query: (sql, values) => storeErrors(target, () => rowsOf(pool, sql, values)),
    prepared: (sql, values) => storeErrors(target, () => preparedRowsOf(pool, sql, values)),
    transaction: work => storeErrors(target, () => inTransaction(pool, 'BEGIN', work)),
    quickTransaction: work => storeErrors(target, () => inTransaction(pool, BEGIN_QUICK, work)),
    listen: channel => openListener(url, channel),
    close: () => pool.end(),
  };
}

async function rowsOf<Row>(source: pg.Pool | pg.PoolClient, sql: string, values: readonly unknown[] = []) {
  const { rows } = await source.query(sql, [...values]);
  return rows as Row[];
}

async function preparedRowsOf<Row>(pool: pg.Pool, text: string, values: readonly unknown[] = []) {
  const name = createHash('sha256').update(text).digest('base64url');
  const { rows } = await pool.query({ name, text, values: [...values] });
  return rows as Row[];
}

const BEGIN_QUICK = 'BEGIN; SET LOCAL synchronous_commit = off';

async function inTransaction<Result>(
  pool: pg.Pool,
  begin: string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(begin);
    const result = await work((sql, values) => rowsOf(client, sql, values));
    await client.query('COMMIT');
    return result;
  } catch (thrown) {
    await client.query('ROLLBACK').catch((rollback: Error) => {
      failure = rollback; // the connection is not used again
    });
    throw thrown;
  } finally {
    client.release(failure);
  }
}

/** Errors of `work` as errors of docconv; its own errors pass. */
async function storeErrors<Result>(target: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!isUnavailable(thrown)) throw thrown;
    const reason = (thrown as Error).message || (thrown as NodeJS.ErrnoException).code;
    const message = `The store ${target} cannot be used: ${reason}.`;
    throw new DocconvError('STORE_UNAVAILABLE', message, { cause: thrown });
  }
}

/** Classes of SQLSTATE: connection, authorization, resources, operator, system. 3D000: no such database. */
const UNAVAILABLE = /^(?:08|28|53|57|58|3D000)/;
/** Of the client, which have no code. */
const CONNECTION_LOST = /^(?:Connection terminated|timeout exceeded|Query read timeout|Client has encountered)/;

function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof DocconvError || !(thrown instanceof Error)) return false;
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  if (thrown instanceof pg.DatabaseError) return UNAVAILABLE.test(code ?? '');
  return syscall !== undefined || thrown instanceof AggregateError || CONNECTION_LOST.test(thrown.message);
}

/** Without password and parameters. */
function shownUrl(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `postgres://${username && `${username}@`}${host}${pathname}`;
}
