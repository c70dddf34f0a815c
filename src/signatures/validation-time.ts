/** Reads the time of validation that a user gives, for the command line and the service. */
import { DocconvError } from '../errors.js';

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/i;
/** Milliseconds by which the clock of a client may be ahead. */
const CLOCK_SKEW = 60_000;

/**
 * '2024-05-31', '2024-05-31T12:00' or '2024-05-31T12:00:00.5+02:00'; UTC without an offset. Throws OPTION_INVALID for
 * anything else, for a time that no calendar or clock shows, and for the future: what will be revoked is not known.
 */
export function parseValidationTime(text: string, now = Date.now()): Date {
  const time = parse(text);
  if (time === null) throw new DocconvError('OPTION_INVALID.at-not-a-time', { value: text.slice(0, 40) }, ABOUT_AT);
  if (time.getTime() > now + CLOCK_SKEW) throw new DocconvError('OPTION_INVALID.at-future', { value: text }, ABOUT_AT);
  return time;
}

function parse(text: string): Date | null {
  const [, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = TIME.exec(text) ?? [];
  if (day === undefined || !isClock(hour, minute, second) || !isCalendarDay(day) || !isOffset(zone)) return null;
  return new Date(`${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
}

/** Date accepts 24:00, which RFC 3339 excludes. */
function isClock(hour: string, minute: string, second: string): boolean {
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

/** Date turns 31 February into 3 March. */
function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function isOffset(zone: string): boolean {
  const [, hours = '00', minutes = '00'] = /^[+-](\d\d):(\d\d)$/.exec(zone) ?? [];
  return isClock(hours, minutes, '00');
}

const ABOUT_AT = { detail: { option: 'at' } };
