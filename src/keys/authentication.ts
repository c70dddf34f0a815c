/** Authenticates keys, and notes when they were used, on any store. */
import { DocconvError } from '../errors.js';
import { infoOf, type KeyRefusal, refusalOf } from './key-record.js';
import type { Keys } from './keys.js';
import { hashKey, isWellFormedKey } from './secrets.js';
import type { KeyRecord, KeyStore } from './store/store.js';
import { KeyUses } from './uses.js';

type Authentication = Pick<Keys, 'authenticate' | 'close'>;

export function authenticationOn(store: KeyStore): Authentication {
  const uses = new KeyUses(store);
  return {
    async authenticate(key, client) {
      if (!isWellFormedKey(key)) return null;
      const hash = hashKey(key);
      const found = await store.findKey(hash);
      if (!found) return null;
      const { key: record, now } = found;
      const refusal = refusalOf(record, hash, now);
      if (refusal !== null) {
        uses.refused(found, refusal, client);
        return refuse(refusal, record);
      }
      uses.accepted(found, client);
      return { ...infoOf(record), former: hash !== record.hash };
    },
    close: () => uses.flush(),
  };
}

/** Null for a revoked key. Throws KEY_INVALID otherwise. */
function refuse(refusal: KeyRefusal, { expiresAt, rotatedAt }: KeyRecord): null {
  if (refusal === 'revoked') return null;
  if (refusal === 'expired') throw new DocconvError('KEY_INVALID.expired', { day: dayOf(expiresAt) });
  throw new DocconvError('KEY_INVALID.replaced', { day: dayOf(rotatedAt) });
}

function dayOf(time: string | null): string {
  return (time ?? '').slice(0, 10);
}
