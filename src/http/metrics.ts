/** What an operator watches, for Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Admission } from './admission.js';
import type { App } from './app.js';
import { atEnd } from './plugins/response-end.js';

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** `outcome` is 'ok' or the code of the problem. */
  conversion(outcome: string, engine: string, seconds: number): void;
  verification(verdict: string): void;
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];

export function installMetrics(app: App, admit: Admission): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry, prefix: 'docconv_' });
  const requests = new Histogram({
    name: 'docconv_http_request_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const conversions = new Histogram({
    name: 'docconv_conversion_seconds',
    help: 'Conversions with the time that the engine took',
    labelNames: ['outcome', 'engine'],
    buckets: SECONDS,
    registers,
  });
  const verifications = new Counter({
    name: 'docconv_verifications_total',
    help: 'Signed PDFs that were checked, by verdict',
    labelNames: ['verdict'],
    registers,
  });
  for (const part of ['workers', 'busy', 'queued'] as const) addGauge(registry, part, admit);

  app.addHook('onRequest', (request, reply, done) => {
    atEnd(request, left => {
      const status = left ? 499 : reply.statusCode;
      // the pattern, never the path: a label for every id or typo would grow without end
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

const GAUGE_HELP = {
  workers: 'Engine workers',
  busy: 'Engine workers that convert just now',
  queued: 'Conversions that wait for a worker',
};

function addGauge(registry: Registry, part: keyof typeof GAUGE_HELP, admit: Admission): void {
  new Gauge({
    name: `docconv_${part}`,
    help: GAUGE_HELP[part],
    registers: [registry],
    collect() {
      this.set(admit.status()[part]);
    },
  });
}
