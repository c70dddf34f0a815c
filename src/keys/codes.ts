/** Issues codes and redeems them: validation, limits and hashing, on any store. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DocconvError } from '../errors.js';
import { mailboxOf, normalizeEmail } from './address.js';
import { eventAt } from './audit.js';
import { createKey, infoOf } from './key-record.js';
import { CODE_TRIES, type CodeLimits, DEFAULT_CODE_LIMITS, type Keys } from './keys.js';
import type { RegistrationPolicy } from './registration-policy.js';
import { newCode, newKey, normalizeCode } from './secrets.js';
import {
  CODE_LIFETIME_MS,
  type CodeRecord,
  type EventLimit,
  isToCome,
  type KeyStore,
  type ReachedLimit,
} from './store/store.js';

const HOUR_MS = 3_600_000;

interface CodeSettings {
  store: KeyStore;
  /** HMAC key, stored apart from the store. */
  pepper: Uint8Array;
  limits: Partial<CodeLimits>;
  mayRegister: RegistrationPolicy;
  /** Longest lifetime of a key, 0 for no limit. */
  keyDays: number;
}

type Codes = Pick<Keys, 'issueCode' | 'validMs' | 'withdrawCode' | 'redeemCode'>;

export function codesOn({ store, pepper, limits: given, mayRegister, keyDays }: CodeSettings): Codes {
  const limits = { ...DEFAULT_CODE_LIMITS, ...given };
  const hmac = (...parts: string[]) => createHmac('sha256', pepper).update(parts.join('\0')).digest('base64url');
  return {
    async issueCode({ email: typed, client }) {
      const email = normalizeEmail(typed);
      const issuedAt = await store.now();
      const permitted = mayRegister(email) || (await isInvited(email, issuedAt));
      const code = newCode();
      const expiresAt = issuedAt + CODE_LIFETIME_MS;
      // an address that may not register gets the same answers and limits, but the stored code is random and never sent
      const record = { digest: hmac('code', email, permitted ? code : newKey()), expiresAt };
      const rules = { limits: eventLimits(email, client), maxPending: limits.codesAtOnce };
      const event = eventAt(issuedAt, permitted ? 'code_issued' : 'registration_refused', { email, client });
      const answer = await store.saveCode(hmac('address', email), record, rules, issuedAt, event);
      if (!answer.saved) throw tooManyCodes(answer.reached);
      const retryAfter = Math.ceil((answer.next?.waitMs ?? 0) / 1000);
      return { email, code, expiresIn: CODE_LIFETIME_MS / 1000, expiresAt, retryAfter, permitted };
    },
    async validMs({ email, code }) {
      const [record, now] = [await store.findCode(hmac('address', email)), await store.now()];
      const isValid = matches(hmac('code', email, code), record && { ...record, tries: record.tries + 1 }, now);
      return record && isValid ? record.expiresAt - now : 0;
    },
    async withdrawCode({ email, code, expiresAt }) {
      const counted = { bucket: mailboxBucket(email), end: expiresAt - CODE_LIFETIME_MS + HOUR_MS };
      const event = eventAt(await store.now(), 'code_not_sent', { email });
      await store.withdrawCode(hmac('address', email), hmac('code', email, code), counted, event);
    },
    async redeemCode({ email: typed, code, client, ...options }) {
      const [email, now] = [normalizeEmail(typed), await store.now()];
      const { key, record } = createKey({ ...options, email }, keyDays, now);
      const digest = hmac('code', email, normalizeCode(code));
      const accept = (expected: CodeRecord | null) => matches(digest, expected, now);
      const redemption = {
        key: record,
        redeemed: eventAt(now, 'code_redeemed', { email, keyId: record.id, client }),
        refused: eventAt(now, 'code_refused', { email, client }),
      };
      if (await store.redeemCode(hmac('address', email), accept, redemption, now)) return { ...infoOf(record), key };
      throw new DocconvError('CODE_INVALID.wrong-used-or-expired');
    },
  };

  async function isInvited(email: string, now: number): Promise<boolean> {
    const invitations = await store.listInvitations(email);
    return invitations.some(({ expiresAt }) => Date.parse(expiresAt) > now);
  }

  function eventLimits(email: string, client: string | undefined): EventLimit[] {
    const perAddress = { bucket: mailboxBucket(email), max: limits.codesPerAddressPerHour, windowMs: HOUR_MS };
    if (client === undefined) return [perAddress]; // a user of this machine, who may repeat a failed attempt at once
    return [
      perAddress,
      { bucket: hmac('client', client), max: limits.codesPerClientPerHour, windowMs: HOUR_MS },
      { bucket: hmac('gap', email), max: 1, windowMs: limits.secondsBetweenCodes * 1000 },
    ];
  }

  function mailboxBucket(email: string): string {
    return hmac('mailbox', mailboxOf(email));
  }
}

/** The store has counted this try already. Constant time, also when there is no code. */
function matches(digest: string, expected: CodeRecord | null, now: number): boolean {
  const given = Buffer.from(digest);
  const equal = timingSafeEqual(given, expected ? Buffer.from(expected.digest) : Buffer.alloc(given.length));
  return (
    equal && expected !== null && expected.tries <= CODE_TRIES && isToCome(expected.expiresAt, CODE_LIFETIME_MS, now)
  );
}

function tooManyCodes({ max, windowMs, waitMs }: ReachedLimit): DocconvError {
  const seconds = Math.ceil(waitMs / 1000);
  const detail = { limit: max, window: windowMs / 1000, retryAfter: seconds };
  if (seconds <= 90) return new DocconvError('RATE_LIMITED.codes.seconds', { seconds }, { detail });
  return new DocconvError('RATE_LIMITED.codes.minutes', { minutes: Math.ceil(seconds / 60) }, { detail });
}
