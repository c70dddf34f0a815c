/** Answers as Gotenberg's clients know them: errors are one sentence of text, with Gotenberg's status. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import {
  type AnswerDirectly,
  discardBody,
  logProblem,
  problemAnswer,
  type SendError,
  sendProblem,
} from '../plugins/error-handler.js';
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

/** Gotenberg says no more than the status, in Go's words, where neither a form nor a document is at fault. */
const SENTENCES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

export interface Fault {
  readonly status: number;
  readonly message: string;
}

export function faultOf(thrown: unknown): Fault {
  return faultOfProblem(problemOf(thrown));
}

function faultOfProblem({ kind, message }: Problem): Fault {
  const status = STATUS[kind.code] ?? (kind.status < 500 ? 400 : kind.status);
  const sentence = kind.code === 'internal' ? 'Internal Server Error' : SENTENCES[status];
  return { status, message: sentence ?? message };
}

async function sendFault(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const problem = problemOf(thrown);
  const { status, message } = faultOfProblem(problem);
  logProblem(request.log, thrown, problem.kind);
  request.problemCode = problem.kind.code;
  await discardBody(request, reply);
  reply.header('x-request-id', request.id).header('gotenberg-trace', request.id); // no hook has run for a path that cannot be parsed
  if (status === 401) reply.header('www-authenticate', 'Basic realm="docconv"');
  const { 'retry-after': retryAfter, allow } = problem.headers;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (allow !== undefined) reply.header('allow', allow);
  sendText(reply.code(status), message);
}

type Setting = Pick<ServerSettings, 'gotenberg'>;

/** Docconv's clients use /v1. */
function answersAsGotenberg({ gotenberg }: Setting, target: string): boolean {
  return gotenberg !== 'off' && !isOfApi(target);
}

function isOfApi(target: string): boolean {
  const decoded = target.replace(/%([2-7][0-9a-f])/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /^\/v1(?:[/?#]|$)/.test(decoded);
}

/** Requests for Gotenberg's routes, and outside of /v1 those that no route has. */
function isForGotenberg(settings: Setting, { is404, raw, routeOptions }: FastifyRequest): boolean {
  return (is404 || routeOptions.config.failsAsGotenberg === true) && answersAsGotenberg(settings, raw.url ?? '');
}

/** Errors of routes, of fastify, and for paths and methods that no route has. */
export function sendErrorFor(settings: Setting): SendError {
  return (thrown, request, reply) => {
    const send = isForGotenberg(settings, request) ? sendFault : sendProblem;
    return send(thrown, request, reply);
  };
}

/** Errors of requests that fastify does not know of. */
export function answerDirectlyFor(settings: Setting): AnswerDirectly {
  return (problem, requestId, target) => {
    if (target === null || !answersAsGotenberg(settings, target)) return problemAnswer(problem, requestId, target);
    const { status, message } = faultOfProblem(problem);
    return { status, headers: { 'Content-Type': TEXT, 'Gotenberg-Trace': requestId }, body: message };
  };
}

/** Install before what may refuse a request. */
export function installTrace(app: App, settings: Setting): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isForGotenberg(settings, request)) reply.header('gotenberg-trace', request.id);
  });
}

export function sendText(reply: FastifyReply, text: string, type = TEXT): FastifyReply {
  return reply.header('cache-control', 'no-store').header('content-type', type).send(text);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Errors are answered as Gotenberg does, where its routes are served and the path is outside of /v1. */
    failsAsGotenberg?: boolean;
  }
}
