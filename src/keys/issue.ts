/** The rules of codes and keys, over any store. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DocconvError } from '../errors.js';
import { clientNetwork, mailboxOf, normalizeEmail } from './address.js';
import { DEFAULT_LIMITS, type KeyInfo, type Keys, type Limits } from './keys.js';
import { hashKey, isWellFormedKey, newCode, newKey, newKeyId, tidyCode } from './secrets.js';
import { CODE_LIFE_MS, type CodeRecord, type Full, type KeyRecord, type KeyStore, type Limit } from './store.js';

const CODE_TRIES = 5;
const HOUR_MS = 3_600_000;

export interface KeysSettings {
  store: KeyStore;
  /** Kept apart from the store. */
  pepper: Uint8Array;
  limits?: Partial<Limits>;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export function createKeys({ store, pepper, limits: given, now = Date.now }: KeysSettings): Keys {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const seal = (...parts: string[]) => createHmac('sha256', pepper).update(parts.join('\0')).digest('base64url');
  return {
    async issueCode({ email: typed, client }) {
      const email = normalizeEmail(typed);
      const code = newCode();
      const record = { digest: seal('code', email, code), expiresAt: now() + CODE_LIFE_MS };
      const rules = { buckets: bucketsOf(email, client), most: limits.codesAtOnce };
      const full = await store.saveCode(seal('address', email), record, rules, now());
      if (full) throw tooMany(full);
      return { email, code, expiresIn: CODE_LIFE_MS / 1000 };
    },
    async redeemCode({ email: typed, code }) {
      const email = normalizeEmail(typed);
      const { key, record } = freshKey(email, now());
      const digest = seal('code', email, tidyCode(code));
      const accept = (expected: CodeRecord | null) => matches(digest, expected, now());
      if (await store.tradeCode(seal('address', email), accept, record, now())) return { ...infoOf(record), key };
      throw new DocconvError('CODE_INVALID', 'This code is wrong, used or too old. Check it, or ask for a new one.');
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

  function bucketsOf(email: string, client: string | undefined): Limit[] {
    const perAddress = { bucket: seal('mailbox', mailboxOf(email)), max: limits.codesPerAddressPerHour };
    const perClient = client !== undefined && {
      bucket: seal('client', clientNetwork(client)),
      max: limits.codesPerClientPerHour,
    };
    return [perAddress, ...(perClient ? [perClient] : [])].map(limit => ({ ...limit, windowMs: HOUR_MS }));
  }
}

function freshKey(email: string, now: number): { key: string; record: KeyRecord } {
  const key = newKey();
  const createdAt = new Date(now).toISOString();
  return { key, record: { id: newKeyId(), hash: hashKey(key), email, createdAt, revokedAt: null } };
}

/** The store has counted this try already. Compares in constant time, and compares also when there is nothing. */
function matches(digest: string, expected: CodeRecord | null, now: number): boolean {
  const given = Buffer.from(digest);
  const equal = timingSafeEqual(given, expected ? Buffer.from(expected.digest) : Buffer.alloc(given.length));
  return equal && expected !== null && expected.tries <= CODE_TRIES && expected.expiresAt > now;
}

function infoOf({ id, email, createdAt, revokedAt }: KeyRecord): KeyInfo {
  return { id, email, createdAt, revokedAt };
}

function tooMany({ max, windowMs, waitMs }: Full): DocconvError {
  const minutes = Math.ceil(waitMs / 60_000);
  const message = `Too many codes were asked for. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  const detail = { limit: max, window: windowMs / 1000, retryAfter: Math.ceil(waitMs / 1000) };
  return new DocconvError('RATE_LIMITED', message, { detail });
}
