/** /healthz: the process responds. /readyz: the key store responds and a small document can be converted, with details. */
import { Type } from '@sinclair/typebox';
import type { App } from '../app.js';
import type { Draining } from '../plugins/draining.js';
import { HttpProblem } from '../problem.js';
import { oneOf } from '../schemas.js';
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
  /** Adds the state of a part to the answer of /readyz, for the operator. It does not decide whether the service is ready. */
  addDetail(name: string, read: () => CheckState): void;
  details(): Readonly<Record<string, CheckState>>;
}

/** Anyone can read /readyz: no addresses, names of hosts or paths. */
export interface CheckState {
  readonly status: 'ok' | 'failing';
  readonly [member: string]: string | number | boolean | null;
}

export function createReadiness(converter: Converter): Readiness {
  let lastSuccess = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;
  const details = new Map<string, () => CheckState>();

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
    addDetail: (name, read) => void details.set(name, read),
    details: () => Object.fromEntries([...details].map(([name, read]) => [name, read()])),
  };
}

const Checks = Type.Record(
  Type.String(),
  Type.Object({ status: oneOf('ok', 'failing') }, { description: 'Further members depend on the check' }),
  { description: 'By name; keyStore and conversion decide readiness, the others are for information' },
);

const tags = ['Service'];
const config = { whileDraining: true };
const alive = {
  tags,
  operationId: 'isAlive',
  summary: 'Liveness: the process responds',
  response: { 200: Type.Object({ status: Type.Literal('alive') }) },
};
const ready = {
  tags,
  operationId: 'isReady',
  problems: ['not_ready'] as const,
  summary: 'Readiness: documents can be converted and the key store responds',
  response: { 200: Type.Object({ status: Type.Literal('ready'), checks: Checks }) },
};

export function healthRoutes(
  app: App,
  { keys, clockSkew }: ServerServices,
  draining: Draining,
  readiness: Readiness,
): void {
  const detailsNow = async () => ({ ...(await clockDetail(clockSkew)), ...readiness.details() });

  app.get('/healthz', { config, schema: alive }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'alive' as const };
  });

  app.get('/readyz', { config, schema: ready }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (draining.started) throw notReady('the service is shutting down', await detailsNow());
    const keyStore = await failureOf(keys.ping());
    const conversion = await failureOf(readiness.probe());
    const checks = { keyStore: stateOf(keyStore), conversion: stateOf(conversion), ...(await detailsNow()) };
    if (keyStore) throw notReady('the key store does not respond', checks, keyStore);
    if (conversion) throw notReady('a test conversion failed', checks, conversion);
    return { status: 'ready' as const, checks };
  });
}

/** Nothing without a store, and while the store does not respond, which is the failure of another check. */
async function clockDetail(clockSkew: ServerServices['clockSkew']): Promise<Record<string, CheckState>> {
  const skew = await clockSkew?.().catch(() => null);
  if (!skew) return {};
  return { clock: { status: skew.warning === null ? 'ok' : 'failing', secondsAhead: skew.seconds } };
}

function failureOf(work: Promise<unknown>): Promise<Error | null> {
  return work.then(
    () => null,
    error => error,
  );
}

function stateOf(failure: Error | null): CheckState {
  return { status: failure ? 'failing' : 'ok' };
}

function notReady(why: string, checks: object, cause?: unknown): HttpProblem {
  const headers = { 'retry-after': '5' };
  return new HttpProblem('not_ready', `Not ready: ${why}.`, { cause, headers, detail: { checks } });
}
