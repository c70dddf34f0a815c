/** Requests in a window of time, counted over all servers on one database, by its clock. */
import { createHmac } from 'node:crypto';
import type { Postgres } from './connect.js';

export interface RequestCounts {
  /** Counts one request. `ttl`: milliseconds until the window ends. Rejects with STORE_UNAVAILABLE. */
  count(bucket: string, windowMs: number): Promise<{ current: number; ttl: number }>;
}

const SWEEP_MS = 60_000;

/** @param hmacKey buckets name clients; the database has only their HMAC */
export function createRequestCounts({ query, prepared }: Postgres, hmacKey: Uint8Array): RequestCounts {
  let sweptAt = performance.now();
  const sweep = async () => {
    if (performance.now() - sweptAt < SWEEP_MS) return;
    sweptAt = performance.now();
    await query('DELETE FROM docconv.request_counts WHERE ends_at <= now()');
  };
  return {
    async count(bucket, windowMs) {
      const name = createHmac('sha256', hmacKey).update(bucket).digest('base64url');
      const [row] = await prepared<{ requests: number; ttl: string }>(COUNT, [name, windowMs]);
      void sweep().catch(() => {}); // tried again in a minute
      return { current: row!.requests, ttl: Math.max(0, Number(row!.ttl)) };
    },
  };
}

const COUNT = `
  INSERT INTO docconv.request_counts AS known VALUES ($1, now() + $2 * interval '1 ms', 1)
  ON CONFLICT (bucket) DO UPDATE SET
    requests = CASE WHEN known.ends_at <= now() THEN 1 ELSE known.requests + 1 END,
    ends_at = CASE WHEN known.ends_at <= now() THEN excluded.ends_at ELSE known.ends_at END
  RETURNING requests, round(extract(epoch FROM ends_at - now()) * 1000) AS ttl`;
