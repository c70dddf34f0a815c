/** Decides which conversions start, and when. One that cannot start in time is refused before its upload, with Retry-After. */
import { DocconvError } from '../../errors.js';
import { FairQueue } from '../../isolation/index.js';
import type { Converter, ServerServices } from '../services.js';
import { clientIdOf, type Guard } from './rate-limit.js';

type Timed = { milliseconds: number };
type Turn = <T extends Timed>(
  client: string,
  signal: AbortSignal,
  convert: () => Promise<T>,
  mayExceed: boolean,
) => Promise<T>;

export interface Admission {
  /** An onRequest hook: 503 when the queue has no room for this client. An upload takes no place in it. */
  guard: Guard;
  /**
   * Runs `convert` when it is the client's turn. Throws QUEUE_FULL, or the signal's reason. `mayExceed`: for a job, which
   * waits also when the queue is full.
   */
  run: Turn;
  /**
   * As `run`, for the documents of one request: each waits for its turn, one after the other, so that the request takes one
   * place in the queue. When the first one is admitted, the others are as well.
   */
  runEach(
    client: string,
    signal: AbortSignal,
    mayExceed: boolean,
  ): <T extends Timed>(convert: () => Promise<T>) => Promise<T>;
  status(): ReturnType<Converter['status']>;
  /** Mean time of the latest conversions in the engine. */
  readonly meanSeconds: number;
}

export function createAdmission({ converter, settings }: ServerServices): Admission {
  let averageMs = 500;
  const { workers } = converter;
  const prefetched = Math.min(workers, settings.queue); // handed to the converter early, so that no worker waits
  const queue = new FairQueue(workers + prefetched, settings.queue - prefetched);

  const queued = () => converter.status().queued + queue.waiting;
  const queueFull = (): DocconvError => {
    const seconds = Math.ceil(((queued() + 1) * averageMs) / workers / 1000);
    const retryAfter = Math.min(Math.max(seconds, 1), 60);
    return new DocconvError('QUEUE_FULL.requests', {}, { detail: { retryAfter } });
  };
  const turn = async (client: string, signal: AbortSignal, mayExceed: boolean): Promise<() => void> => {
    const release = await queue.acquire(client, signal, mayExceed);
    if (!release) throw queueFull();
    return release;
  };
  const measured = async <T extends Timed>(release: () => void, convert: () => Promise<T>): Promise<T> => {
    try {
      const conversion = await convert();
      averageMs += (conversion.milliseconds - averageMs) / 8;
      return conversion;
    } finally {
      release();
    }
  };
  return {
    guard: async request => {
      if (!queue.admits(clientIdOf(request))) throw queueFull();
    },
    run: async (client, signal, convert, mayExceed) => measured(await turn(client, signal, mayExceed), convert),
    runEach(client, signal, isJob) {
      let last: Promise<unknown> | null = null;
      return async convert => {
        const mayExceed = isJob || last !== null;
        const own = Promise.resolve(last).then(() => turn(client, signal, mayExceed));
        last = own; // rejected, it refuses those that follow
        return measured(await own, convert);
      };
    },
    status: () => ({ ...converter.status(), queued: queued() }),
    get meanSeconds() {
      return averageMs / 1000;
    },
  };
}
