/** Graceful shutdown: running requests are finished, new ones get 503, and so do those that take too long. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import type { App } from '../app.js';
import { onRequestEnd } from '../request-end.js';
import type { SendError } from './error-handler.js';

export interface Draining {
  readonly started: boolean;
  /** Refuses new requests from now on; resolves when the last running request has its response. */
  start(): Promise<void>;
  /** Ends the requests that are still running, with 503. Resolves when they have their answers, or soon. */
  expire(): Promise<void>;
}

/** Until work that was aborted has led to an answer, which waits for the rest of a small body. */
const ABORTED_MS = 1_500;
/** For the answer to a request whose work cannot be aborted. */
const SENT_MS = 1_500;

export function installDraining(app: App, send: SendError): Draining {
  let started = false;
  const running = new Map<FastifyRequest, FastifyReply>();
  let onIdle: () => void = () => {};
  const idle = () =>
    new Promise<void>(resolve => {
      onIdle = resolve;
      if (running.size === 0) resolve();
    });
  const atMost = (milliseconds: number) => Promise.race([idle(), sleep(milliseconds, undefined, { ref: false })]);
  app.decorateRequest('abandon', null);
  app.decorateRequest('fetchesUrl', false);

  app.addHook('onRequest', (request, reply, done) => {
    if (started && !request.routeOptions.config.whileDraining) return done(shuttingDown());
    running.set(request, reply);
    onRequestEnd(request, () => {
      running.delete(request);
      if (running.size === 0) onIdle();
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
      return idle();
    },
    async expire() {
      for (const request of running.keys()) request.abandon?.(shuttingDown());
      await atMost(ABORTED_MS);
      for (const [request, reply] of running)
        if (request.problemCode === null && !reply.sent && !reply.raw.headersSent)
          void send(shuttingDown(), request, reply);
      await atMost(SENT_MS);
    },
  };
}

function shuttingDown(): DocconvError {
  return new DocconvError('CLOSED.service-shutting-down', {}, { detail: { retryAfter: 5 } });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served during shutdown as well. */
    whileDraining?: boolean;
  }
}
