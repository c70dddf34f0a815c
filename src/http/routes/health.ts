/**
 * /healthz: the process responds. /readyz: the key store responds, the clock agrees with that of the store, and a small
 * document can be converted; with details.
 */
import { Type } from '@sinclair/typebox';
import type { ClockSkew } from '../../postgres/index.js';
import type { App } from '../app.js';
import type { Clock } from '../clock.js';
import type { Draining } from '../plugins/draining.js';
import { HttpProblem } from '../problem.js';
import type { CheckState, Readiness } from '../readiness.js';
import { oneOf } from '../schemas.js';
import type { ServerServices } from '../services.js';

const Checks = Type.Record(
  Type.String(),
  Type.Object({ status: oneOf('ok', 'failing') }, { description: 'Further members depend on the check' }),
  { description: 'By name; keyStore, clock and conversion decide readiness, the others are for information' },
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
  summary: 'Readiness: documents can be converted, the key store responds, and the clock agrees with that of the store',
  response: { 200: Type.Object({ status: Type.Literal('ready'), checks: Checks }) },
};

export function healthRoutes(
  app: App,
  { keys }: ServerServices,
  { clock, draining, readiness }: { clock: Clock; draining: Draining; readiness: Readiness },
): void {
  app.get('/healthz', { config, schema: alive }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'alive' as const };
  });

  app.get('/readyz', { config, schema: ready }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (draining.started) throw notReady('the service is shutting down', await readiness.details());
    const keyStore = await failureOf(keys.ping());
    const skew = keyStore ? null : await clock.measure().catch(() => null);
    const conversion = readiness.probe && (await failureOf(readiness.probe()));
    const checks = {
      keyStore: stateOf(keyStore),
      ...(skew && { clock: clockState(skew) }),
      ...(readiness.probe && { conversion: stateOf(conversion) }),
      ...(await readiness.details()),
    };
    if (keyStore) throw notReady('the key store does not respond', checks, keyStore);
    if (skew?.fault) throw notReady(skew.fault, checks);
    if (conversion) throw notReady('a test conversion failed', checks, conversion);
    return { status: 'ready' as const, checks };
  });
}

function clockState({ seconds, fault }: ClockSkew): CheckState {
  return { status: fault === null ? 'ok' : 'failing', secondsAhead: seconds };
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
