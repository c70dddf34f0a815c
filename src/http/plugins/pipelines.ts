/**
 * How many requests one connection may have under way. Node parses and answers all that are pipelined (RFC 9112, 9.3.2)
 * whether or not anybody reads: 50 connections with 2000 requests each once took 1.1 GB and kept it.
 */
import type { Socket } from 'node:net';
import type { App } from '../app.js';
import { atEnd } from './response-end.js';

/** No client of today pipelines at all. */
const MOST = 16;

/** Install right after the endings. */
export function installPipelines(app: App): void {
  const underWay = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    atEnd(request, () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    if (count <= MOST) return done();
    reply.hijack();
    socket.destroy();
  });
}
