/** `--at`: the time at which a verification pretends to be. */
import { DocconvError } from '../../../errors.js';

const FORM = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/i;

/** '2024-05-31', '2024-05-31T12:00', '2024-05-31T12:00:00+02:00'; without a zone it is UTC. */
export function parseTime(text: string): Date {
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] = FORM.exec(text) ?? [];
  const date = new Date(`${day}T${time}${seconds}${zone.toUpperCase()}`);
  if (!day || Number.isNaN(date.getTime()) || !isDay(day)) {
    const message = `--at ${text} is not a time. Write it as 2024-05-31 or 2024-05-31T12:00:00Z.`;
    throw new DocconvError('OPTION_INVALID', message);
  }
  return date;
}

/** JavaScript takes 31 February for 3 March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
