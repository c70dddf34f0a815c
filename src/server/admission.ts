/** Refuses a conversion before its upload when it could not begin in time, and says when to come back. */
import { DocconvError } from '../errors.js';
import { atEnd } from './plugins/ending.js';
import { callerOf, type Guard } from './plugins/limits.js';
import { createShares } from './plugins/shares.js';
import type { ServerServices } from './services.js';

export interface Admission {
  /** An onRequest hook. */
  guard: Guard;
  /** Learns how long conversions take. */
  took(milliseconds: number): void;
}

/** Uploads under way at most, for each place in the queue: they fill disk and memory before they fill the queue. */
const UPLOADS_PER_PLACE = 4;

export function admission({ converter, settings }: ServerServices): Admission {
  let usualMs = 500;
  const uploads = (settings.queue + converter.workers) * UPLOADS_PER_PLACE;
  const shares = createShares(uploads, uploads / 2); // half of them for one caller

  const busy = (): DocconvError => {
    const seconds = Math.ceil(((converter.status().queued + 1) * usualMs) / converter.workers / 1000);
    const retryAfter = Math.min(Math.max(seconds, 1), 60);
    return new DocconvError('QUEUE_FULL', 'The queue is full.', { detail: { retryAfter } });
  };
  return {
    guard: async request => {
      const give = converter.status().queued < settings.queue ? shares.take(callerOf(request), 1) : null;
      if (!give) throw busy();
      atEnd(request, give);
    },
    took(milliseconds) {
      usualMs += (milliseconds - usualMs) / 8;
    },
  };
}
