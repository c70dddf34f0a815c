/** Which conversions begin, and when: one that could not begin in time is refused before its upload, with when to come back. */
import { DocconvError } from '../errors.js';
import { FairQueue } from '../isolation/index.js';
import { callerOf, type Guard } from './plugins/limits.js';
import { atEnd } from './plugins/response-end.js';
import type { Converter, ServerServices } from './services.js';
import { createShares } from './upload/shares.js';

export interface Admission {
  /** An onRequest hook. */
  guard: Guard;
  /** Runs `convert` when it is the caller's turn. Throws QUEUE_FULL, or the signal's reason. */
  inTurn<T extends { milliseconds: number }>(who: string, signal: AbortSignal, convert: () => Promise<T>): Promise<T>;
  status(): ReturnType<Converter['status']>;
}

/** Uploads under way at most, for each place in the queue: they fill disk and memory before they fill the queue. */
const UPLOADS_PER_PLACE = 4;

export function admission({ converter, settings }: ServerServices): Admission {
  let usualMs = 500;
  const { workers } = converter;
  const uploads = (settings.queue + workers) * UPLOADS_PER_PLACE;
  const shares = createShares(uploads, uploads / 2); // half of them for one caller
  const ahead = Math.min(workers, settings.queue); // looked at while the workers are busy, so that none has to wait
  const turns = new FairQueue(workers + ahead, settings.queue - ahead);

  const queued = () => converter.status().queued + turns.waiting;
  const busy = (): DocconvError => {
    const seconds = Math.ceil(((queued() + 1) * usualMs) / workers / 1000);
    const retryAfter = Math.min(Math.max(seconds, 1), 60);
    return new DocconvError('QUEUE_FULL', 'The queue is full.', { detail: { retryAfter } });
  };
  return {
    guard: async request => {
      const who = callerOf(request);
      const give = turns.admits(who) ? shares.take(who, 1) : null;
      if (!give) throw busy();
      atEnd(request, give);
    },
    async inTurn(who, signal, convert) {
      const end = await turns.take(who, signal);
      if (!end) throw busy();
      try {
        const made = await convert();
        usualMs += (made.milliseconds - usualMs) / 8;
        return made;
      } finally {
        end();
      }
    },
    status: () => ({ ...converter.status(), queued: queued() }),
  };
}
