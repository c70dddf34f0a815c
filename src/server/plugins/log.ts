/** One line per request, with nothing in it that a reader of logs should not have. */
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { atEnd } from './ending.js';

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

/** The query of the e-mail flow holds an address and a code; elsewhere it holds options, but a secret may be there by mistake. */
function safeUrl(url: string): string {
  const [path = '', query] = url.slice(0, 500).split('?', 2);
  if (query === undefined) return path;
  return path.startsWith('/v1/convert')
    ? `${path}?${query.replace(/(pass[^=&]*|secret|key|token)=[^&]*/gi, '$1=***')}`
    : `${path}?***`;
}
