/** Requests per minute and client, reported in the response headers (draft-ietf-httpapi-ratelimit-headers). */
import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import type { RequestCounts } from '../../postgres/index.js';
import type { App } from '../app.js';

const WINDOW_SECONDS = 60;

/** A hook that rejects a request by throwing. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** @param shared null: this server counts its own requests */
export async function installRateLimit(app: App, shared: RequestCounts | null): Promise<void> {
  await app.register(rateLimit, { global: false, store: rateLimitStore(shared ?? createOwnCounts()) });
}

/** A hook that allows each client `perMinute` requests per minute; 0 disables the limit. */
export function limitPerMinute(app: App, name: string, perMinute: number): Guard {
  if (perMinute === 0) return async () => {};
  const keyGenerator = (request: FastifyRequest) => `${name} ${clientIdOf(request)}`;
  const count = app.createRateLimit({ max: perMinute, timeWindow: WINDOW_SECONDS * 1000, keyGenerator });
  return async (request, reply) => {
    const state = await count(request);
    if (state.isAllowed) return;
    reply.header('ratelimit-policy', `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`);
    reply.header('ratelimit', `"${name}";r=${state.remaining};t=${state.ttlInSeconds}`);
    if (state.isExceeded)
      throw new DocconvError(
        'RATE_LIMITED.requests-per-minute',
        { limit: perMinute, seconds: state.ttlInSeconds },
        { detail: { limit: perMinute, retryAfter: state.ttlInSeconds } },
      );
  };
}

/** The plugin makes one instance; buckets have the name of their limit. */
function rateLimitStore(counts: RequestCounts): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
      counts.count(key, windowMs).then(
        counted => callback(null, counted),
        (thrown: Error) => callback(thrown),
      );
    }
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}

/** The client that a request counts for: the account if there is a key, which may have many keys; otherwise its address. */
export function clientIdOf(request: FastifyRequest): string {
  return request.apiKey ? clientOfAccount(request.apiKey.email) : clientAddress(request);
}

export function clientOfAccount(email: string): string {
  return `${ACCOUNT}${email}`;
}

/** The account of a client that has a key; of others, their address. */
export function accountOfClient(client: string): string {
  return client.startsWith(ACCOUNT) ? client.slice(ACCOUNT.length) : client;
}

const ACCOUNT = 'account ';

/** The client's IP address; for IPv6 its /64, which one customer has. All clients on a unix socket count as one. */
export function clientAddress({ ip }: FastifyRequest): string {
  return ip ? normalizeIP(ip, 64) : 'local';
}

/** Of clients that are remembered; those whose windows began first are forgotten. */
const MAX_BUCKETS = 50_000;

/** Counted by one server, on a clock that is never set. */
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
