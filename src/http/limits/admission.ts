/** Decides which conversions start, and when. One that cannot start in time is refused before its upload, with Retry-After. */
import { DocconvError } from '../../errors.js';
import { FairQueue } from '../../isolation/index.js';
import { onRequestEnd } from '../plugins/request-end.js';
import type { Converter, ServerServices } from '../services.js';
import { createQuota } from './body-memory.js';
import { clientIdOf, type Guard } from './rate-limit.js';

export interface Admission {
  /** An onRequest hook: 503 when the queue has no room for this client. */
  guard: Guard;
  /** Runs `convert` when it is the client's turn. Throws QUEUE_FULL, or the signal's reason. */
  run<T extends { milliseconds: number }>(client: string, signal: AbortSignal, convert: () => Promise<T>): Promise<T>;
  status(): ReturnType<Converter['status']>;
}

/** Uploads in progress per place in the queue: they use disk and memory before they take a place. */
const UPLOADS_PER_PLACE = 4;

export function createAdmission({ converter, settings }: ServerServices): Admission {
  let averageMs = 500;
  const { workers } = converter;
  const maxUploads = (settings.queue + workers) * UPLOADS_PER_PLACE;
  const uploads = createQuota(maxUploads, maxUploads / 2); // at most half of them for one client
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
      const client = clientIdOf(request);
      const release = queue.admits(client) ? uploads.take(client, 1) : null;
      if (!release) throw queueFull();
      onRequestEnd(request, release);
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
