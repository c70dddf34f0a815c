/** What the routes that accept jobs have in common in their descriptions. */
import { Type } from '@sinclair/typebox';
import { JobView } from '../jobs/view.js';
import type { ProblemCode } from '../problem-table.js';
import { answer, phrase } from '../schemas.js';

export const JOB_HEADERS = Type.Object({
  Prefer: Type.Optional(
    phrase(
      '`respond-async`: the request becomes a job, and the answer is 202. With `wait=30` it is the result (200) if that is ready after at most so many seconds (60)',
      'respond-async, wait=30',
    ),
  ),
  'Idempotency-Key': Type.Optional(
    phrase(
      'With `respond-async`: a request with the same key, document and options is the same job',
      '4c7a1e0b-9d0f-4f7c-8f5e-5f0c6a2f9b11',
    ),
  ),
});

export const ACCEPTED = answer(
  'With `Prefer: respond-async`: the job was accepted',
  { 'application/json': { schema: JobView } },
  'Location',
  'Preference-Applied',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
);

export const JOB_PROBLEMS: readonly ProblemCode[] = [
  'idempotency_mismatch',
  'webhook_undeliverable',
  'job_cancelled',
  'job_expired',
  'queue_full',
  'store_unavailable',
  'not_found',
];
