/**
 * Priorities of jobs in the queue of all machines: start-time fair queueing (Goyal, Vin, Cheng 1996), as in FairQueue. A job
 * gets the virtual time at which it would begin if all accounts were served in turn, and jobs begin in this order. The row
 * '' has the virtual time of the job that began last.
 */
import type { Postgres } from '../../postgres/index.js';

export interface FairPriorities {
  /** From 1 to MAX_PRIORITY. */
  next(account: string): Promise<number>;
  begun(priority: number): Promise<void>;
  /** Removes what has no effect any more, and starts again at 1 when all jobs have ended. */
  sweep(): Promise<void>;
}

/** The lowest priority of BullMQ. Beyond it jobs begin in the order of their arrival, until all have ended. */
const MAX_PRIORITY = 2 ** 21 - 1;

/** A crash of the database may lose the latest priorities, which costs nothing: nothing waits for the disk. */
export function createFairPriorities({ quickTransaction }: Postgres): FairPriorities {
  return {
    next: account =>
      quickTransaction(async query => {
        const [row] = await query<{ next: number }>(NEXT, [account]);
        return row!.next - 1;
      }),
    begun: priority =>
      quickTransaction(async query => {
        await query(`UPDATE docconv.turns SET next = $1 WHERE account = '' AND next < $1`, [priority]);
      }),
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

/** The lock makes it wait for sweep(), and for nothing else. */
const NEXT = `
  WITH now AS (SELECT next FROM docconv.turns WHERE account = '' FOR KEY SHARE)
  INSERT INTO docconv.turns AS known SELECT $1, next + 1 FROM now
  ON CONFLICT (account) DO UPDATE SET next = least(greatest(known.next + 1, excluded.next), ${MAX_PRIORITY + 1})
  RETURNING next`;
