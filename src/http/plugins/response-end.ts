/** The end of an exchange: the answer is written, or its client is gone. One listener for all who want to know. */
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.js';

type Ending = (clientLeft: boolean) => void;

/** Install first. (`onResponse` hooks do not run for a client that left.) */
export function installEnding(app: App): void {
  app.decorateRequest('endings');
  app.addHook('onRequest', (request, { raw }, done) => {
    request.endings = [];
    raw.once('close', () => {
      for (const ending of request.endings.splice(0)) ending(!raw.writableFinished);
    });
    done();
  });
}

export function atEnd(request: FastifyRequest, ending: Ending): void {
  request.endings.push(ending);
}

declare module 'fastify' {
  interface FastifyRequest {
    endings: Ending[];
  }
}
