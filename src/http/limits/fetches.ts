/** Bounds the documents by URL: in all and for each client. The others wait for their turn, which costs no memory. */
import { DocconvError } from '../../errors.js';
import type { FetchAnswer, Fetcher, FetchRequest } from '../../fetch/index.js';
import { FairQueue } from '../../isolation/index.js';
import type { Metrics } from '../metrics/metrics.js';
import { problemOf } from '../problem.js';
import type { ServerSettings } from '../services.js';

export interface Fetches {
  /**
   * Passes the document to `write` while it arrives; resolves to a function that ends its turn, to be called when the
   * document is not needed any more. `sent`: headers for the origin of the URL, and what takes the headers of its answer. Rejects with OVERLOADED when too many wait, and as fetchers do.
   */
  fetch(
    url: string,
    client: string,
    write: (block: Uint8Array) => Promise<void>,
    signal: AbortSignal,
    sent?: {
      headers: Readonly<Record<string, string>>;
      onAnswer(answer: Pick<FetchAnswer, 'contentDisposition'>): void;
    },
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

  const download = async (
    wanted: Pick<FetchRequest, 'url' | 'ownHeaders'>,
    write: (block: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ) => {
    if (!fetcher) throw new DocconvError('URL_FORBIDDEN.fetching-disabled');
    const { maxUpload: maxBytes, fetchTimeoutMs: timeoutMs, fetchIdleMs: idleMs } = settings;
    let bytes = 0;
    const count = (block: Uint8Array) => {
      bytes += block.length;
      return write(block);
    };
    running++;
    try {
      const answer = await fetcher.download({ ...wanted, maxBytes, timeoutMs, idleMs, signal }, count);
      metrics.fetch('ok', bytes);
      return answer;
    } catch (thrown) {
      metrics.fetch(problemOf(thrown).kind.code, bytes);
      throw thrown;
    } finally {
      running--;
    }
  };
  return {
    async fetch(url, client, write, signal, sent) {
      const release = await queue.acquire(client, signal);
      if (!release) throw new DocconvError('OVERLOADED.fetches');
      try {
        const answer = await download({ url, ownHeaders: sent?.headers }, write, signal);
        sent?.onAnswer(answer);
        return release;
      } catch (thrown) {
        release();
        throw thrown;
      }
    },
  };
}
