/** GET /metrics: what the server measures, for Prometheus. */
import type { FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import type { Metrics } from '../metrics/metrics.js';
import { HttpProblem } from '../problem.js';
import { PROBLEMS } from '../schemas.js';
import type { ServerSettings } from '../services.js';

export function metricsRoute(app: App, { metrics: access }: ServerSettings, metrics: Metrics): void {
  if (access === 'nobody') return;
  const text = { description: 'Prometheus text format', content: { 'text/plain': { schema: { type: 'string' } } } };
  app.get('/metrics', {
    config: { whileDraining: true },
    onRequest: async request => {
      if (access === 'loopback' && !isLocal(request)) throw new HttpProblem('not_found');
    },
    schema: { tags: ['Service'], summary: 'Metrics for Prometheus', response: { 200: text, ...PROBLEMS } },
    handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  });
}

/** A reverse proxy on this machine also connects from loopback, but on behalf of others: its header shows that. */
function isLocal({ raw, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const peer = raw.socket.remoteAddress;
  return peer === undefined || peer === '::1' || /^(::ffff:)?127\./.test(peer);
}
