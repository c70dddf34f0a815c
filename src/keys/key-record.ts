/** One API key: how it is created and rotated, and whether it is valid. Pure functions; times are milliseconds since 1970. */
import { DocconvError } from '../errors.js';
import { DAY_MS } from '../system/day.js';
import { hasUnsafe } from '../text.js';
import { type KeyInfo, type KeyOptions, MAX_KEY_DAYS, MAX_KEY_NAME } from './keys.js';
import { hashKey, newKey, newKeyId } from './secrets.js';
import type { KeyRecord } from './store/store.js';

interface NewKey extends KeyOptions {
  email: string;
  admin?: boolean;
  sign?: boolean;
}

/** @param maxDays longest lifetime, and that of a key without one of its own; 0: keys do not expire */
export function createKey(
  { email, name, days, admin = false, sign = false }: NewKey,
  maxDays: number,
  now: number,
): { key: string; record: KeyRecord } {
  const key = newKey();
  const record = {
    id: newKeyId(),
    hash: hashKey(key),
    name: name === undefined ? null : checkedName(name),
    email,
    admin,
    sign,
    createdAt: iso(now),
    rotatedAt: null,
    expiresAt: expiryOf(lifetimeDays(days, maxDays), now),
    lastUsedAt: null,
    revokedAt: null,
    former: null,
  };
  return { key, record };
}

/** A new secret, valid as long as the key was at first; the former one ends after `graceMs`. */
export function rotateKey(
  record: KeyRecord,
  graceMs: number,
  maxDays: number,
  now: number,
): { key: string; record: KeyRecord } {
  const key = newKey();
  const { createdAt, rotatedAt, expiresAt, hash } = record;
  const lifetime = expiresAt === null ? Number.POSITIVE_INFINITY : time(expiresAt) - time(rotatedAt ?? createdAt);
  const longest = maxDays === 0 ? Number.POSITIVE_INFINITY : maxDays * DAY_MS;
  const formerEnd = Math.min(now + graceMs, expiresAt === null ? Number.POSITIVE_INFINITY : time(expiresAt));
  const rotated = {
    ...record,
    hash: hashKey(key),
    rotatedAt: iso(now),
    expiresAt: expiryOf(Math.min(lifetime, longest) / DAY_MS, now),
    former: graceMs === 0 ? null : { hash, expiresAt: iso(formerEnd) },
  };
  return { key, record: rotated };
}

export type KeyRefusal = 'revoked' | 'expired' | 'former';

/** Why this secret of the key is not valid; null if it is. */
export function refusalOf(record: KeyRecord, hash: string, now: number): KeyRefusal | null {
  const { revokedAt, expiresAt, former } = record;
  if (revokedAt !== null) return 'revoked';
  if (former?.hash === hash && time(former.expiresAt) <= now) return 'former';
  return expiresAt !== null && time(expiresAt) <= now ? 'expired' : null;
}

/** Null for no name. Throws OPTION_INVALID. */
export function checkedName(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed.length <= MAX_KEY_NAME && !hasUnsafe(trimmed)) return trimmed || null;
  throw new DocconvError('OPTION_INVALID.key-name', { limit: MAX_KEY_NAME });
}

export function infoOf({ hash: _hash, former, sign = false, ...info }: KeyRecord): KeyInfo {
  return { ...info, sign, formerUntil: former?.expiresAt ?? null };
}

function lifetimeDays(days: number | undefined, maxDays: number): number {
  const longest = maxDays || MAX_KEY_DAYS;
  if (days === undefined) return maxDays || Number.POSITIVE_INFINITY;
  if (Number.isInteger(days) && days >= 1 && days <= longest) return days;
  throw new DocconvError('OPTION_INVALID.key-validity', { limit: longest });
}

function expiryOf(days: number, now: number): string | null {
  return days === Number.POSITIVE_INFINITY ? null : iso(now + days * DAY_MS);
}

function time(text: string): number {
  return Date.parse(text);
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
