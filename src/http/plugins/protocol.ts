/**
 * Headers that Node would answer by itself, without a problem: Host, which HTTP/1.1 demands, and Expect. With
 * `100-continue` (RFC 9110, 10.1.1) a refused upload is answered before it is sent. And what Node takes one way and a
 * proxy before it may take another: headers that are there twice, and bodies whose end is a matter of opinion.
 */
import type { IncomingMessage } from 'node:http';
import type { App } from '../app.js';
import { HttpProblem } from '../problem.js';

export function installProtocol(app: App): void {
  // with these listeners Node sends neither 100 nor 417 by itself
  app.server.on('checkContinue', app.routing);
  app.server.on('checkExpectation', app.routing);
  app.addHook('onRequest', (request, reply, done) => {
    const { expect } = request.headers;
    const fault = hostFault(request.raw) ?? repeatedHeader(request.raw) ?? framingFault(request.raw);
    if (fault) {
      reply.header('connection', 'close'); // nobody can be sure where the next request begins
      return done(new HttpProblem('invalid_request', fault));
    }
    done(expect === undefined || isContinue(expect) ? undefined : new HttpProblem('expectation_failed'));
  });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (isContinue(request.headers.expect)) {
      reply.raw.writeContinue();
      delete request.raw.headers.expect; // from here on the body is on its way
    }
    done();
  });
}

/** RFC 9112, 3.2; the characters of RFC 3986, 3.2.2. */
function hostFault({ headers: { host }, rawHeaders }: IncomingMessage): string | null {
  if (host === undefined || countOf('host', rawHeaders) > 1)
    return 'The header Host must be there once (RFC 9112, 3.2).';
  return /^[\w.~!$&'()*+,;=:%[\]-]*$/.test(host) ? null : 'The header Host is no host (RFC 9112, 3.2).';
}

/** Of which Node takes the first, and others the last. */
const ONCE = ['authorization', 'content-type'];

function repeatedHeader({ rawHeaders }: IncomingMessage): string | null {
  const twice = ONCE.find(name => countOf(name, rawHeaders) > 1);
  return twice ? `The header ${twice} may be there once only (RFC 9110, 5.3).` : null;
}

/** RFC 9112, 6.1. */
function framingFault({ headers, httpVersion }: IncomingMessage): string | null {
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (httpVersion === '1.0') return 'HTTP/1.0 knows no Transfer-Encoding.';
  return coding.toLowerCase() === 'chunked' ? null : 'The only Transfer-Encoding that is understood is chunked.';
}

/** Names and values take turns; Node drops the second of what may be there once. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((word, i) => i % 2 === 0 && word.toLowerCase() === name).length;
}

function isContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue';
}
