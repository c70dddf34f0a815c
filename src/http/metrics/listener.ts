/**
 * GET /metrics, on an address of its own: a request that comes through a reverse proxy of the service cannot reach it.
 * The address of the peer would not tell, because a proxy on the same machine connects from loopback as well.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isOwnHost } from '../host.js';
import type { Metrics } from './metrics.js';

const TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 32;

/** Not listening yet. */
export function createMetricsServer(metrics: Metrics): Server {
  const options = { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, keepAliveTimeout: TIMEOUT_MS };
  const server = createServer(options, (request, response) => {
    answer(request, response, metrics, server).catch(() => response.destroy());
  });
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse, metrics: Metrics, server: Server) {
  response.setHeader('cache-control', 'no-store').setHeader('x-content-type-options', 'nosniff');
  if (!isOwnHost(request, server, [])) return void refuse(response, 421, 'The Host header does not name this address.');
  if (request.url?.split('?', 1)[0] !== '/metrics') return void refuse(response, 404, 'Metrics are at /metrics.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return void refuse(response.setHeader('allow', 'GET, HEAD'), 405, 'Use GET.');
  }
  const text = await metrics.text();
  response.writeHead(200, { 'content-type': metrics.contentType, 'content-length': Buffer.byteLength(text) }).end(text);
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}
