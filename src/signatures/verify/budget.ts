/** Verification within a budget: crafted evidence can bring any number of signatures and keys to try them with. */
import { cachedOutcome, type PublicKey, type SignedObject, verifySignedBy } from '../../pki/index.js';

/** True when the key has made the signature of this certificate, CRL or OCSP response. */
export type Verifies = (object: SignedObject, key: PublicKey) => boolean;

/** Per check: about half a second. A real file with 25 signatures needs 57, one with three archive timestamps 19. */
const MOST_VERIFICATIONS = 1000;

/** When the budget is spent, what was not verified before does not verify. */
export function verifiesWithin(budget = MOST_VERIFICATIONS): Verifies {
  let left = budget;
  return (object, key) => {
    const known = cachedOutcome(object, key);
    if (known) return known === 'valid';
    return left-- > 0 && verifySignedBy(object, key) === 'valid';
  };
}
