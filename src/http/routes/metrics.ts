/** GET /metrics: what the server measures, for Prometheus. */
import type { FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../app.js';
import type { Admission } from '../limits/admission.js';
import { onRequestEnd } from '../plugins/request-end.js';
import { HttpProblem } from '../problem.js';
import { PROBLEMS } from '../schemas.js';
import type { ServerSettings } from '../services.js';

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** `outcome` is 'ok' or the code of the problem. */
  conversion(outcome: string, engine: string, seconds: number): void;
  verification(verdict: string): void;
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];

export function installMetrics(app: App, admission: Admission): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'docconv_' });
  const requests = new Histogram({
    name: 'docconv_http_request_seconds',
    help: 'Time from receiving a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const conversions = new Histogram({
    name: 'docconv_conversion_seconds',
    help: 'Duration of conversions in the engine, by outcome and engine',
    labelNames: ['outcome', 'engine'],
    buckets: SECONDS,
    registers,
  });
  const verifications = new Counter({
    name: 'docconv_verifications_total',
    help: 'Verified PDFs, by verdict',
    labelNames: ['verdict'],
    registers,
  });
  addGauges(registry, admission);

  app.addHook('onRequest', (request, reply, done) => {
    onRequestEnd(request, disconnected => {
      const status = disconnected ? 499 : reply.statusCode;
      // the pattern, not the path: one label per id or mistyped path would grow without bound
      const route = request.routeOptions.url ?? 'unknown';
      requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    });
    done();
  });

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    conversion: (outcome, engine, seconds) => conversions.observe({ outcome, engine }, seconds),
    verification: verdict => verifications.inc({ verdict }),
  };
}

const GAUGES = [
  ['workers', 'Engine workers'],
  ['busy', 'Engine workers that are converting a document'],
  ['queued', 'Conversions that wait for a worker'],
] as const;

function addGauges(registry: Registry, admission: Admission): void {
  for (const [part, help] of GAUGES) {
    new Gauge({
      name: `docconv_${part}`,
      help,
      registers: [registry],
      collect() {
        this.set(admission.status()[part]);
      },
    });
  }
}

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
