/**
 * The result of a job as an answer, also to conditional and range requests: ETag, If-Match, If-None-Match, If-Range and Range
 * (RFC 9110, 13 and 14). Results have no Last-Modified, so that conditions with a time do not apply (13.1.3, 13.1.4).
 */
import { once } from 'node:events';
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
import { digestFor, isNamed, isSame } from '../plugins/entity-tags.js';
import { HttpProblem } from '../problem.js';
import { type Answer, sendAnswer } from '../work/work.js';
import { errorOf, goneOf } from './view.js';

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
  return { ...result, body: await begun(Readable.from(blocks, { objectMode: false })) };
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
  const { 'if-match': wanted, 'if-none-match': known } = request.headers;
  if (wanted !== undefined && !isSame(wanted, etag))
    throw new HttpProblem('precondition_failed', undefined, { headers: { etag } });
  if (isNamed(known, tag => tag === etag)) return reply.code(304).headers({ etag, 'cache-control': 'no-store' }).send();
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

/** Throws job_expired where the result was removed, before the headers of the answer are sent. */
async function begun(body: Readable): Promise<Readable> {
  await once(body, 'readable').catch(thrown => {
    if (thrown instanceof DocconvError && thrown.code === 'FILE_NOT_FOUND') throw goneOf('result');
    throw thrown;
  });
  return body;
}

/** Strong: a result is never changed. Another one has another id, also where its job has the same. */
function etagOf({ id }: Pick<JobResult, 'id'>): string {
  return `"${digestFor(id)}"`;
}

/**
 * The bytes that a request asks for; null: all, as for several ranges or what is no range (RFC 9110, 14.2). `none`: they
 * are beyond the end.
 */
function rangeOf(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { etag, size }: { etag: string; size: number },
): ByteRange | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(headers.range?.replaceAll(' ', '') ?? '') ?? [];
  const condition = headers['if-range'] ?? etag; // a date never applies
  if (method !== 'GET' || from + to === '' || condition !== etag) return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return first <= last ? { first, last } : 'none';
}
