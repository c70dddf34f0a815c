/** Verifies and reads a trusted list in one pass. */
import type { Certificate } from '../../pki/index.js';
import type { TrustedList } from './model.js';
import { ListReader } from './read-list.js';
import { refusal } from './refusal.js';
import { scanList } from './scan.js';
import { verifyListSignature } from './signature/verify.js';

export interface VerifiedList {
  readonly list: TrustedList;
  readonly signer: Certificate;
  /** As the signer states it. */
  readonly signedAt: Date;
}

/**
 * `signerCertificates`: DER of the certificates that may sign the list, from the pointer to it. That they are announced is
 * what counts; whether they have expired since does not matter. Rejects with LIST_INVALID, whose `detail.reason` is a
 * ListRefusal.
 */
export async function verifyList(bytes: Uint8Array, signerCertificates: readonly Uint8Array[]): Promise<VerifiedList> {
  const verified = await verifyIntegrity(bytes);
  requireSigner(verified, ({ der }) => signerCertificates.some(one => Buffer.compare(one, der) === 0));
  return verified;
}

/** A list that somebody signed: requireSigner() decides whether it may be believed. Rejects with LIST_INVALID. */
export async function verifyIntegrity(bytes: Uint8Array): Promise<VerifiedList> {
  const reader = new ListReader();
  const { certificate, signedAt } = verifyListSignature(await scanList(bytes, reader));
  return { list: reader.list(), signer: certificate, signedAt };
}

/** RSA: the least that SOG-IS accepts; a real signer has 2032 bits. */
const MIN_BITS: Readonly<Record<string, number>> = { RSA: 1900, 'RSA-PSS': 1900, EC: 256 };

/** Throws LIST_INVALID unless the signer may sign, had a valid certificate then, and has a strong key. */
export function requireSigner({ signer, signedAt }: VerifiedList, maySign: (signer: Certificate) => boolean): void {
  if (!maySign(signer)) throw refusal('SIGNER_UNKNOWN', signer.subject.text);
  const { notBefore, notAfter, publicKey } = signer;
  if (signedAt < notBefore || signedAt > notAfter) throw refusal('SIGNING_TIME', signedAt.toISOString());
  const min = MIN_BITS[publicKey.kind];
  if (!min || (publicKey.bits ?? 0) < min) throw refusal('WEAK_KEY', publicKey.text);
}
