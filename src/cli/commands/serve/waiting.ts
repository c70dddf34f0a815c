/** The start of a server whose database is away: it waits, and meanwhile says that it is not ready. */
import type { Config } from '../../../config/index.js';
import type { Address, Listening, Server, ServerSettings, TcpAddress } from '../../../http/index.js';
import type { Postgres } from '../../../postgres/index.js';
import { pause } from '../../../system/deferred.js';
import type { Context } from '../../context.js';
import { openStore, type Store } from '../../store.js';
import { warn } from './warn.js';

export interface Addresses {
  readonly address: Address;
  readonly metrics: TcpAddress | null;
}

export interface Waiting {
  /** Logs why the database is away. From the first call on, requests are answered. */
  report(failure: Error): Promise<void>;
  /** Ends that. Resolves to the addresses, which another server can listen on then. */
  close(): Promise<Addresses>;
}

const RETRY_MS = 1_000;

/**
 * Resolves to null when there is no store, and when `signal` is aborted before it could be opened. Rejects with
 * CONFIG_INVALID and STORE_OUTDATED, and with STORE_UNAVAILABLE where waiting would not help, as with a wrong password.
 */
export async function openStoreOrWait(config: Config, waiting: Waiting, signal: AbortSignal): Promise<Store | null> {
  while (!signal.aborted) {
    try {
      return await openStore(config, { signal, require: requireJobs });
    } catch (thrown) {
      if (signal.aborted) break;
      const { isAway } = await import('../../../postgres/index.js');
      if (!isAway(thrown)) throw thrown;
      await waiting.report(thrown as Error);
      await pause(RETRY_MS, signal);
    }
  }
  return null;
}

async function requireJobs(postgres: Postgres): Promise<void> {
  const { requireQueues } = await import('../../../jobs/queue/bullmq/schema.js');
  await requireQueues(postgres);
}

/** For requests that have begun to arrive; each is refused at once. */
const GRACE_MS = 1_000;

export function createWaiting(settings: ServerSettings, { address, metrics }: Addresses, context: Context): Waiting {
  let failure: Error;
  let open: { server: Server; listening: Listening } | null = null;
  let port: number | null = null;

  const start = async () => {
    const { buildWaitingServer, listen } = await import('../../../http/index.js');
    const server = await buildWaitingServer(settings, context.terminal.stdout, () => failure);
    const listening = await listen(server, address, metrics);
    if ('port' in address && address.port === 0) port = Number(new URL(listening.url).port);
    warn(`${failure.message} docconv waits for it, and answers 503 on ${listening.url} until then.`, context);
    return { server, listening };
  };
  return {
    async report(latest) {
      failure = latest;
      open ??= await start();
      open.server.app.log.warn({ err: failure }, 'waiting for the store');
    },
    async close() {
      await open?.listening.stop(GRACE_MS);
      open = null;
      return { address: port === null ? address : { ...address, port }, metrics };
    },
  };
}
