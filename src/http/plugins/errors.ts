/** Every answer outside 2xx is problem+json, whoever raised it: a route, a plugin, fastify or Node's HTTP parser. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { HttpProblem, PROBLEM_TYPE, problemBody, problemOf } from '../problem.js';
import { newRequestId } from './request-id.js';

export function installErrors(app: App): void {
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler(() => {
    throw new HttpProblem('not_found');
  });
}

export async function answerProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const problem = problemOf(thrown);
  const { status } = problem.kind;
  if (status >= 500) request.log[status === 500 ? 'error' : 'warn']({ err: thrown }, problem.kind.code);
  else request.log.debug({ err: thrown }, problem.kind.code);
  request.problemCode = problem.kind.code;
  await takeRest(request, reply);
  reply
    .code(status)
    .headers(problem.headers)
    .header('x-request-id', request.id) // no hook has run for a path that cannot be parsed
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemBody(problem, request.id)));
}

/** The rest of a body of at most so many bytes is waited for, for so long. */
const SMALL = 1 << 20;
const PATIENCE_MS = 1_000;
/** What is left of a larger one is read and dropped for so long, after the answer. */
const LINGER_MS = 5_000;

/** Closing while the client still sends would reset the connection, and the answer could be lost with it. */
async function takeRest({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (raw.complete) return;
  if (raw.headers.expect !== undefined) return void reply.header('connection', 'close'); // nothing was sent yet
  raw.resume();
  const ended = new Promise<void>(resolve => raw.once('end', resolve).once('close', resolve));
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
  void ended.then(() => clearTimeout(timer));
  const isSmall = Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= SMALL;
  if (isSmall) await Promise.race([ended, sleep(PATIENCE_MS)]);
}

interface ClientError extends Error {
  code?: string;
}

/** For what is no HTTP request at all, there is only a socket to answer on. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy();
  const problem = problemOf(clientProblem(error.code));
  const body = JSON.stringify(problemBody(problem, newRequestId()));
  const { status } = problem.kind;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ].join('\r\n');
  socket.end(`${head}\r\n\r\n${body}`);
  // a client that keeps its half open would keep all that its request holds
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}

function clientProblem(code: string | undefined): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpProblem('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpProblem('request_timeout');
  return new HttpProblem('invalid_request', 'This is not a well-formed HTTP/1.1 request, or its method is unknown.');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the problem that was answered; for the log and the metrics. */
    problemCode: string | null;
  }
}
