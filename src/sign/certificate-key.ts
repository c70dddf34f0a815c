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

export function isKeyOf(privateKey: KeyObject, { publicKey }: Certificate): boolean {
  return keyObject(publicKey)?.equals(createPublicKey(privateKey)) ?? false;
}
