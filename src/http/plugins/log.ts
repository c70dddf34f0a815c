/** One line per request, with nothing in it that a reader of logs should not have. */
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { atEnd } from './response-end.js';

export function installLog(app: App): void {
  app.decorateRequest('problemCode', null);
  app.addHook('onRequest', (request, reply, done) => {
    atEnd(request, left => {
      const line = { ...lineOf(request), status: left ? 499 : reply.statusCode, ms: Math.round(reply.elapsedTime) };
      request.log.info(line, left ? 'client left' : 'answered');
    });
    done();
  });
}

function lineOf(request: FastifyRequest): object {
  const { method, caller, problemCode, ip } = request;
  const key = caller ? { keyId: caller.id } : {};
  const problem = problemCode ? { problem: problemCode } : {};
  return { method, path: safeUrl(request.raw.url ?? ''), ip, ...key, ...problem };
}

/**
 * The path, and the names of the parameters. Their values stay out: those of the e-mail flow are an address and a code,
 * and anywhere a secret may be by mistake, also in the path: `DELETE /v1/keys/` with the key in place of its id.
 */
function safeUrl(url: string): string {
  const [path = '', query] = url.slice(0, 500).split('?', 2);
  const names = query === undefined ? '' : `?${[...new URLSearchParams(query).keys()].join('&')}`;
  return visible(hideKeys(path.replace(/^(\/v1\/auth\/\w+\/).*/, '$1***') + names));
}

/** Whoever reads a log at a terminal is not to be steered by it: JSON escapes no controls above U+007F. */
function visible(text: string): string {
  return text.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

/** Whatever looks like a key, wherever it got to. */
function hideKeys(text: string): string {
  return text.replace(/dck_\w+/g, 'dck_***');
}
