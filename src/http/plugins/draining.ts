/** The end of a server: what runs is finished, what comes is told to come later. */
import { DocconvError } from '../../errors.js';
import type { App } from '../app.js';
import { atEnd } from './response-end.js';

export interface Draining {
  readonly started: boolean;
  /** Refuses new requests from now on; resolves when the last running one is answered. */
  start(): Promise<void>;
}

export function installDraining(app: App): Draining {
  let started = false;
  let running = 0;
  let onIdle: () => void = () => {};

  app.addHook('onRequest', (request, _reply, done) => {
    if (started && !request.routeOptions.config.whileDraining) {
      return done(new DocconvError('CLOSED', 'The service is about to stop.', { detail: { retryAfter: 5 } }));
    }
    running++;
    atEnd(request, () => {
      running--;
      if (running === 0) onIdle();
    });
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // closing before a body has arrived would reset the connection
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
    /** Answered although the server is about to stop. */
    whileDraining?: boolean;
  }
}
