import { constants, verify as verifyData } from 'node:crypto';
import type { Signer, SigningScheme } from '../../../src/sign/index.js';

export const RSA_SHA256: SigningScheme = { type: 'rsa-pkcs1', digest: 'sha256' };
export const PSS_SHA256: SigningScheme = { type: 'rsa-pss', digest: 'sha256', saltLength: 32 };
export const ECDSA_SHA256: SigningScheme = { type: 'ecdsa', digest: 'sha256' };
export const ED25519: SigningScheme = { type: 'ed25519', digest: 'sha512' };

export const DATA = Buffer.from('the signed attributes');

/** By OpenSSL, with the public key of the certificate. */
export function isValid({ publicKey: key }: Signer, data: Buffer, value: Uint8Array, scheme: SigningScheme): boolean {
  const { type, digest } = scheme;
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const pss = type === 'rsa-pss' ? { padding, saltLength: scheme.saltLength } : {};
  return verifyData(type === 'ed25519' ? null : digest, data, { key, ...pss }, value);
}
