/** What a client sees of a job. */
import { Type } from '@sinclair/typebox';
import { DocconvError } from '../../errors.js';
import { type DeliveryState, hasEnded, type Job, type JobError, type JobState } from '../../jobs/index.js';
import { HttpProblem, problemBody, problemOf } from '../problem.js';
import { count, flag, named, nullable, oneOf, Problem, text, time } from '../schemas.js';
import { DeliveryView, timeOf, viewOfDelivery } from './delivery-view.js';

const maybeTime = (description: string) => nullable(time(description));

export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

export const JobView = named('Job', {
  id: Type.String({ examples: ['pYzbR3gqTm6Yv0m1r2d3Zw'] }),
  kind: oneOf('convert', 'verify'),
  status: oneOf(...JOB_STATES),
  durable: flag('False: the server keeps the job in memory, and a restart loses it'),
  position: Type.Optional(Type.Integer({ description: 'Jobs of all clients that were queued before this one' })),
  attempts: count('Attempts begun: more than 1 after a process crashed or was killed', 1),
  pages: Type.Optional(
    Type.Integer({ description: 'Pages of the PDF, where they are known: of a merge that succeeded' }),
  ),
  createdAt: time('When the job was accepted'),
  startedAt: maybeTime('When the latest attempt began: since when it runs'),
  endedAt: maybeTime('When it succeeded, failed or was cancelled'),
  expiresAt: maybeTime('When the job and its result are removed; null before it has ended'),
  webhook: text('What receives an event when the job has ended', 'https://example.org/docconv-events'),
  webhookDelivery: nullable(DeliveryView),
  problem: Type.Optional(Problem),
  links: Type.Object({
    self: Type.String({ examples: ['/v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw'] }),
    result: Type.String({ examples: ['/v1/jobs/pYzbR3gqTm6Yv0m1r2d3Zw/result'] }),
  }),
});

interface Around {
  durable: boolean;
  /** Of the server, as a prefix of paths. */
  basePath: string;
  requestId: string;
  position?: number | undefined;
  /** Of its webhook. */
  delivery?: DeliveryState | undefined;
}

export function viewOf(job: Job, { durable, basePath, requestId, position, delivery }: Around) {
  const { id, kind, state, attempts, createdAt, startedAt, endedAt, expiresAt, webhook, error } = job;
  const pages = job.result?.headers['docconv-pages'];
  const self = `${basePath}/v1/jobs/${id}`;
  return {
    id,
    kind,
    status: state as Exclude<JobState, 'expired'>, // for which the answer is a problem
    durable,
    ...(position !== undefined && !hasEnded(job) && { position }),
    attempts,
    ...(pages !== undefined && { pages: Number(pages) }),
    createdAt: new Date(createdAt).toISOString(),
    startedAt: timeOf(startedAt),
    endedAt: timeOf(endedAt),
    expiresAt: timeOf(expiresAt),
    webhook,
    // a job that has expired and was made again has the same id
    webhookDelivery: delivery && delivery.endedAt === endedAt ? viewOfDelivery(delivery) : null,
    ...(error && { problem: problemBody(problemOf(errorOf(error)), requestId) as never }),
    links: { self, result: `${self}/result` },
  };
}

/** The error that the job ended with, to answer as a request that waits; of one whose document was removed: job_expired. */
export function errorOf({ code, message, detail }: JobError): Error {
  return code === 'FILE_NOT_FOUND' ? goneOf('document') : DocconvError.received(code, message, { detail });
}

/** Something else than the service has removed it. */
export function goneOf(what: 'document' | 'result'): HttpProblem {
  const message = `The ${what} of the job is no longer in the store of the service. Send the document again, with another Idempotency-Key if it had one.`;
  return new HttpProblem('job_expired', message);
}
