/** The clock of the database, which alone decides when something expires or is due, and how far that of this machine is from it. */
import type { Postgres } from './connect.js';

export interface ClockSkew {
  /** By which the clock of this machine is at least ahead of the database's; negative when it is behind. */
  readonly seconds: number;
  /** What is wrong, as a part of a sentence; null when the difference does no harm. */
  readonly fault: string | null;
  /** The same as a message. */
  readonly warning: string | null;
}

/** NTP keeps machines within milliseconds. */
const MAX_SECONDS = 5;

/** A slow answer makes the result smaller, never larger. */
export async function clockSkew({ query }: Postgres): Promise<ClockSkew> {
  await query('SELECT 1'); // connects first, which takes longer than the statement
  const asked = Date.now();
  const [row] = await query<{ time: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS time');
  const answered = Date.now();
  const time = Number(row!.time);
  const ahead = Math.max(0, asked - time) - Math.max(0, time - answered);
  const seconds = Math.round(ahead / 100) / 10;
  if (Math.abs(seconds) <= MAX_SECONDS) return { seconds, fault: null, warning: null };
  const how = `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'}`;
  const fault = `clock of this machine is ${how} that of the database`;
  return { seconds, fault: `the ${fault}`, warning: `The ${fault}. Synchronize both (NTP).` };
}
