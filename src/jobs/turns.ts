/**
 * Turns of accounts in the queue of all machines: start-time fair queueing (Goyal, Vin, Cheng 1996), as in FairQueue. A job
 * gets the virtual time at which it would begin if all accounts were served in turn, and jobs begin in this order. The row
 * '' has the virtual time of the job that began last.
 */
import type { Postgres } from '../postgres/index.js';

export interface Turns {
  /** From 1 to MAX_TURN. */
  next(account: string): Promise<number>;
  begun(turn: number): Promise<void>;
  /** Removes what has no effect any more, and starts again at 1 when all jobs have ended. */
  sweep(): Promise<void>;
}

/** The lowest priority of BullMQ. Beyond it jobs begin in the order of their arrival, until all have ended. */
const MAX_TURN = 2 ** 21 - 1;

export function createTurns({ transaction }: Postgres): Turns {
  /** A crash of the database may lose the latest turns, which costs nothing: nothing waits for the disk. */
  const change: Postgres['transaction'] = work =>
    transaction(async query => {
      await query('SET LOCAL synchronous_commit = off');
      return work(query);
    });
  return {
    next: account =>
      change(async query => {
        const [now] = await query<{ next: number }>(`SELECT next FROM docconv.turns WHERE account = '' FOR UPDATE`);
        const sql = `INSERT INTO docconv.turns AS known VALUES ($1, $2 + 1)
          ON CONFLICT (account) DO UPDATE SET next = least(greatest(known.next, $2) + 1, ${MAX_TURN + 1}) RETURNING next`;
        const [row] = await query<{ next: number }>(sql, [account, now!.next]);
        return row!.next - 1;
      }),
    begun: turn =>
      change(async query => {
        await query(`UPDATE docconv.turns SET next = $1 WHERE account = '' AND next < $1`, [turn]);
      }),
    sweep: () =>
      change(async query => {
        await query(`SELECT next FROM docconv.turns WHERE account = '' FOR UPDATE`);
        // a job that runs has its turn still: it may be offered again
        const restarted = await query(`UPDATE docconv.turns SET next = 1 WHERE account = ''
          AND NOT EXISTS (SELECT 1 FROM docconv.jobs WHERE expires_at IS NULL) RETURNING next`);
        const sql = `DELETE FROM docconv.turns WHERE account <> ''
          AND ($1 OR next <= (SELECT next FROM docconv.turns WHERE account = ''))`;
        await query(sql, [restarted.length > 0]);
      }),
  };
}
