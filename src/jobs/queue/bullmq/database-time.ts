/**
 * BullMQ in the time of the database. Its statements compare times that the clock of the machine gave: one that is ahead
 * would take away the jobs that others run, and one that is behind would lose its own.
 */
/** Functions of BullMQ that its statements call, and which parameter is the present time. */
const PRESENT: Readonly<Record<string, number>> = {
  move_to_active: 4,
  move_to_completed_fetch: 10,
  move_to_failed_fetch: 11,
  move_active_to_wait: 4,
  move_stalled_jobs_to_wait: 3,
  extend_lock: 5,
};
const NOW = 'docconv.now_ms()';

/** A statement of BullMQ with the time of the database. */
export function inDatabaseTime(text: string): string {
  const name = /\b(\w+)\(\s*\$1\b/.exec(text)?.[1] ?? '';
  switch (name) {
    case 'move_to_delayed': // the parameters: when the job is offered again, and the pause until then
      return replaced(text, 4, `${NOW} + $5`);
    case 'next_signal':
      return `SELECT rate_limit_ttl, ${onThisMachine('next_delay')} AS next_delay
        FROM next_signal($1, $2, coalesce(${NOW}, $3))`;
    case 'next_delay':
      return `SELECT ${onThisMachine('next_delay($1)')} AS next_delay`;
    default:
      return name in PRESENT ? replaced(text, PRESENT[name]!, NOW) : text;
  }
}

/** The parameter stays in the statement, which must use all of them. */
function replaced(text: string, parameter: number, by: string): string {
  return text.replaceAll(new RegExp(`\\$${parameter}\\b`, 'g'), `coalesce(${by}, $${parameter})`);
}

/** A time of the database, which BullMQ compares with the clock of this machine. */
function onThisMachine(time: string): string {
  return `${time} - ${NOW} + ${Date.now()}`;
}
