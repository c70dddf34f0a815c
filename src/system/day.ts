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

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/i;

/**
 * '2024-05-31', '2024-05-31T12:00' or '2024-05-31T12:00:00.5+02:00'; UTC without an offset. Null: another notation, or a time
 * that no calendar or clock shows.
 */
export function parseTime(text: string): Date | null {
  const [, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = TIME.exec(text) ?? [];
  if (day === undefined || !isClock(hour, minute, second) || !isCalendarDay(day) || !isOffset(zone)) return null;
  return new Date(`${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
}

/** Date accepts 24:00, which RFC 3339 excludes. */
function isClock(hour: string, minute: string, second: string): boolean {
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

/** Date turns 31 February into 3 March. */
export function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function isOffset(zone: string): boolean {
  const [, hours = '00', minutes = '00'] = /^[+-](\d\d):(\d\d)$/.exec(zone) ?? [];
  return isClock(hours, minutes, '00');
}
