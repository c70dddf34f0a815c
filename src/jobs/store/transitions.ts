/** How jobs and attempts end: the same in every store. */
import { DocconvError } from '../../errors.js';
import { type Job, type JobError, jobErrorOf, MAX_ATTEMPTS, type Outcome } from '../job.js';

/** The job after its end. Its parameters, which may contain passwords, are not kept. */
export function ended(job: Job, outcome: Outcome | 'cancelled', now: number, keepMs: number): Job {
  const times = { endedAt: now, expiresAt: now + keepMs };
  const bare = { ...job, ...times, parameters: {} };
  if (outcome === 'cancelled') return { ...bare, state: 'cancelled' };
  if ('result' in outcome) return { ...bare, state: 'succeeded', result: outcome.result };
  return { ...bare, state: 'failed', error: outcome.error };
}

/** The job after an attempt without an outcome. @param counts see JobStore.release() */
export function released(job: Job, counts: boolean): Job {
  return { ...job, state: 'queued', attempts: counts ? job.attempts : job.attempts - 1, startedAt: null };
}

/** What is different in a job that has expired. */
export const EXPIRED = { state: 'expired', documents: [], result: null, error: null, webhook: null } as const;

export function crashedTooOften(): JobError {
  return jobErrorOf(new DocconvError('ENGINE_CRASHED.job-attempts', { count: MAX_ATTEMPTS }));
}

export function jobsAreFull(): DocconvError {
  return new DocconvError('QUEUE_FULL.jobs', {}, { detail: { retryAfter: 30 } });
}
