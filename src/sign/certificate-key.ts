/** The key of a certificate, read by docconv itself: OpenSSL refuses certificates for faults in names, which authorities issue. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { DocconvError } from '../errors.js';
import { type Certificate, keyObject } from '../pki/index.js';

/** Throws OPTION_UNSUPPORTED for a key that OpenSSL cannot use. */
export function publicKeyOf({ publicKey }: Certificate): KeyObject {
  const key = keyObject(publicKey);
  if (!key) throw new DocconvError('OPTION_UNSUPPORTED.identity-key-type', { type: publicKey.text });
  return key;
}

/** Those of this key; after a renewal there are several, of which one that is valid now is first. */
export function certificatesOf(privateKey: KeyObject, all: readonly Certificate[], now = new Date()): Certificate[] {
  const own = createPublicKey(privateKey);
  return currentFirst(
    all.filter(({ publicKey }) => isSame(own, keyObject(publicKey))),
    one => isCurrent(one, now),
  );
}

/** OpenSSL keeps the error of a comparison of different types, and the next key that is read fails with it. */
function isSame(own: KeyObject, other: KeyObject | null): boolean {
  if (!other || other.asymmetricKeyType !== own.asymmetricKeyType) return false;
  const curveOf = ({ asymmetricKeyDetails }: KeyObject) => asymmetricKeyDetails?.namedCurve;
  return curveOf(own) === curveOf(other) && own.equals(other);
}

export const isCurrent = ({ notBefore, notAfter }: Certificate, now = new Date()): boolean =>
  notBefore <= now && now <= notAfter;

export function currentFirst<Item>(items: readonly Item[], isCurrent: (item: Item) => boolean): Item[] {
  return items.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
}
