/** The clock of this machine and that of the database. Codes and locks of jobs expire by the former. */
import type { Postgres } from './connect.js';

export interface ClockSkew {
  /** By which the clock of this machine is at least ahead of the database's; negative when it is behind. */
  readonly seconds: number;
  /** Null when the difference does no harm. */
  readonly warning: string | null;
}

const MAX_SECONDS = 2;

/** A slow answer makes the result smaller, never larger. */
export async function clockSkew({ query }: Postgres): Promise<ClockSkew> {
  await query('SELECT 1'); // connects first, which takes longer than the statement
  const asked = Date.now();
  const [row] = await query<{ time: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS time');
  const answered = Date.now();
  const time = Number(row!.time);
  const ahead = Math.max(0, asked - time) - Math.max(0, time - answered);
  const seconds = Math.round(ahead / 100) / 10;
  return { seconds, warning: warningOf(seconds) };
}

function warningOf(seconds: number): string | null {
  if (Math.abs(seconds) <= MAX_SECONDS) return null;
  const how = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'}`;
  return `The clock of this machine is ${how} that of the database. Synchronize both (NTP).`;
}
