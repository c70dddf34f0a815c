/** GET /metrics, for those who may read it. */
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import type { Metrics } from '../metrics.js';
import { HttpProblem } from '../problem.js';
import { PROBLEMS } from '../schemas.js';
import type { ServerSettings } from '../settings.js';

export function metricsRoute(app: App, { metrics: readers }: ServerSettings, metrics: Metrics): void {
  if (readers === 'nobody') return;
  const text = { description: 'Prometheus text', content: { 'text/plain': { schema: { type: 'string' } } } };
  app.get('/metrics', {
    config: { whileDraining: true },
    onRequest: async request => {
      if (readers === 'loopback' && !isLocal(request)) throw new HttpProblem('not_found');
    },
    schema: { tags: ['Service'], summary: 'Figures for Prometheus', response: { 200: text, ...PROBLEMS } },
    handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  });
}

/** A proxy on this machine also connects from loopback, on behalf of anybody: it says so in a header. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const peer = raw.socket.remoteAddress;
  return peer === undefined || peer === '::1' || /^(::ffff:)?127\./.test(peer);
}
