/** Every answer outside 2xx is problem+json, whoever raised it: a route, a plugin, fastify or Node's HTTP parser. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
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

export function answerProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(thrown);
  const { status } = problem.kind;
  if (status >= 500) request.log[status === 500 ? 'error' : 'warn']({ err: thrown }, problem.kind.code);
  else request.log.debug({ err: thrown }, problem.kind.code);
  request.problemCode = problem.kind.code;
  if (!request.raw.complete) linger(request);
  reply
    .code(status)
    .headers(problem.headers)
    .header('x-request-id', request.id) // no hook has run for a path that cannot be parsed
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemBody(problem, request.id)));
}

/** What is left of a refused body is read and dropped for so long. */
const LINGER_MS = 5_000;

/** Closing while the client still sends would reset the connection, and the answer could be lost with it. */
function linger({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
  raw.resume();
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
