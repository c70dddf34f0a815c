/** Reads the time of validation that a user gives, for the command line and the service. */
import { DocconvError } from '../errors.js';
import { parseTime } from '../system/day.js';

/** Milliseconds by which the clock of a client may be ahead. */
const CLOCK_SKEW = 60_000;

/**
 * '2024-05-31', '2024-05-31T12:00' or '2024-05-31T12:00:00.5+02:00'; UTC without an offset. Throws OPTION_INVALID for
 * anything else, for a time that no calendar or clock shows, and for the future: what will be revoked is not known.
 */
export function parseValidationTime(text: string, now = Date.now()): Date {
  const time = parseTime(text);
  if (time === null) throw new DocconvError('OPTION_INVALID.at-not-a-time', { value: text.slice(0, 40) }, ABOUT_AT);
  if (time.getTime() > now + CLOCK_SKEW) throw new DocconvError('OPTION_INVALID.at-future', { value: text }, ABOUT_AT);
  return time;
}

const ABOUT_AT = { detail: { option: 'at' } };
