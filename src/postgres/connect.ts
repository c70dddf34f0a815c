/** Connections to the database. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { createConnections } from './connections.js';
import { createHosts, type Hosts, urlsOfHosts } from './hosts.js';
import { type Listener, Listeners } from './listen.js';
import { type Guarded, isUnavailable, storeErrors } from './store-errors.js';

/** Runs one statement; returns its rows. Values take the places of $1, $2, ... */
export type Query = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/** At most CONNECTIONS, and one more for notifications. */
export interface Postgres {
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

interface PostgresSettings {
  /**
   * The address of the database itself, for LISTEN and session(), where the other address is that of a pool which gives a
   * connection for one transaction only, such as PgBouncer. Null: there is no such pool.
   */
  direct?: string | null;
  /** Milliseconds until an answer must have arrived. */
  answerMs?: number;
}

/** With that for notifications 6 for each process. */
const CONNECTIONS = 5;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;
/** When no answer comes at all. */
const ANSWER_MS = STATEMENT_MS + CONNECT_MS;
/** For the answers to what was sent last, and for the ends of the connections. */
const CLOSE_MS = 500;
/** A new connection is costly: PostgreSQL compiles the functions of the queue for each. */
const IDLE_MS = 300_000;
const COMMON = {
  application_name: 'docconv',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000, // the end of a machine is noticed minutes after this, not hours as by default
};

const OF_SESSION = {
  statement_timeout: STATEMENT_MS,
  idle_in_transaction_session_timeout: STATEMENT_MS,
  // the operator may have another default, with which statements that wait for a lock read what was there before
  options: '-c default_transaction_isolation=read\\ committed',
};

/** @param url `postgres://user:password@host/database`, as libpq understands it. Nothing is connected yet. */
export function openPostgres(url: string, { direct = null, answerMs = ANSWER_MS }: PostgresSettings = {}): Postgres {
  const isPooled = direct !== null;
  const urls = urlsOf(url);
  const connections = createConnections();
  const hosts = createHosts(urls, connections.Client);
  const directHosts = isPooled ? createHosts(urlsOf(direct), connections.Client) : hosts;
  const common = { ...COMMON, query_timeout: answerMs };
  const config = { ...common, ...OF_SESSION };
  const pool = openPool(hosts, isPooled ? common : config); // PgBouncer refuses to connect with the other settings
  const listeners = new Listeners(directHosts, config);
  const guarded = storeErrors(urls);
  const connected = <Result>(work: (client: pg.PoolClient) => Promise<Result>) =>
    released(() => guarded(() => hosts.inTurn(() => pool.connect())), work);
  const inTransaction = <Result>(begin: string, work: (query: Query) => Promise<Result>): Promise<Result> =>
    connected(client => {
      const query = queryOn(client, guarded);
      return transactionOn(query, begin, () => work(query));
    });
  return {
    query: (text, values) => connected(client => queryOn(client, guarded)(text, values)),
    // PgBouncer gives another connection for each transaction, which does not know the statement
    prepared: (text, values) => connected(client => queryOn(client, guarded, !isPooled)(text, values)),
    transaction: work => inTransaction('BEGIN', work),
    quickTransaction: work => inTransaction(BEGIN_QUICK, work),
    async session(work) {
      const client = await guarded(() => directHosts.inTurn(() => new directHosts.Client(config).connect()));
      return work(queryOn(client, guarded)).finally(() => client.end());
    },
    listen: channel => listeners.of(channel),
    answerWithin: connections.cutAfter,
    async close() {
      await Promise.all([listeners.close(), pool.end(), connections.closed(CLOSE_MS)]);
    },
  };
}

function openPool({ Client }: Hosts, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, Client, max: CONNECTIONS, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true });
  pool.on('error', () => {}); // lost connections: the next statement opens a new one, or rejects
  return pool;
}

function urlsOf(text: string): readonly string[] {
  return urlsOfHosts(text) ?? [text];
}

const BEGIN_QUICK = 'BEGIN; SET LOCAL synchronous_commit = off';

function queryOn(client: pg.ClientBase, guarded: Guarded, isPrepared = false): Query {
  return (text, values = []) => {
    const name = isPrepared ? { name: nameOf(text) } : {};
    return guarded(async () => (await client.query({ ...name, text, values: values.map(parameterOf) })).rows);
  };
}

/** Objects are JSON, which in PostgreSQL has neither U+0000 nor half of a surrogate pair, as texts of other programs may. */
function parameterOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return value;
  return JSON.stringify(value, (_name, member) =>
    typeof member === 'string' ? member.replace(/[\0\p{Cs}]/gu, '\ufffd') : member,
  );
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** Connections that failed are not used again. */
async function released<Result>(
  connect: () => Promise<pg.PoolClient>,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect();
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (thrown) {
    if (isUnavailable(thrown)) failure = thrown;
    throw thrown;
  } finally {
    client.release(failure);
  }
}

async function transactionOn<Result>(query: Query, begin: string, work: () => Promise<Result>): Promise<Result> {
  await query(begin);
  try {
    const result = await work();
    await query('COMMIT');
    return result;
  } catch (thrown) {
    await query('ROLLBACK');
    throw thrown;
  }
}
