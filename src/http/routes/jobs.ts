/** /v1/jobs: lists, shows, cancels and removes the jobs of the client, and answers with their results. */
import { Type } from '@sinclair/typebox';
import type { FastifySchema } from 'fastify';
import type { App } from '../app.js';
import type { Jobs } from '../jobs/jobs.js';
import { JobView } from '../jobs/view.js';
import { limitPerMinute } from '../limits/rate-limit.js';
import { OF_DOCUMENTS } from '../openapi/problem-responses.js';
import { requireAccept } from '../plugins/accept.js';
import { requireKey } from '../plugins/auth.js';
import type { ProblemCode } from '../problem-table.js';
import { type Answer, closed, phrase } from '../schemas.js';
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

const Listing = closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Number of jobs' })),
});

const listing = {
  ...shared,
  operationId: 'listJobs',
  problems: ['not_acceptable', 'rate_limited', 'store_unavailable'],
  summary: 'Your jobs, the newest first',
  querystring: Listing,
  response: { 200: Type.Object({ jobs: Type.Array(JobView) }) },
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
      return { jobs: await jobs.list(request.query.limit ?? 100, request) };
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
      problems: of('job_not_ready', 'job_cancelled', ...OF_FAILED),
      summary: 'The result of a job',
      description: 'The answer that the request would have got if it had waited: the result, or the same problem.',
      params,
      response: { 200: joined(RESULTS) },
    },
    handler: async (request, reply) => jobs.sendResult(await jobs.find(request.params.id, request), reply),
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

function joined(results: readonly Answer[]): Answer {
  const content = Object.assign({}, ...results.map(result => result.content));
  const headers = [...new Set(results.flatMap(result => result.headers ?? []))];
  return { description: 'The result', content, headers: headers.filter(name => !name.startsWith('RateLimit')) };
}
