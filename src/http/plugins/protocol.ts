/**
 * HTTP/1.1 rules that Node does not enforce, or answers without problem+json: Host (RFC 9112, 3.2), Expect (RFC 9110,
 * 10.1.1), percent-encoding of the query, repeated headers and ambiguous framing, which a proxy in front may read differently
 * (request smuggling), and a limit on pipelining.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../app.js';
import { HttpProblem } from '../problem.js';
import { onRequestEnd } from '../request-end.js';

/** Requests in progress on one connection. No current client pipelines at all. */
const MAX_PIPELINED = 16;

/**
 * Install right after installRequestEnd(). Node parses and answers every pipelined request (RFC 9112, 9.3.2) even if the
 * client reads nothing: 50 connections with 2000 requests each took 1.1 GB.
 */
export function installPipelineLimit(app: App): void {
  const inProgress = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (inProgress.get(socket) ?? 0) + 1;
    inProgress.set(socket, count);
    onRequestEnd(request, () => inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1));
    if (count <= MAX_PIPELINED) return done();
    reply.hijack();
    socket.destroy();
  });
}

export function installProtocol(app: App): void {
  // with these listeners Node sends neither 100 nor 417 automatically
  app.server.on('checkContinue', app.routing);
  app.server.on('checkExpectation', app.routing);
  app.addHook('onRequest', (request, reply, done) => {
    const { expect } = request.headers;
    const error = hostError(request.raw) ?? repeatedHeaderError(request.raw) ?? framingError(request.raw);
    if (error) {
      reply.header('connection', 'close'); // the start of the next request is uncertain
      return done(new HttpProblem('invalid_request', error));
    }
    if (!isDecodable(request.raw.url!)) return done(new HttpProblem('invalid_request', INVALID_QUERY));
    done(expect === undefined || isContinue(expect) ? undefined : new HttpProblem('expectation_failed'));
  });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (isContinue(request.headers.expect)) {
      reply.raw.writeContinue(); // only now: a request that was refused above never sends its body
      delete request.raw.headers.expect;
    }
    done();
  });
}

/** RFC 9112, 3.2; the characters of RFC 3986, 3.2.2. HTTP/1.0 has no Host, and health checks of proxies send none. */
function hostError({ headers: { host = '' }, rawHeaders, httpVersion }: IncomingMessage): string | null {
  const count = countOf('host', rawHeaders); // the host in `headers` may be that of the request target
  if (count > 1 || (count === 0 && httpVersion !== '1.0'))
    return 'The request must have exactly one Host header (RFC 9112, 3.2).';
  return /^[\w.~!$&'()*+,;=:%[\]-]*$/.test(host) ? null : 'The Host header is not a valid host (RFC 9112, 3.2).';
}

/** Node uses the first of several; other implementations use the last. */
const SINGLETON_HEADERS = ['authorization', 'content-type'];

function repeatedHeaderError({ rawHeaders }: IncomingMessage): string | null {
  const repeated = SINGLETON_HEADERS.find(name => countOf(name, rawHeaders) > 1);
  return repeated ? `The header ${repeated} must not be repeated (RFC 9110, 5.3).` : null;
}

/** RFC 9112, 6.1. */
function framingError({ headers, httpVersion }: IncomingMessage): string | null {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (httpVersion === '1.0') return 'HTTP/1.0 has no Transfer-Encoding: send a Content-Length.';
  return coding.toLowerCase() === 'chunked' ? null : 'The only supported Transfer-Encoding is chunked.';
}

const INVALID_QUERY = 'The query is not percent-encoded UTF-8 (RFC 3986, 2.1). Write the character % as %25.';

/** Fastify refuses such a path, but takes such a parameter of the query literally. Node decodes other bytes as Latin-1. */
function isDecodable(url: string): boolean {
  try {
    return /^[\x21-\x7e]+$/.test(url) && decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}

/** `rawHeaders` alternates names and values; Node's `headers` has dropped repeated singletons already. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((word, i) => i % 2 === 0 && word.toLowerCase() === name).length;
}

function isContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue';
}
