/** Graceful shutdown: running requests are finished, new ones get 503. */
import { DocconvError } from '../../errors.js';
import type { App } from '../app.js';
import { onRequestEnd } from '../request-end.js';

export interface Draining {
  readonly started: boolean;
  /** Refuses new requests from now on; resolves when the last running request has its response. */
  start(): Promise<void>;
}

export function installDraining(app: App): Draining {
  let started = false;
  let running = 0;
  let onIdle: () => void = () => {};

  app.addHook('onRequest', (request, _reply, done) => {
    if (started && !request.routeOptions.config.whileDraining) {
      return done(new DocconvError('CLOSED.service-shutting-down', {}, { detail: { retryAfter: 5 } }));
    }
    running++;
    onRequestEnd(request, () => {
      running--;
      if (running === 0) onIdle();
    });
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // closing before the body has arrived would reset the connection and could lose the response
    if (started && request.raw.complete) reply.header('connection', 'close');
    done();
  });

  return {
    get started() {
      return started;
    },
    start() {
      started = true;
      const idle = new Promise<void>(resolve => {
        onIdle = resolve;
      });
      if (running === 0) onIdle();
      return idle;
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served during shutdown as well. */
    whileDraining?: boolean;
  }
}
