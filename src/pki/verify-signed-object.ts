/** Verifies the signatures of certificates, CRLs, OCSP responses and CMS signers with a given key. */
import { createHash } from 'node:crypto';
import { createDigest, type SignedObject } from './algorithm.js';
import type { Certificate } from './certificate.js';
import type { SignerInfo } from './cms.js';
import type { EssCertificateId } from './cms-attributes.js';
import { sameBytes } from './der/values.js';
import { haveSameParts, sameName } from './name.js';
import type { PublicKey } from './public-key.js';
import { type SignatureOutcome, verifySignature } from './verify-signature.js';

const outcomes = new WeakMap<SignedObject, Map<string, SignatureOutcome>>();

/** The outcome is cached per object and key: path building verifies the same pairs repeatedly. */
export function verifySignedBy(object: SignedObject, key: PublicKey): SignatureOutcome {
  const known = outcomes.get(object) ?? new Map<string, SignatureOutcome>();
  const cached = known.get(keyId(key));
  if (cached) return cached;
  const { signatureAlgorithm: algorithm, signature } = object;
  const outcome = verifySignature({ key, algorithm, signature }, object.tbs);
  outcomes.set(object, known.set(keyId(key), outcome));
  return outcome;
}

/** The same for equal keys. */
export const keyId = (key: PublicKey): string => Buffer.from(key.spki).toString('latin1');

export function isSelfSigned(certificate: Certificate): boolean {
  return (
    sameName(certificate.subject, certificate.issuer) && verifySignedBy(certificate, certificate.publicKey) === 'valid'
  );
}

/**
 * The signature over the DER of the signed attributes or, failing that, over their encoding as sent; 'unsupported' when
 * there are none (see startVerification).
 */
export function verifySignedAttributes(signer: SignerInfo, key: PublicKey): SignatureOutcome {
  const attributes = signer.signedAttributes;
  if (!attributes) return 'unsupported';
  const { signatureAlgorithm: algorithm, digestAlgorithm, signature } = signer;
  const over = (data: Uint8Array) => verifySignature({ key, algorithm, digestAlgorithm, signature }, data);
  const outcome = over(attributes.asDer);
  const isFinal = outcome !== 'invalid' || sameBytes(attributes.asDer, attributes.asSent);
  return isFinal ? outcome : over(attributes.asSent);
}

/**
 * True when the identifier's hash, and its issuer and serial number where they are stated, are those of the certificate; null when
 * the hash cannot be computed. Some programs write the parts of the issuer's name in reverse order.
 */
export function matchesEssId(id: EssCertificateId, certificate: Certificate): boolean | null {
  const hash = id.hashAlgorithm ? createDigest(id.hashAlgorithm) : createHash(id.version === 1 ? 'sha1' : 'sha256');
  if (!hash) return null;
  if (!sameBytes(hash.update(certificate.der).digest(), id.hash)) return false;
  const isIssuer = id.issuer === null || haveSameParts(id.issuer, certificate.issuer);
  return isIssuer && (id.serialNumber === null || id.serialNumber === certificate.serialNumber);
}
