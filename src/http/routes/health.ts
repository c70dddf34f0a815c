/** /healthz: the process responds. /readyz: every check of readiness succeeds; with details. */
import { Type } from '@sinclair/typebox';
import type { App } from '../app.js';
import type { Readiness } from '../health/readiness.js';
import { HttpProblem } from '../problem.js';
import { oneOf } from '../schemas.js';

const Checks = Type.Record(
  Type.String(),
  Type.Object({ status: oneOf('ok', 'failing') }, { description: 'Further members depend on the check' }),
  {
    description:
      'By name; keyStore, clock, temporaryFolder, stateFolder and conversion decide readiness and have a "reason" when they fail, the others are for information',
  },
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
  summary:
    'Readiness: documents can be converted and saved, the key store responds, and the clock agrees with that of the store',
  response: { 200: Type.Object({ status: Type.Literal('ready'), checks: Checks }) },
};

interface Parts {
  /** True: new requests are refused. */
  draining: { readonly started: boolean };
  readiness: Readiness;
}

export function healthRoutes(app: App, { draining, readiness }: Parts): void {
  app.get('/healthz', { config, schema: alive }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'alive' as const };
  });

  app.get('/readyz', { config, schema: ready }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (draining.started) throw notReady(['the service is shutting down'], await readiness.details());
    const { faults, cause, states: checks } = await readiness.report();
    if (faults.length > 0) throw notReady(faults, checks, cause);
    return { status: 'ready' as const, checks };
  });
}

function notReady(faults: readonly string[], checks: object, cause?: unknown): HttpProblem {
  const headers = { 'retry-after': '5' };
  return new HttpProblem('not_ready', `Not ready: ${faults.join('; ')}.`, { cause, headers, detail: { checks } });
}
