/** Days, as messages count and name them, and times that are not over yet. */

export const DAY_MS = 86_400_000;

/** `2026-05-01`, the day in UTC. */
export function day(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Begun days count: 1 for one second. */
export const daysBetween = (start: Date, end: Date): number => Math.ceil((end.getTime() - start.getTime()) / DAY_MS);

/**
 * Milliseconds by which the clock of a CA, OCSP responder, time-stamping authority or state may be ahead: an answer fetched
 * during validation must not be refused because its clock differs. 5 minutes, as `openssl ocsp` allows; EN 319 102-1 states no
 * value.
 */
const TOLERANCE = 300_000;

/** What was issued after `now` did not exist at the time of validation: it proves nothing about it. */
export function isFuture(issued: Date, now: Date): boolean {
  return issued.getTime() > now.getTime() + TOLERANCE;
}
