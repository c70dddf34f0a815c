/** The signatures of certificates, CRLs, OCSP responses and CMS signers, each verified with a given key. */
import { createHash } from 'node:crypto';
import { createDigest } from './algorithm.js';
import type { EssCertificateId } from './attributes.js';
import type { Certificate } from './certificate.js';
import type { SignerInfo } from './cms.js';
import { sameBytes } from './der/values.js';
import type { PublicKey } from './key.js';
import { sameName } from './name.js';
import type { TimestampToken } from './timestamp.js';
import { type SignatureOutcome, verifySignature } from './verify.js';

/** A certificate, a CRL or an OCSP response. */
export interface SignedObject {
  readonly tbs: Uint8Array;
  readonly signatureAlgorithm: Certificate['signatureAlgorithm'];
  readonly signature: Uint8Array;
}

const memory = new WeakMap<SignedObject, Map<string, SignatureOutcome>>();

/** Remembered per object and key: path building asks the same question many times. */
export function verifySignedBy(object: SignedObject, key: PublicKey): SignatureOutcome {
  const remembered = rememberedOutcome(object, key);
  if (remembered) return remembered;
  const { signatureAlgorithm: algorithm, signature } = object;
  const outcome = verifySignature({ key, algorithm, signature }, object.tbs);
  const known = memory.get(object) ?? new Map<string, SignatureOutcome>();
  memory.set(object, known.set(keyId(key), outcome));
  return outcome;
}

/** What verifySignedBy() found before; null when it would have to compute. */
export function rememberedOutcome(object: SignedObject, key: PublicKey): SignatureOutcome | null {
  return memory.get(object)?.get(keyId(key)) ?? null;
}

const keyId = (key: PublicKey): string => Buffer.from(key.spki).toString('latin1');

export function isSelfSigned(certificate: Certificate): boolean {
  return (
    sameName(certificate.subject, certificate.issuer) && verifySignedBy(certificate, certificate.publicKey) === 'valid'
  );
}

export interface SignerOutcome {
  readonly outcome: SignatureOutcome;
  /** False when the signature holds only over the attributes as they were sent, not over their DER. */
  readonly overDer: boolean;
}

/** The signature over the signed attributes; 'unsupported' when there are none (see startVerification). */
export function verifySignedAttributes(signer: SignerInfo, key: PublicKey): SignerOutcome {
  const attributes = signer.signedAttributes;
  if (!attributes) return { outcome: 'unsupported', overDer: false };
  const { signatureAlgorithm: algorithm, digestAlgorithm, signature } = signer;
  const over = (data: Uint8Array) => verifySignature({ key, algorithm, digestAlgorithm, signature }, data);
  const outcome = over(attributes.asDer);
  if (outcome !== 'invalid' || sameBytes(attributes.asDer, attributes.asSent)) return { outcome, overDer: true };
  return { outcome: over(attributes.asSent), overDer: false };
}

/** True when the identifier's hash is the certificate's; null when the hash cannot be computed. */
export function matchesEssId(id: EssCertificateId, certificate: Certificate): boolean | null {
  const hash = id.hashAlgorithm ? createDigest(id.hashAlgorithm) : createHash(id.version === 1 ? 'sha1' : 'sha256');
  if (!hash) return null;
  if (!sameBytes(hash.update(certificate.der).digest(), id.hash)) return false;
  return id.serialNumber === null || id.serialNumber === certificate.serialNumber;
}

/** True when the token's imprint is the digest of `data`; null when that digest cannot be computed. */
export function matchesImprint(token: TimestampToken, data: Uint8Array): boolean | null {
  const { algorithm, digest } = token.info.imprint;
  const hash = createDigest(algorithm);
  return hash && sameBytes(hash.update(data).digest(), digest);
}
