/** How often one caller may ask, told in every answer (draft-ietf-httpapi-ratelimit-headers). */
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocconvError } from '../../errors.js';
import type { App } from '../app.js';

const WINDOW_SECONDS = 60;

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export async function installLimits(app: App): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 50_000 });
}

/** A hook that lets each caller through `perMinute` times a minute; 0 is without limit. */
export function limitPerMinute(app: App, name: string, perMinute: number): Guard {
  if (perMinute === 0) return async () => {};
  const count = app.createRateLimit({ max: perMinute, timeWindow: WINDOW_SECONDS * 1000, keyGenerator: callerOf });
  return async (request, reply) => {
    const state = await count(request);
    if (state.isAllowed) return;
    reply.header('ratelimit-policy', `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`);
    reply.header('ratelimit', `"${name}";r=${state.remaining};t=${state.ttlInSeconds}`);
    if (state.isExceeded) throw tooMany(perMinute, state.ttlInSeconds);
  };
}

function tooMany(limit: number, retryAfter: number): DocconvError {
  const sentence = `More than ${limit} requests in a minute. Try again in ${retryAfter} s.`;
  return new DocconvError('RATE_LIMITED', sentence, { detail: { limit, retryAfter } });
}

/** The key where there is one, otherwise the address. */
export function callerOf(request: FastifyRequest): string {
  return request.caller ? `key ${request.caller.id}` : clientAddress(request);
}

/** The client's address, of IPv6 the /64 that one customer has; behind a unix socket all clients are one. */
export function clientAddress({ ip }: FastifyRequest): string {
  return ip ? normalizeIP(ip, 64) : 'local';
}
