/** The result of a job as an answer. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import {
  type ByteRange,
  completeDocument,
  hasEnded,
  type Job,
  type JobBackend,
  type JobResult,
} from '../../jobs/index.js';
import { HttpProblem } from '../problem.js';
import { type Answer, sendAnswer } from '../work/work.js';
import { etagOf, isKnown, isWanted, rangeOf } from './conditional.js';
import { errorOf } from './view.js';

interface Result extends Answer {
  readonly body: Readable;
}

/** The result of a job that succeeded. Throws the problem of a failed one, job_not_ready, job_cancelled and job_expired. */
function succeeded(job: Job): JobResult {
  if (!hasEnded(job)) throw new HttpProblem('job_not_ready', undefined, { headers: { 'retry-after': '1' } });
  if (job.state === 'expired') throw new HttpProblem('job_expired');
  const { result, error } = job;
  if (error) throw errorOf(error);
  if (!result) throw new HttpProblem('job_cancelled');
  return result;
}

/** Throws as succeeded(). @param range of its bytes; null: all */
export async function resultOf(
  job: Job,
  { documents }: Pick<JobBackend, 'documents'>,
  range: ByteRange | null = null,
): Promise<Result> {
  const result = succeeded(job);
  const blocks = completeDocument(documents, result, range ?? undefined);
  return { ...result, body: Readable.from(await begun(blocks), { objectMode: false }) };
}

/** Answers a request for the result with all of it, the part that it asks for, or 304. Throws as succeeded(), and precondition_failed. */
export async function sendResult(
  job: Job,
  { documents }: Pick<JobBackend, 'documents'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const result = succeeded(job);
  const { size, headers } = result;
  const etag = etagOf(result);
  if (!isWanted(request, etag)) throw new HttpProblem('precondition_failed', undefined, { headers: { etag } });
  if (isKnown(request, etag)) return reply.code(304).headers({ etag, 'cache-control': 'no-store' }).send();
  const range = rangeOf(request, { etag, size });
  if (range === 'none')
    throw new HttpProblem('range_not_satisfiable', undefined, { headers: { 'content-range': `bytes */${size}` } });
  const body = request.method === 'HEAD' ? Readable.from([]) : (await resultOf(job, { documents }, range)).body;
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (range === null) return sendAnswer({ body, size, headers }, reply);
  const { first, last } = range;
  reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  return sendAnswer({ body, size: last - first + 1, headers }, reply);
}

/** Throws job_expired where the result is gone, before the headers of the answer are sent. */
async function begun(blocks: AsyncGenerator<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const first = await blocks.next().catch(thrown => {
    if (thrown instanceof DocconvError && thrown.code === 'FILE_NOT_FOUND') throw new HttpProblem('job_expired');
    throw thrown;
  });
  return (async function* () {
    if (!first.done) yield first.value;
    yield* blocks;
  })();
}
