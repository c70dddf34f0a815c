/** A job as a row of the database, without its parameters, which are encrypted. */
import type { Job } from '../job.js';

/** A later version can add further members, which stay in the record; records of an earlier one lack the optional members. */
export interface JobRow {
  record: Omit<Job, 'parameters' | Later> & Partial<Pick<Job, Later>>;
}
type Later = 'crashes' | 'isAlone';

export function jobOf({ record }: JobRow): Job {
  return { crashes: 0, isAlone: false, ...record, parameters: {} };
}

export function recordOf({ parameters: _parameters, ...record }: Job): object {
  return record;
}
