/** Callbacks for the end of a request: its response was written, or its client disconnected before. */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { App } from './app.js';

/**
 * @param status of the response; 499 if the client disconnected before it was complete
 * @param unfinished the response of its route was not sent: also after an answer to the socket, when what followed was no request
 */
type EndCallback = (disconnected: boolean, status: number, unfinished: boolean) => void;

/** Status of a response that was written to a socket directly. */
const answeredDirectly = new WeakMap<Socket, number>();

/**
 * What to call when a connection is closed. A response that waits for those before it on the same connection (pipelining)
 * learns nothing of that from Node.
 */
const openRequests = new WeakMap<Socket, Set<() => void>>();

function onceClosed(socket: Socket, callback: () => void): void {
  const open = openRequests.get(socket) ?? new Set();
  const endAll = () => {
    for (const end of open) end();
  };
  if (!openRequests.has(socket)) socket.once('close', endAll);
  openRequests.set(socket, open.add(callback));
}

/** Install first. (`onResponse` hooks do not run when the client disconnects.) */
export function installRequestEnd(app: App): void {
  app.decorateRequest('endCallbacks');
  app.decorateRequest('end', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    const { socket } = request.raw;
    request.endCallbacks = [];
    const end = () => {
      openRequests.get(socket)?.delete(end);
      if (request.end) return;
      const direct = answeredDirectly.get(socket);
      const disconnected = !raw.writableFinished && direct === undefined;
      const status = disconnected ? 499 : raw.writableFinished ? reply.statusCode : (direct ?? 0);
      request.end = [disconnected, status, !raw.writableFinished];
      for (const callback of request.endCallbacks.splice(0)) callback(...request.end);
    };
    raw.once('close', end);
    onceClosed(socket, end);
    done();
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    const length = Number(reply.getHeader('content-length') ?? Number.NaN);
    if (!(payload instanceof Readable) || !(length > 0)) return payload;
    // a generator that was never asked for a chunk does not end what it reads
    return Readable.from(endingAt(length, payload)).once('close', () => payload.destroy());
  });
}

/** Calls it at once when the request has ended: its client may have disconnected while its key was looked up. */
export function onRequestEnd(request: FastifyRequest, callback: EndCallback): void {
  if (request.end) callback(...request.end);
  else request.endCallbacks.push(callback);
}

/** The socket has the response to its current request, which fastify does not know of. */
export function recordDirectAnswer(socket: Socket, status: number): void {
  answeredDirectly.set(socket, status);
}

/**
 * Ends with the last byte. A stream of a file ends one read later: a client that has all bytes may have closed its
 * connection by then, and would count as disconnected.
 */
async function* endingAt(length: number, payload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = length;
  for await (const chunk of payload) {
    rest -= chunk.length;
    yield chunk;
    if (rest <= 0) return;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    endCallbacks: EndCallback[];
    /** Null: it has not ended. */
    end: Parameters<EndCallback> | null;
  }
}
