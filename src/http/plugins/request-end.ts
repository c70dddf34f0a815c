/** Callbacks for the end of a request: its response was written, or its client disconnected. */
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.js';

type EndCallback = (disconnected: boolean) => void;

/** Install first. (`onResponse` hooks do not run when the client disconnects.) */
export function installRequestEnd(app: App): void {
  app.decorateRequest('endCallbacks');
  app.addHook('onRequest', (request, { raw }, done) => {
    request.endCallbacks = [];
    raw.once('close', () => {
      for (const callback of request.endCallbacks.splice(0)) callback(!raw.writableFinished);
    });
    done();
  });
}

export function onRequestEnd(request: FastifyRequest, callback: EndCallback): void {
  request.endCallbacks.push(callback);
}

declare module 'fastify' {
  interface FastifyRequest {
    endCallbacks: EndCallback[];
  }
}
