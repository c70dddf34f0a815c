/** One id per request: in the log, in every answer's X-Request-Id and in every problem. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { App } from '../app.js';

/** The caller's own X-Request-Id where it is harmless, otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^(?!.*dck_)[\w.-]{1,128}$/.test(given) ? given : newRequestId();
}

export function newRequestId(): string {
  return randomBytes(9).toString('base64url');
}

export function installRequestId(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
}
