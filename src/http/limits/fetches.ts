/** Bounds the documents by URL: in all and for each client. The others wait for their turn, which costs no memory. */
import { DocconvError } from '../../errors.js';
import type { Fetcher } from '../../fetch/index.js';
import { FairQueue } from '../../isolation/index.js';
import type { Metrics } from '../metrics/metrics.js';
import { problemOf } from '../problem.js';
import type { ServerSettings } from '../services.js';

export interface Fetches {
  /**
   * Passes the document to `write` while it arrives; resolves to a function that ends its turn, to be called when the
   * document is not needed any more. Rejects with OVERLOADED when too many wait, and as fetchers do.
   */
  fetch(
    url: string,
    client: string,
    write: (block: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ): Promise<() => void>;
}

/** Requests that may wait, for each that may run. */
const WAITING_PER_FETCH = 16;

/** @param fetcher null: every URL is refused */
export function createFetches(fetcher: Fetcher | null, settings: ServerSettings, metrics: Metrics): Fetches {
  const { atOnce, perClient } = settings.fetches;
  const queue = new FairQueue(atOnce, atOnce * WAITING_PER_FETCH, perClient);
  let running = 0;
  metrics.watch('fetchesUnderWay', () => running);

  const download = async (url: string, write: (block: Uint8Array) => Promise<void>, signal: AbortSignal) => {
    if (!fetcher) throw new DocconvError('URL_FORBIDDEN.fetching-disabled');
    const { maxUpload: maxBytes, fetchTimeoutMs: timeoutMs, fetchIdleMs: idleMs } = settings;
    let bytes = 0;
    const count = (block: Uint8Array) => {
      bytes += block.length;
      return write(block);
    };
    running++;
    try {
      await fetcher.download({ url, maxBytes, timeoutMs, idleMs, signal }, count);
      metrics.fetch('ok', bytes);
    } catch (thrown) {
      metrics.fetch(problemOf(thrown).kind.code, bytes);
      throw thrown;
    } finally {
      running--;
    }
  };
  return {
    async fetch(url, client, write, signal) {
      const release = await queue.acquire(client, signal);
      if (!release) throw new DocconvError('OVERLOADED.fetches');
      try {
        await download(url, write, signal);
        return release;
      } catch (thrown) {
        release();
        throw thrown;
      }
    },
  };
}
