/** /healthz: the process responds. /readyz: the key store responds and a small document can be converted. */
import { Type } from '@sinclair/typebox';
import type { App } from '../app.js';
import type { Draining } from '../plugins/draining.js';
import { HttpProblem } from '../problem.js';
import { PROBLEMS } from '../schemas.js';
import type { Converter, ServerServices } from '../services.js';

const PROBE_DOCUMENT = Buffer.from('{\\rtf1\\ansi Ready?\\par}');
const PROBE_TIMEOUT_MS = 15_000;
/** A successful conversion within this time makes a probe unnecessary. */
const FRESH_MS = 30_000;

export interface Readiness {
  /** Resolves after a recent success or a successful test conversion; rejects with its error. */
  probe(): Promise<void>;
  /** A client's document was converted, which is as good as a probe. */
  recordSuccess(): void;
}

export function createReadiness(converter: Converter): Readiness {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  const recordSuccess = () => {
    lastSuccess = Date.now();
  };
  const convertProbe = async () => {
    const limits = { timeoutMs: PROBE_TIMEOUT_MS, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) };
    await converter.convert({ bytes: PROBE_DOCUMENT, name: 'ready.rtf' }, { from: 'rtf', ...limits });
    recordSuccess();
  };
  return {
    recordSuccess,
    async probe() {
      if (Date.now() - lastSuccess < FRESH_MS) return;
      running ??= convertProbe().finally(() => {
        running = null;
      });
      await running;
    },
  };
}

const schema = (summary: string, status: string) => ({
  tags: ['Service'],
  summary,
  response: { 200: Type.Object({ status: Type.Literal(status) }), ...PROBLEMS },
});

export function healthRoutes(app: App, { keys }: ServerServices, draining: Draining, readiness: Readiness): void {
  const config = { whileDraining: true };

  const alive = schema('Liveness: the process responds', 'alive');
  app.get('/healthz', { config, schema: alive }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'alive' };
  });

  const ready = schema('Readiness: documents can be converted and the key store responds', 'ready');
  app.get('/readyz', { config, schema: ready }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (draining.started) throw notReady('the service is shutting down');
    await keys.ping().catch(cause => Promise.reject(notReady('the key store does not respond', cause)));
    await readiness.probe().catch(cause => Promise.reject(notReady('a test conversion failed', cause)));
    return { status: 'ready' };
  });
}

function notReady(why: string, cause?: unknown): HttpProblem {
  return new HttpProblem('not_ready', `Not ready: ${why}.`, { cause, headers: { 'retry-after': '5' } });
}
