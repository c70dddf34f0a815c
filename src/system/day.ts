/** Days, as messages count and name them. */

export const DAY_MS = 86_400_000;

/** `2026-05-01`, the day in UTC. */
export function day(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Begun days count: 1 for one second. */
export const daysBetween = (start: Date, end: Date): number => Math.ceil((end.getTime() - start.getTime()) / DAY_MS);
