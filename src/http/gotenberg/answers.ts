/** Answers as Gotenberg's clients know them: errors are one sentence of text, with Gotenberg's status. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { discardBody, logProblem, type SendError, sendProblem } from '../plugins/error-handler.js';
import { type Problem, problemOf } from '../problem.js';
import type { ProblemCode } from '../problem-table.js';
import type { ServerSettings } from '../services.js';

const TEXT = 'text/plain; charset=UTF-8';

/** Where it is not 400 for a status of 4xx of docconv, and not the same for others. */
const STATUS: Partial<Record<ProblemCode, number>> = {
  key_missing: 401,
  key_invalid: 401,
  key_not_permitted: 403,
  url_forbidden: 403,
  webhook_undeliverable: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  cancelled: 499,
  conversion_timeout: 503,
  engine_crashed: 500,
  worker_compromised: 500,
  disk_full: 503,
  overloaded: 429,
  queue_full: 429,
};

const SENTENCES: Partial<Record<ProblemCode, string>> = {
  key_missing: 'Unauthorized',
  key_invalid: 'Unauthorized',
  url_forbidden: 'Forbidden',
  webhook_undeliverable: 'Forbidden',
  not_found: 'Not Found',
  method_not_allowed: 'Method Not Allowed',
  too_large: 'Request Entity Too Large',
  internal: 'Internal Server Error',
};

export interface Fault {
  readonly status: number;
  readonly message: string;
}

export function faultOf(thrown: unknown): Fault {
  return faultOfProblem(problemOf(thrown));
}

function faultOfProblem({ kind, message }: Problem): Fault {
  const { code, status } = kind;
  return { status: STATUS[code] ?? (status < 500 ? 400 : status), message: SENTENCES[code] ?? message };
}

export async function sendFault(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const problem = problemOf(thrown);
  const { status, message } = faultOfProblem(problem);
  logProblem(request.log, thrown, problem.kind);
  request.problemCode = problem.kind.code;
  await discardBody(request, reply);
  if (status === 401) reply.header('www-authenticate', 'Basic realm="docconv"');
  const { 'retry-after': retryAfter, allow } = problem.headers;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (allow !== undefined) reply.header('allow', allow);
  sendText(reply.code(status), message);
}

/** What the routes of /v1 and the pages throw, and the paths and methods that no route has: Gotenberg's are not under /v1. */
export function sendErrorFor({ gotenberg }: Pick<ServerSettings, 'gotenberg'>): SendError {
  if (gotenberg === 'off') return sendProblem;
  return (thrown, request, reply) => {
    const { code } = problemOf(thrown).kind;
    const isOfV1 = /^\/v1(?:[/?]|$)/.test(request.raw.url ?? '');
    if (isOfV1 || (code !== 'not_found' && code !== 'method_not_allowed')) return sendProblem(thrown, request, reply);
    return sendFault(thrown, request, reply.header('gotenberg-trace', request.id));
  };
}

export function sendText(reply: FastifyReply, text: string, type = TEXT): FastifyReply {
  return reply.header('cache-control', 'no-store').header('content-type', type).send(text);
}
