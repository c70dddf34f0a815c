/** Answers every error: from routes, plugins, fastify and Node's HTTP parser; as problem+json, where no other form is set. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import type { Metrics } from '../metrics/metrics.js';
import { type CodedKind, HttpProblem, PROBLEM_TYPE, type Problem, problemBody, problemOf } from '../problem.js';
import { recordDirectAnswer } from '../request-end.js';
import { newRequestId } from './log.js';
import type { Targets } from './targets.js';

export type SendError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function installErrorHandler(app: App, send: SendError): void {
  app.setErrorHandler(send);
  app.setNotFoundHandler(() => {
    throw new HttpProblem('not_found');
  });
}

export async function sendProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const problem = problemOf(thrown);
  const { status } = problem.kind;
  logProblem(request.log, thrown, problem.kind);
  request.problemCode = problem.kind.code;
  await discardBody(request, reply);
  reply
    .code(status)
    .headers(problem.headers)
    .header('x-request-id', request.id) // no hook has run for a path that cannot be parsed
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemBody(problem, request.id)));
}

/** @param about what failed, if the log does not know it */
export function logProblem(
  log: FastifyBaseLogger,
  thrown: unknown,
  { status, code }: CodedKind,
  about: Readonly<Record<string, string>> = {},
): void {
  const level = status < 500 ? 'debug' : status === 500 ? 'error' : 'warn';
  log[level]({ ...about, err: thrown }, code);
}

/** The response waits this long for the end of a body of at most SMALL bytes. */
const BODY_WAIT_MS = 1_000;
const SMALL = 1 << 20;
/** A larger body is read and discarded this long after the response. */
const LINGER_MS = 5_000;

/** Closing while the client still sends would reset the connection and could lose the response. */
export async function discardBody({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (raw.complete || raw.destroyed) return;
  if (raw.headers.expect !== undefined) return void reply.header('connection', 'close'); // nothing was sent yet
  raw.resume();
  const ended = new Promise<void>(resolve => raw.once('end', resolve).once('close', resolve));
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS).unref();
  void ended.then(() => clearTimeout(timer));
  const isSmall = Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SMALL;
  if (isSmall) await Promise.race([ended, sleep(BODY_WAIT_MS)]);
}

interface ClientError extends Error {
  code?: string;
  /** What Node read when its parser failed. */
  rawPacket?: unknown;
}

/** A response that is written to a socket. */
export interface DirectAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** @param target path and query of the request, without the prefix; null: not known */
export type AnswerDirectly = (problem: Problem, requestId: string, target: string | null) => DirectAnswer;

export const problemAnswer: AnswerDirectly = (problem, requestId) => ({
  status: problem.kind.status,
  headers: { 'Content-Type': PROBLEM_TYPE },
  body: JSON.stringify(problemBody(problem, requestId)),
});

/** Fastify's option of the same name. Such a request has no other line in the log, and no other count. */
export function clientErrorHandler(
  log: () => FastifyBaseLogger,
  metrics: Metrics,
  targets: Targets,
  answerDirectly: AnswerDirectly,
) {
  return (error: ClientError, socket: Socket): void => {
    const requestId = newRequestId();
    const { remoteAddress: ip } = socket;
    const answer = (about: Problem, id: string) => answerDirectly(about, id, targets.ofFailed(socket, error.rawPacket));
    const problem = sendClientError(error, socket, answer, requestId);
    if (problem === null) return;
    metrics.refusal(problem.code);
    const { status, code } = problem;
    log().info({ reqId: requestId, ip, status, problem: code, reason: error.code }, 'request refused');
  };
}

/**
 * A request that Node could not parse or that took too long has no reply object: the response goes to the socket. Returns
 * the problem; null if nothing can be sent, or the request ended before it was complete.
 */
export function sendClientError(
  error: ClientError,
  socket: Socket,
  answer: (problem: Problem, requestId: string) => DirectAnswer,
  requestId: string,
): CodedKind | null {
  if (error.code === 'ECONNRESET' || socket.destroyed) return null;
  if (!socket.writable) {
    socket.destroy();
    return null;
  }
  const problem = problemOf(clientProblem(error.code));
  const { status, headers, body } = answer(problem, requestId);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ].join('\r\n');
  const isCut = error.code === 'HPE_INVALID_EOF_STATE'; // the client has disconnected, or closed its direction
  if (!isCut) recordDirectAnswer(socket, status);
  socket.end(`${head}\r\n\r\n${body}`);
  // a client that keeps its half open would keep the resources of its request
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  return isCut ? null : { ...problem.kind, status };
}

function clientProblem(code: string | undefined): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpProblem('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpProblem('request_timeout');
  return new HttpProblem('invalid_request', 'This is not a valid HTTP/1.1 request, or its method is unknown.');
}

declare module 'fastify' {
  interface FastifyInstance {
    answerDirectly: AnswerDirectly;
  }
  interface FastifyRequest {
    /** Code of the problem in the response, for the log. */
    problemCode: string | null;
  }
}
