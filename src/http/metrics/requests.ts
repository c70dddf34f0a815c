/** Counts requests and the problems that they are answered with. */
import type { App } from '../app.js';
import { onRequestEnd } from '../request-end.js';
import type { Metrics } from './metrics.js';

export function installRequestMetrics(app: App, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    onRequestEnd(request, (_disconnected, status) => {
      // the pattern, not the path: one label per id or mistyped path would grow without bound
      const route = request.routeOptions.url ?? 'unknown';
      metrics.request({ method: request.method, route, status }, reply.elapsedTime / 1000);
      if (request.problemCode) metrics.refusal(request.problemCode);
    });
    done();
  });
}
