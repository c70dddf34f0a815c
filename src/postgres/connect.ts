/** Connections to the database, and its errors as errors of docconv. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { DocconvError } from '../errors.js';
import { createConnections } from './connections.js';
import { type Listener, openListener } from './listen.js';

/** Runs one statement; returns its rows. Values take the places of $1, $2, ... */
export type Query = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

export interface Postgres {
  /** Connections for a library; `query` and `connect` reject as the methods below. */
  openPool(config: pg.PoolConfig): pg.Pool;
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
  /** Runs statements one after the other on a connection that is closed then: it may set what it wants. */
  session<Result>(work: (query: Query) => Promise<Result>): Promise<Result>;
  /** Notifications of a channel (LISTEN), which may be lost with the connection. */
  listen(channel: string): Listener;
  /** After so many milliseconds everything rejects that the database has not answered: for the end of a process. */
  answerWithin(milliseconds: number): void;
  /** Resolves when all connections are closed: at once, even if the database does not answer. */
  close(): Promise<void>;
}

const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;
const CONNECTIONS = 8;
/** For the answers to what was sent last, and for the ends of the connections. */
const CLOSE_MS = 500;
/** The end of a machine, or of the network to it, is noticed minutes after this, not hours as by default. */
const KEEP_ALIVE_MS = 10_000;

/** @param url `postgres://user:password@host/database`, as libpq understands it. Nothing is connected yet. */
export function openPostgres(url: string): Postgres {
  const connection = connectionTo(url);
  const connections = createConnections();
  const { Client } = connections;
  const newPool = (config: pg.PoolConfig) => new pg.Pool({ ...connection, ...config, Client: Client as never });
  const pool = newPool({
    application_name: 'docconv',
    max: CONNECTIONS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    allowExitOnIdle: true,
  });
  // lost connections: the next statement opens a new one, or rejects
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));

  const guarded = storeErrors(url);
  const run = <Row>(source: pg.Pool | pg.PoolClient, statement: pg.QueryConfig): Promise<Row[]> =>
    guarded(async () => (await source.query(statement)).rows as Row[]);
  const queryOn =
    (source: pg.Pool | pg.PoolClient): Query =>
    (text, values = []) =>
      run(source, { text, values: [...values] });
  const inTransaction = async <Result>(begin: string, work: (query: Query) => Promise<Result>): Promise<Result> => {
    const client = await guarded(() => pool.connect());
    const query = queryOn(client);
    let failure: Error | undefined;
    try {
      await query(begin);
      const result = await work(query);
      await query('COMMIT');
      return result;
    } catch (thrown) {
      await query('ROLLBACK').catch((rollback: Error) => {
        failure = rollback; // the connection is not used again
      });
      throw thrown;
    } finally {
      client.release(failure);
    }
  };
  const session: Postgres['session'] = async work => {
    const client = await guarded(() => pool.connect());
    return work(queryOn(client)).finally(() => client.release(true));
  };
  return {
    openPool: config => guardedPool(newPool(config), guarded),
    query: queryOn(pool),
    prepared: (text, values = []) => run(pool, { name: nameOf(text), text, values: [...values] }),
    transaction: work => inTransaction('BEGIN', work),
    quickTransaction: work => inTransaction(BEGIN_QUICK, work),
    session,
    listen: channel =>
      openListener(() => new Client({ ...connection, application_name: `docconv ${channel}` }), channel),
    answerWithin: connections.cutAfter,
    async close() {
      await Promise.all([pool.end(), connections.closed(CLOSE_MS)]);
    },
  };
}

function connectionTo(connectionString: string): pg.ClientConfig {
  return {
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS, // when no answer comes at all
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

const BEGIN_QUICK = 'BEGIN; SET LOCAL synchronous_commit = off';

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function guardedPool(pool: pg.Pool, guarded: Guard): pg.Pool {
  type Method = (...given: unknown[]) => Promise<never>;
  const [query, connect] = [pool.query.bind(pool) as Method, pool.connect.bind(pool) as Method];
  // with a callback it is called by the pool itself
  pool.connect = ((...given: unknown[]) => (given[0] ? connect(...given) : guarded(connect))) as never;
  pool.query = ((...given: unknown[]) => guarded(() => query(...given))) as never;
  return pool;
}

type Guard = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Runs calls of pg; what they reject with is STORE_UNAVAILABLE, unless docconv is to blame. */
function storeErrors(url: string): Guard {
  const target = shownUrl(url);
  return async call => {
    try {
      return await call();
    } catch (thrown) {
      if (thrown instanceof pg.DatabaseError && !UNAVAILABLE.test(thrown.code ?? '')) throw thrown;
      throw new DocconvError(
        'STORE_UNAVAILABLE.store',
        { target, reason: reasonOf(thrown as NodeJS.ErrnoException) },
        { cause: thrown },
      );
    }
  };
}

/**
 * Classes of SQLSTATE: connection, authorization, conflict of transactions, resources, operator, system. Then: read-only, no
 * such database, missing right. Errors without one are of the connection: its end, its time limit, TLS, the password.
 */
const UNAVAILABLE = /^(?:08|28|40|53|57|58|25006|3D000|42501)/;

function reasonOf({ message, code }: NodeJS.ErrnoException): string {
  if (/client password must be a string/.test(message)) return 'it asks for a password, such as in PGPASSWORD';
  return message || String(code);
}

/** Without password and parameters. */
function shownUrl(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `postgres://${username && `${username}@`}${host}${pathname}`;
}
