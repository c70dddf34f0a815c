/** Simple types of XML Schema. */
import { refusal } from './refusal.js';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** xs:dateTime with a time zone; null for anything else, e.g. for 30 February. */
export function parseTime(text: string): Date | null {
  const time = DATE_TIME.test(text) ? new Date(text) : null;
  if (!time || Number.isNaN(time.getTime())) return null;
  const day = text.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? time : null;
}

/** xs:boolean. Throws LIST_INVALID. */
export function readBoolean(text: string): boolean {
  const value = text.trim();
  if (!['true', 'false', '1', '0'].includes(value)) throw refusal('STRUCTURE', `the boolean ${value.slice(0, 20)}`);
  return value === 'true' || value === '1';
}
