/** Requests in a window of time, counted by one server, on a clock that is never set. */
import type { RequestCounts } from '../../postgres/index.js';

/** Of clients that are remembered; those whose windows began first are forgotten. */
const MAX_BUCKETS = 50_000;

export function createOwnCounts(): RequestCounts {
  const windows = new Map<string, { requests: number; endsAt: number }>();
  return {
    async count(bucket, windowMs) {
      const now = Math.floor(performance.now());
      let window = windows.get(bucket);
      if (!window || window.endsAt <= now) {
        window = { requests: 0, endsAt: now + windowMs };
        windows.delete(bucket); // to the end: the first are the oldest
        windows.set(bucket, window);
        if (windows.size > MAX_BUCKETS) windows.delete(windows.keys().next().value!);
      }
      return { current: ++window.requests, ttl: window.endsAt - now };
    },
  };
}
