/** Creates, renames, rotates and revokes keys, on any store. */
import { DocconvError } from '../errors.js';
import { normalizeEmail } from './address.js';
import { eventAt } from './audit.js';
import { checkedName, createKey, infoOf, iso, refusalOf, rotateKey } from './key-record.js';
import { GRACE_HOURS, type Keys } from './keys.js';
import type { KeyRecord, KeyStore } from './store/store.js';

const HOUR_MS = 3_600_000;

interface ManagementSettings {
  store: KeyStore;
  /** Longest lifetime of a key, 0 for no limit. */
  keyDays: number;
}

type Management = Pick<Keys, 'createKey' | 'permitSigning' | 'recordSigning' | 'list' | 'rename' | 'rotate' | 'revoke'>;

export function managementOn({ store, keyDays }: ManagementSettings): Management {
  return {
    async createKey({ email: typed, ...options }) {
      const email = normalizeEmail(typed);
      const now = await store.now();
      const { key, record } = createKey({ ...options, email }, keyDays, now);
      await store.createKey(record, eventAt(now, 'key_created', { email, keyId: record.id }));
      return { ...infoOf(record), key };
    },
    async permitSigning(id, sign) {
      const now = await store.now();
      const name = sign ? 'signing_permitted' : 'signing_forbidden';
      const changed = await store.changeKey(id, key => {
        if (key.revokedAt !== null) return null;
        return { key: { ...key, sign }, event: eventAt(now, name, { email: key.email, keyId: id }) };
      });
      return changed !== null;
    },
    async recordSigning(event, details) {
      await store.record(eventAt(await store.now(), event, details));
    },
    async list(email) {
      const records = await store.listKeys();
      const address = email === undefined ? null : normalizeEmail(email);
      return records.filter(record => address === null || record.email === address).map(infoOf);
    },
    async rename(id, typed, email) {
      const name = typed === null ? null : checkedName(typed);
      const isOwn = ownedBy(email);
      const changed = await store.changeKey(id, key => (isOwn(key) ? { key: { ...key, name } } : null));
      return changed !== null;
    },
    async rotate(id, { graceHours = GRACE_HOURS.preset, ...actor }) {
      const graceMs = checkedGrace(graceHours) * HOUR_MS;
      const now = await store.now();
      let issued = '';
      const changed = await store.changeKey(id, key => {
        if (refusalOf(key, key.hash, now) !== null) return null;
        const rotated = rotateKey(key, graceMs, keyDays, now);
        issued = rotated.key;
        return { key: rotated.record, event: eventAt(now, 'key_rotated', { email: key.email, keyId: id, ...actor }) };
      });
      return changed && { ...infoOf(changed), key: issued };
    },
    async revoke(id, email, actor = {}) {
      const isOwn = ownedBy(email);
      const now = await store.now();
      const changed = await store.changeKey(id, key => {
        if (!isOwn(key)) return null;
        const event = eventAt(now, 'key_revoked', { email: key.email, keyId: id, ...actor });
        return { key: { ...key, revokedAt: iso(now) }, event };
      });
      return changed !== null;
    },
  };
}

/** Whether a key can be changed by the owner of this address, or by the operator (undefined). */
function ownedBy(typed: string | undefined): (key: KeyRecord) => boolean {
  const email = typed === undefined ? null : normalizeEmail(typed);
  return key => key.revokedAt === null && (email === null || key.email === email);
}

/** Throws OPTION_INVALID. */
function checkedGrace(hours: number): number {
  if (Number.isInteger(hours) && hours >= 0 && hours <= GRACE_HOURS.max) return hours;
  throw new DocconvError('OPTION_INVALID.grace', { limit: GRACE_HOURS.max });
}
