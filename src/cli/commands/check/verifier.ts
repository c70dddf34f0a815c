/** Where a document is verified: in this process, in a sandboxed one of its own, or on a remote server. */
import { statSync } from 'node:fs';
import type { Remote } from '../../../remote/index.js';
import { check } from '../../../signatures/index.js';
import type { ConfinedCheck } from '../../../signatures/service/confined.js';
import { withoutUndefined } from '../../../system/collections.js';
import type { Context } from '../../context.js';
import type { CheckPlan } from './plan.js';

export interface Verifier extends Pick<Remote, 'close'> {
  verify(source: string | Uint8Array, options: Parameters<typeof check>[1]): ReturnType<typeof check>;
}

export async function openVerifier(plan: CheckPlan, server: string | undefined, context: Context): Promise<Verifier> {
  if (server === undefined) return localVerifier(plan, context);
  const { openRemote } = await import('../../remote.js'); // only with --server
  return openRemote(server, context);
}

/** Such files take long enough that the start of a process hardly counts. */
const LARGE_BYTES = 8 * 1024 ** 2;

function localVerifier({ confined, settings }: CheckPlan, { env }: Context): Verifier {
  let opened: Promise<ConfinedCheck> | null = null;
  const isConfined = (source: string | Uint8Array) =>
    confined === 'always' || (confined === 'large' && sizeOf(source) >= LARGE_BYTES);
  return {
    async verify(source, options = {}) {
      if (!isConfined(source)) return check(source, options);
      opened ??= openConfined(settings, env.NODE_EXTRA_CA_CERTS);
      const { password, requireTrust, at, signal } = options;
      return (await opened).check(source, withoutUndefined({ password, requireTrust, at, signal }));
    },
    close: async () => (await opened)?.close(),
  };
}

/** Loaded on demand: small files do not need it. */
async function openConfined(settings: CheckPlan['settings'], caFile: string | undefined): Promise<ConfinedCheck> {
  const { trust = null, strictTrust, trustGrace, fetcher } = settings;
  const { createConfinedCheck } = await import('../../../signatures/service/confined.js');
  return createConfinedCheck({
    trust,
    online: fetcher ? { allowPrivate: false, caFile } : null,
    ...(strictTrust !== undefined && { strictTrust }),
    ...(trustGrace !== undefined && { trustGrace }),
  });
}

/** Of what cannot be read: 0, so that the reader reports why. */
function sizeOf(source: string | Uint8Array): number {
  if (typeof source !== 'string') return source.length;
  try {
    return statSync(source).size;
  } catch {
    return 0;
  }
}
