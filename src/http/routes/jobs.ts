/** /v1/jobs: lists, shows, cancels and removes the jobs of the client, and answers with their results. */
import { type Static, Type } from '@sinclair/typebox';
import type { FastifySchema } from 'fastify';
import { parseTime } from '../../system/day.js';
import type { App } from '../app.js';
import type { JobFilter } from '../jobs/answers.js';
import type { Jobs } from '../jobs/jobs.js';
import { JOB_STATES, JobView } from '../jobs/view.js';
import { limitPerMinute } from '../limits/rate-limit.js';
import { OF_DOCUMENTS } from '../openapi/problem-responses.js';
import { requireAccept } from '../plugins/accept.js';
import { requireKey } from '../plugins/auth.js';
import { badParameter } from '../problem.js';
import type { ProblemCode } from '../problem-table.js';
import type { HeaderName } from '../response-headers.js';
import { type Answer, answer, CURSOR, choiceOf, closed, moment, NEXT, phrase, TIME } from '../schemas.js';
import type { ServerServices } from '../services.js';
import { CONVERSION_PROBLEMS, CONVERSION_RESULT } from './convert.js';
import { VERIFICATION_PROBLEMS, VERIFICATION_RESULT } from './verify.js';

const RESULTS: readonly Answer[] = [CONVERSION_RESULT, VERIFICATION_RESULT];
/** Those of the request that made it were answered then. */
const OF_REQUEST: readonly ProblemCode[] = ['not_acceptable', 'unsupported_encoding'];
const OF_FAILED = [...CONVERSION_PROBLEMS, ...VERIFICATION_PROBLEMS, ...OF_DOCUMENTS].filter(
  code => !OF_REQUEST.includes(code),
);

const params = closed({ id: Type.String({ maxLength: 64, pattern: '^[\\w-]+$', description: 'Id of the job' }) });
const shared = { tags: ['Jobs'], security: [{ key: [] }] };

const WAIT_HEADER = Type.Object({
  Prefer: Type.Optional(
    phrase('`wait=30`: answer when the job has ended, after at most so many seconds (60)', 'wait=30'),
  ),
});

const RANGE_HEADERS = Type.Object({
  'If-Match': Type.Optional(
    phrase('The ETag that the result must have: otherwise the answer is 412', '"pYzbR3gqTm6Yv0m1r2d3Zw"'),
  ),
  'If-None-Match': Type.Optional(
    phrase('The ETag of a result that the client has: the answer is 304 if it is this one', '"pYzbR3gqTm6Yv0m1r2d3Zw"'),
  ),
  Range: Type.Optional(phrase('One range of bytes; several are answered with the whole result', 'bytes=1000000-')),
  'If-Range': Type.Optional(
    phrase('The ETag that the result must still have; otherwise all of it is sent', '"pYzbR3gqTm6Yv0m1r2d3Zw"'),
  ),
});

const Listing = closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Number of jobs' })),
  cursor: Type.Optional(CURSOR),
  status: Type.Optional(choiceOf('Only jobs with this status', ...JOB_STATES)),
  'created-from': Type.Optional(moment('Only jobs that were accepted at this time or later: a day or a time, UTC')),
  'created-before': Type.Optional(moment('Only jobs that were accepted before this time')),
});

const listing = {
  ...shared,
  operationId: 'listJobs',
  problems: ['not_acceptable', 'rate_limited', 'store_unavailable'],
  summary: 'Your jobs, the newest first',
  querystring: Listing,
  response: { 200: Type.Object({ jobs: Type.Array(JobView), next: NEXT }) },
} satisfies FastifySchema;

/** Of the routes for one job. */
const of = (...problems: ProblemCode[]): ProblemCode[] => [
  'not_found',
  'job_expired',
  'rate_limited',
  'store_unavailable',
  ...problems,
];

export function jobsRoutes(app: App, { keys, settings }: ServerServices, jobs: Jobs): void {
  const guards = [requireKey(keys), limitPerMinute(app, 'jobs', settings.jobRequestsPerMinute)];
  const asJson = requireAccept('application/json');

  app.get('/v1/jobs', {
    onRequest: [...guards, asJson],
    schema: listing,
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      return jobs.list(filterOf(request.query), request);
    },
  });
  app.get('/v1/jobs/:id', {
    onRequest: [...guards, asJson],
    schema: {
      ...shared,
      operationId: 'getJob',
      problems: of('not_acceptable'),
      summary: 'The state of a job',
      headers: WAIT_HEADER,
      params,
      response: { 200: JobView },
    },
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      return jobs.view(await jobs.find(request.params.id, request), request);
    },
  });
  app.get('/v1/jobs/:id/result', {
    onRequest: guards,
    schema: {
      ...shared,
      operationId: 'getJobResult',
      problems: of('job_not_ready', 'job_cancelled', 'precondition_failed', 'range_not_satisfiable', ...OF_FAILED),
      summary: 'The result of a job',
      description: 'The answer that the request would have got if it had waited: the result, or the same problem.',
      headers: RANGE_HEADERS,
      params,
      response: {
        200: joined('The result', RESULTS, 'ETag', 'Accept-Ranges'),
        206: joined('With `Range`: a part of the result', RESULTS, 'ETag', 'Accept-Ranges', 'Content-Range'),
        304: answer('With `If-None-Match`: the client has the result already', {}, 'ETag'),
      },
    },
    handler: async (request, reply) => jobs.sendResult(await jobs.find(request.params.id, request), request, reply),
  });
  app.delete('/v1/jobs/:id', {
    onRequest: guards,
    schema: {
      ...shared,
      operationId: 'removeJob',
      problems: of(),
      summary: 'Cancel a job, or remove one that has ended with its result',
      params,
      response: { 204: Type.Null({ description: 'Cancelled or removed' }) },
    },
    async handler(request, reply) {
      await jobs.remove(await jobs.find(request.params.id, request));
      return reply.code(204).send(null);
    },
  });
}

/** Throws invalid_parameter. */
function filterOf({ limit = 100, cursor, status, ...created }: Static<typeof Listing>): JobFilter {
  const timeIn = (name: keyof typeof created) => timeOf(name, created[name]);
  return {
    limit,
    cursor,
    state: status ?? null,
    createdFrom: timeIn('created-from'),
    createdBefore: timeIn('created-before'),
  };
}

/** Throws invalid_parameter. */
function timeOf(parameter: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = parseTime(text);
  if (time) return time.getTime();
  throw badParameter({ parameter }, `"${parameter}" takes a day like 2026-05-01, or a time like ${TIME}.`);
}

function joined(description: string, results: readonly Answer[], ...more: HeaderName[]): Answer {
  const content = Object.assign({}, ...results.map(result => result.content));
  const headers = [...new Set([...results.flatMap(result => result.headers ?? []), ...more])];
  return { description, content, headers: headers.filter(name => !name.startsWith('RateLimit')) };
}
