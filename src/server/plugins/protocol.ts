/**
 * Two headers that Node would answer by itself, without a problem: Host, which HTTP/1.1 demands, and Expect. With
 * `100-continue` (RFC 9110, 10.1.1) a refused upload is answered before it is sent.
 */
import type { App } from '../app.js';
import { HttpProblem } from '../problem.js';

export function installProtocol(app: App): void {
  // with these listeners Node sends neither 100 nor 417 by itself
  app.server.on('checkContinue', app.routing);
  app.server.on('checkExpectation', app.routing);
  app.addHook('onRequest', (request, _reply, done) => {
    const { expect, host } = request.headers;
    const { rawHeaders } = request.raw;
    if (host === undefined || countOf('host', rawHeaders) > 1)
      return done(new HttpProblem('invalid_request', 'The header Host must be there once (RFC 9112, 3.2).'));
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

/** Names and values take turns; Node drops the second of what may be there once. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  return rawHeaders.filter((word, i) => i % 2 === 0 && word.toLowerCase() === name).length;
}

function isContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue';
}
