/**
 * Priorities of jobs in the queue of all machines: start-time fair queueing (Goyal, Vin, Cheng 1996), as in FairQueue. A job
 * gets the virtual time at which it would begin if all accounts were served in turn, and jobs begin in this order. The row
 * '' has the virtual time of the job that began last.
 */
import type { Postgres } from '../../postgres/index.js';

export interface FairPriorities {
  /** From 1 to MAX_PRIORITY, for a job of each account, which may be named more than once. */
  next(accounts: readonly string[]): Promise<number[]>;
  begun(priority: number): Promise<void>;
  /** Removes what has no effect any more, and starts again at 1 when all jobs have ended. */
  sweep(): Promise<void>;
}

/** The lowest priority of BullMQ. Beyond it jobs begin in the order of their arrival, until all have ended. */
const MAX_PRIORITY = 2 ** 21 - 1;

/** A crash of the database may lose the latest priorities, which costs nothing: nothing waits for the disk. */
export function createFairPriorities({ prepared, quickTransaction }: Postgres): FairPriorities {
  return {
    async next(accounts) {
      if (accounts.length === 0) return [];
      const rows = await prepared<NextRow>(NEXT, [accounts]);
      const nextOf = new Map(rows.map(({ account, next, jobs }) => [account, next - jobs]));
      return accounts.map(account => {
        const next = nextOf.get(account)!;
        nextOf.set(account, Math.min(next + 1, MAX_PRIORITY));
        return Math.max(next, 1);
      });
    },
    async begun(priority) {
      await prepared(BEGUN, [priority]);
    },
    sweep: () =>
      quickTransaction(async query => {
        await query(`SELECT next FROM docconv.turns WHERE account = '' FOR UPDATE`);
        // a job that runs has its priority still: it may be offered again
        const restarted = await query(`UPDATE docconv.turns SET next = 1 WHERE account = ''
          AND NOT EXISTS (SELECT 1 FROM docconv.jobs WHERE expires_at IS NULL) RETURNING next`);
        const sql = `DELETE FROM docconv.turns WHERE account <> ''
          AND ($1 OR next <= (SELECT next FROM docconv.turns WHERE account = ''))`;
        await query(sql, [restarted.length > 0]);
      }),
  };
}

interface NextRow {
  account: string;
  /** After its jobs. */
  next: number;
  /** How many it has here. */
  jobs: number;
}

/** As quickTransaction(), in the same statement. */
const QUICK = `quick AS (SELECT set_config('synchronous_commit', 'off', true))`;

const BEGUN = `WITH ${QUICK} UPDATE docconv.turns SET next = $1 FROM quick WHERE account = '' AND next < $1`;

/** The lock makes it wait for sweep(), and for nothing else. Accounts have one order: so no two wait for each other. */
const NEXT = `
  WITH ${QUICK}, now AS (SELECT next FROM docconv.turns, quick WHERE account = '' FOR KEY SHARE OF turns),
  given AS (SELECT account, count(*)::integer AS jobs FROM unnest($1::text[]) AS account GROUP BY account),
  changed AS (
    INSERT INTO docconv.turns AS known SELECT account, next + jobs FROM given, now ORDER BY account
    ON CONFLICT (account) DO UPDATE SET next = least(
      greatest(known.next, (SELECT next FROM now)) + (SELECT jobs FROM given WHERE account = known.account),
      ${MAX_PRIORITY + 1})
    RETURNING account, next
  )
  SELECT account, changed.next, jobs FROM changed JOIN given USING (account)`;
