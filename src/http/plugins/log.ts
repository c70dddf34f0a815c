/** Request ids, and one log line per request without secrets or personal data in its URL. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { onRequestEnd } from '../request-end.js';

/** The client's own X-Request-Id or Gotenberg-Trace if it is safe to log, otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'] ?? headers['gotenberg-trace'];
  return typeof given === 'string' && /^(?!.*dck_)[\w.-]{1,128}$/.test(given) ? given : newRequestId();
}

export function newRequestId(): string {
  return randomBytes(9).toString('base64url');
}

export function installLog(app: App): void {
  app.decorateRequest('problemCode', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    onRequestEnd(request, (disconnected, status) => {
      const line = { ...logFields(request), status, ms: Math.round(reply.elapsedTime) };
      request.log.info(line, disconnected ? 'client disconnected' : 'request completed');
    });
    done();
  });
}

function logFields(request: FastifyRequest): object {
  const { method, apiKey, problemCode, ip } = request;
  const key = apiKey ? { keyId: apiKey.id } : {};
  const problem = problemCode ? { problem: problemCode } : {};
  return { method, path: safeUrl(request.raw.url ?? ''), ip, ...key, ...problem };
}

/**
 * The path and the names of the query parameters. Values are omitted: in the registration flow they are an address and
 * a code, and a client may put a secret anywhere by mistake, even in the path (`DELETE /v1/keys/` with the key as id).
 */
function safeUrl(url: string): string {
  const [path = '', query] = url.slice(0, 500).split('?', 2);
  const names = query === undefined ? '' : `?${[...new URLSearchParams(query).keys()].join('&')}`;
  return escapeControls(maskKeys(path.replace(/^(\/v1\/auth\/\w+\/).*/, '$1***') + names));
}

/** Prevents terminal escape sequences in the log: JSON escapes no control characters above U+007F. */
function escapeControls(text: string): string {
  return text.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

function maskKeys(text: string): string {
  return text.replace(/dck_\w+/g, 'dck_***');
}
