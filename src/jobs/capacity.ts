/** What the processes that take jobs can do together: those of one store, or one process alone. */
import { randomUUID } from 'node:crypto';
import type { Postgres } from '../postgres/index.js';

export interface Workforce {
  /** Jobs that run at once. */
  readonly atOnce: number;
  /** Mean time of the latest conversions. */
  readonly meanSeconds: number;
}

export interface Capacity {
  /** Says what this process can do, until it leaves or has reported nothing for STALE_SECONDS. */
  report(own: Workforce): Promise<void>;
  leave(): Promise<void>;
  /** `atOnce` is 0 when no process takes jobs. */
  total(): Promise<Workforce>;
}

const REPORT_MS = 10_000;
const STALE_SECONDS = 35;
/** Of a typical document, until a process reports the time of its own. */
const TYPICAL_SECONDS = 0.5;

export function createLocalCapacity(): Capacity {
  const none = { atOnce: 0, meanSeconds: TYPICAL_SECONDS };
  let known: Workforce = none;
  return {
    async report(own) {
      known = own;
    },
    async leave() {
      known = none;
    },
    total: async () => known,
  };
}

export function createPostgresCapacity({ query }: Postgres): Capacity {
  const id = randomUUID();
  return {
    async report({ atOnce, meanSeconds }) {
      const sql = `INSERT INTO docconv.workers VALUES ($1, $2, $3, now())
        ON CONFLICT (id) DO UPDATE SET at_once = $2, mean_seconds = $3, seen_at = now()`;
      await query(sql, [id, atOnce, meanSeconds]);
      await query(`DELETE FROM docconv.workers WHERE NOT ${IS_FRESH}`);
    },
    async leave() {
      await query('DELETE FROM docconv.workers WHERE id = $1', [id]);
    },
    async total() {
      const sql = `SELECT sum(at_once)::integer AS "atOnce", sum(at_once * mean_seconds) / sum(at_once) AS "meanSeconds"
        FROM docconv.workers WHERE ${IS_FRESH}`;
      const [row] = await query<{ atOnce: number | null; meanSeconds: number | null }>(sql);
      return { atOnce: row?.atOnce ?? 0, meanSeconds: row?.meanSeconds ?? TYPICAL_SECONDS };
    },
  };
}

const IS_FRESH = `seen_at > now() - interval '${STALE_SECONDS} seconds'`;

/** Reports now and from time to time. Returns a function that ends it. @param own null: nothing at present */
export function startReports(capacity: Capacity, own: () => Workforce | null, onError: (error: Error) => void) {
  let latest = Promise.resolve();
  const report = () => {
    const able = own();
    latest = (able ? capacity.report(able) : capacity.leave()).catch(onError);
  };
  report();
  const timer = setInterval(report, REPORT_MS).unref();
  return async (): Promise<void> => {
    clearInterval(timer);
    await latest;
    await capacity.leave().catch(onError);
  };
}
