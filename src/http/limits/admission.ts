/** Decides which conversions start, and when. One that cannot start in time is refused before its upload, with Retry-After. */
import { DocconvError } from '../../errors.js';
import { FairQueue } from '../../isolation/index.js';
import type { Converter, ServerServices } from '../services.js';
import { clientIdOf, type Guard } from './rate-limit.js';

export interface Admission {
  /** An onRequest hook: 503 when the queue has no room for this client. An upload takes no place in it. */
  guard: Guard;
  /** Runs `convert` when it is the client's turn. Throws QUEUE_FULL, or the signal's reason. */
  run<T extends { milliseconds: number }>(client: string, signal: AbortSignal, convert: () => Promise<T>): Promise<T>;
  status(): ReturnType<Converter['status']>;
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
    return new DocconvError('QUEUE_FULL', 'The queue is full.', { detail: { retryAfter } });
  };
  return {
    guard: async request => {
      if (!queue.admits(clientIdOf(request))) throw queueFull();
    },
    async run(client, signal, convert) {
      const release = await queue.acquire(client, signal);
      if (!release) throw queueFull();
      try {
        const conversion = await convert();
        averageMs += (conversion.milliseconds - averageMs) / 8;
        return conversion;
      } finally {
        release();
      }
    },
    status: () => ({ ...converter.status(), queued: queued() }),
  };
}
