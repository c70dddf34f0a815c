/**
 * Conditional and range requests for a result: ETag, If-Match, If-None-Match, If-Range and Range (RFC 9110, 13 and 14).
 * Results have no Last-Modified, so that conditions with a time do not apply (13.1.3, 13.1.4).
 */
import type { FastifyRequest } from 'fastify';
import type { ByteRange, JobResult } from '../../jobs/index.js';
import { digestFor, isNamed, isSame } from '../plugins/entity-tags.js';

/** Strong: a result is never changed. Another one has another id, also where its job has the same. */
export function etagOf({ id }: Pick<JobResult, 'id'>): string {
  return `"${digestFor(id)}"`;
}

/** Whether the client takes this representation: it wants any, or names this one. */
export function isWanted({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  return headers['if-match'] === undefined || isSame(headers['if-match'], etag);
}

/** Whether the client has this representation already. */
export function isKnown({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  return isNamed(headers['if-none-match'], tag => tag === etag);
}

/**
 * The bytes that a request asks for; null: all, as for several ranges or what is no range (RFC 9110, 14.2). `none`: they
 * are beyond the end.
 */
export function rangeOf(
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { etag, size }: { etag: string; size: number },
): ByteRange | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(headers.range?.replaceAll(' ', '') ?? '') ?? [];
  const condition = headers['if-range'] ?? etag; // a date never applies
  if (method !== 'GET' || from + to === '' || condition !== etag) return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return first <= last ? { first, last } : 'none';
}
