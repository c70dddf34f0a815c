/** How jobs and attempts end: the same in every store. */
import { DocconvError } from '../../errors.js';
import { type Job, jobErrorOf, MAX_CRASHES, type NewJob, type Outcome } from '../job.js';

/** A job that was accepted now. */
export function queued(given: NewJob, now: number): Job {
  const times = { createdAt: now, startedAt: null, endedAt: null, expiresAt: null };
  const outcome = { result: null, error: null };
  return { ...given, ...times, ...outcome, state: 'queued', attempts: 0, crashes: 0, isAlone: false };
}

/**
 * The job at the begin of an attempt, or failed after too many crashes. One that is running already has lost its process:
 * a crash of its own, if nothing else ran there.
 */
export function begun(job: Job, isAlone: boolean, now: number, keepMs: number): Job {
  const crashes = job.crashes + (job.state === 'running' && job.isAlone ? 1 : 0);
  if (crashes < MAX_CRASHES)
    return { ...job, state: 'running', attempts: job.attempts + 1, crashes, isAlone, startedAt: now };
  const error = jobErrorOf(new DocconvError('ENGINE_CRASHED.job-attempts', { count: MAX_CRASHES }));
  return ended({ ...job, crashes }, { error }, now, keepMs);
}

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
  const { attempts, crashes } = job;
  const counted = counts ? { crashes: crashes + 1 } : { attempts: attempts - 1 };
  return { ...job, ...counted, state: 'queued', startedAt: null };
}

/** What is different in a job that has expired. */
export const EXPIRED = { state: 'expired', documents: [], result: null, error: null, webhook: null } as const;

export function jobsAreFull(): DocconvError {
  return new DocconvError('QUEUE_FULL.jobs', {}, { detail: { retryAfter: 30 } });
}
