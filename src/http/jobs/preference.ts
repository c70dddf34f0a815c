/** The header Prefer (RFC 7240), as far as jobs use it. */
import type { FastifyRequest } from 'fastify';
import type { Guard } from '../limits/rate-limit.js';

export interface Preference {
  readonly respondAsync: boolean;
  /** Milliseconds for which the client wants to wait; 0: it states none. */
  readonly waitMs: number;
}

const MAX_WAIT_SECONDS = 60;

/** Preferences that cannot be understood are ignored (RFC 7240, 2). */
export function preferenceOf({ headers: { prefer = '' } }: FastifyRequest): Preference {
  const words = String(prefer)
    .split(',')
    .map(word => word.split(';', 1)[0]!.trim().toLowerCase());
  const wait = words.flatMap(word => /^wait *= *"?(\d{1,9})"?$/.exec(word)?.[1] ?? [])[0];
  const waitMs = Math.min(Number(wait ?? 0), MAX_WAIT_SECONDS) * 1000;
  return { respondAsync: words.some(word => /^respond-async( *=.*)?$/.test(word)), waitMs };
}

/** A guard for requests that wait for their answer, or for those that become a job. */
export const ifSync =
  (guard: Guard): Guard =>
  async (request, reply) =>
    preferenceOf(request).respondAsync ? undefined : guard(request, reply);
export const ifAsync =
  (guard: Guard): Guard =>
  async (request, reply) =>
    preferenceOf(request).respondAsync ? guard(request, reply) : undefined;
