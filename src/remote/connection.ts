/** Single HTTP requests, with Node's own client: undici takes 100 ms of processor time to load, more than a small request. */
import http, { type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { UNIX } from './address.js';

export interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  headers: Readonly<Record<string, string>>;
  body: AsyncIterable<Uint8Array> | Uint8Array | null;
  signal: AbortSignal | undefined;
}

export interface Connection {
  /** Resolves to a response of any status, as soon as its headers are there. */
  request(request: Request): Promise<IncomingMessage>;
  close(): void;
}

const CONNECT_MS = 15_000;
/** Longer than queueing and conversion take: the server enforces the deadline. */
const RESPONSE_MS = 15 * 60_000;
/** Between two chunks of the body. */
const IDLE_MS = 120_000;

/** @param limit maximum number of connections */
export function connectionTo(server: string, limit: number): Connection {
  const socketPath = server.startsWith(UNIX) ? server.slice(UNIX.length) : null;
  const origin = socketPath === null ? server : 'http://localhost';
  const isTls = origin.startsWith('https:');
  // for TLS only, but Node finds it out for http too, with a regular expression for IPv6 that takes 5 ms to compile
  const noServerName = isTls ? {} : { servername: '' };
  const settings = { keepAlive: true, maxSockets: limit, timeout: RESPONSE_MS, ...noServerName };
  const { Agent, request: open } = isTls ? process.getBuiltinModule('node:https') : http; // loads TLS
  const agent = new Agent(settings);
  return {
    request({ path, body, signal, ...call }) {
      const target = { agent, ...(socketPath !== null && { socketPath }), ...(signal && { signal }) };
      return new Promise((resolve, reject) => {
        let response: IncomingMessage | null = null;
        const request = open(origin + path, { ...target, ...call });
        request.on('error', reject);
        request.on('socket', socket => limitConnecting(socket, isTls ? 'secureConnect' : 'connect'));
        request.on('timeout', () => (response ?? request).destroy(timedOut()));
        request.on('response', received => {
          response = received.setTimeout(IDLE_MS);
          // a server that refuses a request early does not need the rest of it
          received.on('end', () => request.writableFinished || request.destroy());
          resolve(received);
        });
        if (body === null || body instanceof Uint8Array) request.end(body);
        else pipeline(body, request, error => error && reject(error));
      });
    },
    close: () => agent.destroy(),
  };
}

function timedOut(): Error {
  return Object.assign(new Error('the server did not respond in time'), { code: 'ETIMEDOUT' });
}

function limitConnecting(socket: Socket, established: 'connect' | 'secureConnect'): void {
  if (!socket.connecting) return;
  const timer = setTimeout(() => socket.destroy(new Error('the connection timed out')), CONNECT_MS);
  for (const event of [established, 'close']) socket.once(event, () => clearTimeout(timer));
}
