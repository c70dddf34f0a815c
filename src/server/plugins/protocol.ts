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
    if (host === undefined) return done(new HttpProblem('invalid_request', 'The header Host is missing.'));
    done(expect === undefined || isContinue(expect) ? undefined : new HttpProblem('expectation_failed'));
  });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (isContinue(request.headers.expect)) reply.raw.writeContinue();
    done();
  });
}

function isContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue';
}
