/** /healthz: the process answers. /readyz: it can do its work, shown by doing some. */
import { Type } from '@sinclair/typebox';
import type { App } from '../app.js';
import type { Draining } from '../plugins/draining.js';
import { HttpProblem } from '../problem.js';
import type { Canary } from '../readiness.js';
import { PROBLEMS } from '../schemas.js';
import type { ServerServices } from '../services.js';

const about = (summary: string, status: string) => ({
  tags: ['Service'],
  summary,
  response: { 200: Type.Object({ status: Type.Literal(status) }), ...PROBLEMS },
});

export function healthRoutes(app: App, { keys }: ServerServices, draining: Draining, canary: Canary): void {
  const config = { whileDraining: true };

  app.get('/healthz', { config, schema: about('Is the process alive?', 'alive') }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'alive' };
  });

  const readiness = about('Can it convert, and does its key store answer?', 'ready');
  app.get('/readyz', { config, schema: readiness }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (draining.started) throw notReady('the service is about to stop');
    await keys.ping().catch(cause => Promise.reject(notReady('the key store does not answer', cause)));
    await canary.sing().catch(cause => Promise.reject(notReady('a trial conversion failed', cause)));
    return { status: 'ready' };
  });
}

function notReady(why: string, cause?: unknown): HttpProblem {
  return new HttpProblem('not_ready', `Not ready: ${why}.`, { cause, headers: { 'retry-after': '5' } });
}
