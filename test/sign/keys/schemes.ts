import { constants, verify as verifyData } from 'node:crypto';
import type { ForeignSigner, WantedScheme } from '../../../src/sign/keys/index.js';

export const RSA_SHA256: WantedScheme = { type: 'rsa-pkcs1', digest: 'sha256' };
export const PSS_SHA256: WantedScheme = { type: 'rsa-pss', digest: 'sha256', saltLength: 32 };
export const ECDSA_SHA256: WantedScheme = { type: 'ecdsa', digest: 'sha256' };
export const ED25519: WantedScheme = { type: 'ed25519', digest: 'sha512' };

export const DATA = Buffer.from('the signed attributes');

/** By OpenSSL, with the public key of the certificate. */
export function isValid(
  { publicKey: key }: ForeignSigner,
  data: Buffer,
  value: Uint8Array,
  scheme: WantedScheme,
): boolean {
  const { type, digest, saltLength } = scheme;
  const pss = type === 'rsa-pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltLength! } : {};
  return verifyData(type === 'ed25519' ? null : digest, data, { key, ...pss }, value);
}
