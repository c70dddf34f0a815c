/** Answers about jobs, to the client that they belong to. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import { documentsOf, hasEnded, type Job, type JobBackend, type JobQuery } from '../../jobs/index.js';
import { requestSignal } from '../limits/deadline.js';
import { apiKeyOf } from '../plugins/auth.js';
import { basePathOf } from '../plugins/prefix.js';
import { HttpProblem } from '../problem.js';
import type { ServerSettings } from '../services.js';
import { sendAnswer } from '../work/work.js';
import { createCursors } from './cursor.js';
import { preferenceOf } from './preference.js';
import { resultOf, sendResult } from './result.js';
import { viewOf } from './view.js';

/** Null: any. */
export interface JobFilter extends Omit<JobQuery, 'after'> {
  readonly cursor: string | undefined;
}

export interface JobAnswers {
  /** Sends the result if it is there in time, otherwise 202. */
  answer(job: Job, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** The job of the client, unless its result goes to a receiver. Throws not_found and job_expired. */
  find(id: string, request: FastifyRequest): Promise<Job>;
  /** Those of the client, the newest first. `next`: the cursor of the next page. */
  list(query: JobFilter, request: FastifyRequest): Promise<{ jobs: ReturnType<typeof viewOf>[]; next: string | null }>;
  /** With its state after the time for which the client wants to wait. */
  view(job: Job, request: FastifyRequest): Promise<ReturnType<typeof viewOf>>;
  /** See sendResult() of result.ts. */
  sendResult(job: Job, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Cancels a job, or removes one that has ended. */
  remove(job: Job): Promise<void>;
}

/** @param stopping aborted when the server stops: nothing waits then */
export function createJobAnswers(
  { store, documents, secrets }: JobBackend,
  { publicUrl, deadlineMs }: ServerSettings,
  stopping: AbortSignal,
): JobAnswers {
  const basePath = basePathOf(publicUrl);
  const cursors = createCursors('jobs', secrets);
  const show = (job: Job, { id: requestId }: FastifyRequest, known: Known = {}) =>
    viewOf(job, { durable: store.durable, basePath, requestId, ...known });
  const deliveriesOf = async (jobs: readonly Job[]) => {
    const sent = jobs.filter(job => job.webhook !== null && hasEnded(job));
    return sent.length === 0 ? new Map() : store.deliveries.ofJobs(sent.map(({ id }) => id));
  };

  const waited = async (job: Job, request: FastifyRequest): Promise<Job> => {
    const waitMs = Math.min(preferenceOf(request).waitMs, deadlineMs);
    if (waitMs === 0 || hasEnded(job)) return job;
    const signal = AbortSignal.any([stopping, requestSignal(request, deadlineMs)]);
    const latest = await store.wait(job.id, waitMs, signal);
    if (!latest) throw noSuchJob();
    return latest;
  };
  return {
    async answer(job, request, reply) {
      const latest = await waited(job, request);
      const view = show(latest, request);
      if (hasEnded(latest)) {
        reply.header('content-location', view.links.result);
        return sendAnswer(await resultOf(latest, { documents }), reply);
      }
      if (stopping.aborted && !store.durable)
        throw new DocconvError('CLOSED.service-shutting-down', {}, { detail: { retryAfter: 5 } });
      return sendAccepted(view, reply);
    },
    async find(id, request) {
      const job = await store.find(id);
      if (job?.account !== apiKeyOf(request).email || job.receiver !== undefined) throw noSuchJob();
      if (job.state === 'expired') throw new HttpProblem('job_expired');
      return job;
    },
    async list({ cursor, ...filter }, request) {
      const query = { ...filter, after: cursors.read(cursor) };
      const { entries, next } = await store.list(apiKeyOf(request).email, query);
      const deliveries = await deliveriesOf(entries);
      const jobs = entries.map(job => show(job, request, { delivery: deliveries.get(job.id) }));
      return { jobs, next: cursors.write(next) };
    },
    async view(job, request) {
      const latest = await waited(job, request);
      const position = latest.state === 'queued' ? await store.position(job.id) : 0;
      const deliveries = await deliveriesOf([latest]);
      return show(latest, request, { position, delivery: deliveries.get(job.id) });
    },
    sendResult: (job, request, reply) => sendResult(job, { documents }, request, reply),
    async remove(job) {
      const latest = hasEnded(job) ? job : ((await store.cancel(job.id)) ?? job);
      const isCancelled = !hasEnded(job) && latest.state === 'cancelled';
      if (!isCancelled) await store.remove(job.id);
      await documents.remove(documentsOf(latest));
    },
  };
}

type Known = Pick<Parameters<typeof viewOf>[1], 'position' | 'delivery'>;

function sendAccepted(view: ReturnType<typeof viewOf>, reply: FastifyReply): FastifyReply {
  const headers = { location: view.links.self, 'preference-applied': 'respond-async', 'retry-after': '1' };
  return reply.code(202).headers(headers).header('cache-control', 'no-store').send(view);
}

function noSuchJob(): HttpProblem {
  return new HttpProblem('not_found', 'You have no job with this id. GET /v1/jobs lists your jobs.');
}
