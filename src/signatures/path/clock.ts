/** Times later than the time of validation. */

/**
 * Milliseconds by which the clock of a CA, OCSP responder or time-stamping authority may be ahead: an answer fetched during
 * validation must not be refused because its clock differs. 5 minutes, as `openssl ocsp` allows; EN 319 102-1 states no value.
 */
const TOLERANCE = 300_000;

/** What was issued after `now` did not exist at the time of validation: it proves nothing about it. */
export function isFuture(issued: Date, now: Date): boolean {
  return issued.getTime() > now.getTime() + TOLERANCE;
}
