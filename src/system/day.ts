/** For messages: `2026-05-01`, the day in UTC. */
export function day(time: Date): string {
  return time.toISOString().slice(0, 10);
}
