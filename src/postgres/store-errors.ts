/** Errors of PostgreSQL and of connections to it as errors of docconv. */
import pg from 'pg';
import { DocconvError } from '../errors.js';

export type Guarded = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Runs calls of pg; what they reject with is STORE_UNAVAILABLE, unless docconv is to blame. @param urls of all hosts */
export function storeErrors(urls: readonly string[]): Guarded {
  const target = shownUrl(urls);
  return async call => {
    try {
      return await call();
    } catch (thrown) {
      if (thrown instanceof pg.DatabaseError && isUsable(thrown.code ?? '')) throw thrown;
      throw new DocconvError(
        'STORE_UNAVAILABLE.store',
        { target, reason: reasonOf(thrown as NodeJS.ErrnoException) },
        { cause: thrown },
      );
    }
  };
}

export function isUnavailable(thrown: unknown): thrown is DocconvError {
  return thrown instanceof DocconvError && thrown.code === 'STORE_UNAVAILABLE';
}

/** The database is unavailable: the same call can succeed later without a change of settings or rights. */
export function isAway(thrown: unknown): boolean {
  if (!isUnavailable(thrown)) return false;
  const { code = '', message, syscall } = thrown.cause as NodeJS.ErrnoException;
  if (thrown.cause instanceof pg.DatabaseError) return PASSES.test(code);
  return syscall === 'connect' || OF_NETWORK.test(code) || WITHOUT_CODE.test(message);
}

/**
 * SQLSTATE: connection, conflict of transactions, resources, locks, operator; read-only, as a standby until it is promoted; a
 * transaction that lasted too long.
 */
const PASSES = /^(?:08|40|53|55P03|57|25006|25P0[34])/;
/** Several addresses of one name fail without `syscall`. */
const OF_NETWORK = /^(?:ECONN|EHOST|ENET|EAI_|ENOTFOUND|EPIPE|ETIMEDOUT)/;
/** Errors of pg, and of hosts.ts. */
const WITHOUT_CODE = /connection (?:terminated|error)|timeout|is read-only$/i;

/**
 * SQLSTATE: authorization, system, damage, no such database, missing right; a prepared statement that another connection can
 * run: its tables were migrated, or it was removed. Errors without one are of the connection: its end, its time limit, TLS, the
 * password.
 */
const STAYS = /^(?:28|58|XX|3D000|42501|0A000|26000)/;

const isUsable = (code: string): boolean => !PASSES.test(code) && !STAYS.test(code);

function reasonOf({ message, code }: NodeJS.ErrnoException): string {
  if (/client password must be a string/.test(message)) return 'it asks for a password, such as in PGPASSWORD';
  return message || String(code);
}

/** Without password and parameters. */
function shownUrl(urls: readonly string[]): string {
  const { username, pathname } = new URL(urls[0]!);
  const hosts = urls.map(url => new URL(url).host);
  return `postgres://${username && `${username}@`}${hosts}${pathname}`;
}
