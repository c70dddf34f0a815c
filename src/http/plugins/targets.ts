/** The target of a request that Node could not parse, as far as it is known. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { rewriteWith, withoutPrefix } from './prefix.js';

export interface Targets {
  /** Fastify's option `rewriteUrl`. Remembers the request. */
  rewriteUrl(request: IncomingMessage): string;
  /**
   * Path and query without the prefix; null: not known.
   * @param packet what Node read when its parser failed
   */
  ofFailed(socket: Socket, packet: unknown): string | null;
}

interface Latest {
  readonly request: IncomingMessage;
  /** By the socket, up to the end of the packet with the last header of the request. */
  readonly bytesRead: number;
}

export function createTargets(publicUrl: string | null): Targets {
  const latest = new WeakMap<Socket, Latest>();
  const strip = withoutPrefix(publicUrl);
  const rewrite = rewriteWith(strip);
  return {
    rewriteUrl(request) {
      const { socket } = request;
      latest.set(socket, { request, bytesRead: socket.bytesRead });
      return rewrite(request);
    },
    ofFailed(socket, packet) {
      const { request, bytesRead } = latest.get(socket) ?? {};
      if (request && !request.complete) return request.url ?? null; // its body is at fault
      if (bytesRead === socket.bytesRead) return null; // the packet begins with an earlier request
      const line = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, MAX_LINE) : '';
      const [, target] = REQUEST_LINE.exec(line) ?? [];
      return target === undefined ? null : strip(target);
    },
  };
}

const REQUEST_LINE = /^[A-Za-z]+ (\S+) HTTP\//;
/** Bytes in which a request line is looked for. */
const MAX_LINE = 16 * 1024;
