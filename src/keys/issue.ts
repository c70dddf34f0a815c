/** Issues codes and keys: validation, limits and hashing, on any store. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DocconvError } from '../errors.js';
import { clientNetwork, mailboxOf, normalizeEmail } from './address.js';
import { type CodeLimits, DEFAULT_CODE_LIMITS, type KeyInfo, type Keys } from './keys.js';
import { hashKey, isWellFormedKey, newCode, newKey, newKeyId, normalizeCode } from './secrets.js';
import {
  CODE_LIFETIME_MS,
  type CodeRecord,
  type EventLimit,
  type KeyRecord,
  type KeyStore,
  type ReachedLimit,
} from './store.js';

const MAX_TRIES = 5;
const HOUR_MS = 3_600_000;

export interface KeyRules {
  limits?: Partial<CodeLimits>;
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
}

interface KeysSettings extends KeyRules {
  store: KeyStore;
  /** HMAC key, stored apart from the store. */
  pepper: Uint8Array;
}

export function createKeys({ store, pepper, limits: given, now = Date.now }: KeysSettings): Keys {
  const limits = { ...DEFAULT_CODE_LIMITS, ...given };
  const hmac = (...parts: string[]) => createHmac('sha256', pepper).update(parts.join('\0')).digest('base64url');
  return {
    async issueCode({ email: typed, client }) {
      const email = normalizeEmail(typed);
      const code = newCode();
      const issuedAt = now();
      const expiresAt = issuedAt + CODE_LIFETIME_MS;
      const record = { digest: hmac('code', email, code), expiresAt };
      const rules = { limits: eventLimits(email, client), maxPending: limits.codesAtOnce };
      const answer = await store.saveCode(hmac('address', email), record, rules, issuedAt);
      if (!answer.saved) throw tooManyCodes(answer.reached);
      const retryAfter = Math.ceil((answer.next?.waitMs ?? 0) / 1000);
      return { email, code, expiresIn: CODE_LIFETIME_MS / 1000, expiresAt, retryAfter };
    },
    async isUsable({ email, code }) {
      const record = await store.findCode(hmac('address', email));
      return matches(hmac('code', email, code), record && { ...record, tries: record.tries + 1 }, now());
    },
    withdrawCode({ email, code, expiresAt }) {
      const counted = { bucket: mailboxBucket(email), end: expiresAt - CODE_LIFETIME_MS + HOUR_MS };
      return store.withdrawCode(hmac('address', email), hmac('code', email, code), counted);
    },
    async redeemCode({ email: typed, code }) {
      const email = normalizeEmail(typed);
      const { key, record } = createKey(email, now());
      const digest = hmac('code', email, normalizeCode(code));
      const accept = (expected: CodeRecord | null) => matches(digest, expected, now());
      if (await store.redeemCode(hmac('address', email), accept, record, now())) return { ...infoOf(record), key };
      throw new DocconvError('CODE_INVALID', 'The code is wrong, used or expired. Check it, or request a new one.');
    },
    async authenticate(key) {
      const record = isWellFormedKey(key) ? await store.findKey(hashKey(key)) : null;
      return record && record.revokedAt === null ? infoOf(record) : null;
    },
    async list(email) {
      const records = await store.listKeys();
      const address = email === undefined ? null : normalizeEmail(email);
      return records.filter(record => address === null || record.email === address).map(infoOf);
    },
    revoke: (id, email) =>
      store.revokeKey(id, email === undefined ? null : normalizeEmail(email), new Date(now()).toISOString()),
    ping: () => store.ping(),
  };

  function eventLimits(email: string, client: string | undefined): EventLimit[] {
    const perAddress = { bucket: mailboxBucket(email), max: limits.codesPerAddressPerHour, windowMs: HOUR_MS };
    if (client === undefined) return [perAddress]; // a user of this machine, who may repeat a failed attempt at once
    return [
      perAddress,
      { bucket: hmac('client', clientNetwork(client)), max: limits.codesPerClientPerHour, windowMs: HOUR_MS },
      { bucket: hmac('gap', email), max: 1, windowMs: limits.secondsBetweenCodes * 1000 },
    ];
  }

  function mailboxBucket(email: string): string {
    return hmac('mailbox', mailboxOf(email));
  }
}

function createKey(email: string, now: number): { key: string; record: KeyRecord } {
  const key = newKey();
  const createdAt = new Date(now).toISOString();
  return { key, record: { id: newKeyId(), hash: hashKey(key), email, createdAt, revokedAt: null } };
}

/** The store has counted this try already. Constant time, also when there is no code. */
function matches(digest: string, expected: CodeRecord | null, now: number): boolean {
  const given = Buffer.from(digest);
  const equal = timingSafeEqual(given, expected ? Buffer.from(expected.digest) : Buffer.alloc(given.length));
  return equal && expected !== null && expected.tries <= MAX_TRIES && expected.expiresAt > now;
}

function infoOf({ id, email, createdAt, revokedAt }: KeyRecord): KeyInfo {
  return { id, email, createdAt, revokedAt };
}

function tooManyCodes({ max, windowMs, waitMs }: ReachedLimit): DocconvError {
  const seconds = Math.ceil(waitMs / 1000);
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
  const message = `Too many codes were requested. Try again in ${wait}.`;
  const detail = { limit: max, window: windowMs / 1000, retryAfter: seconds };
  return new DocconvError('RATE_LIMITED', message, { detail });
}
