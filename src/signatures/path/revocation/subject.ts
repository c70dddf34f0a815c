/** The certificate whose status is requested, and the available sources. */
import { type Certificate, type SignedObject, signatureScheme } from '../../../pki/index.js';
import { isFuture } from '../../../system/day.js';
import { type AlgorithmUse, algorithmUse } from '../../verify/algorithms.js';
import type { CertificateIndex, IsSignedBy, Path } from '../chain/index.js';
import type { RevocationStatus, ValidationSources } from '../types.js';

/** A certificate, its issuer, and the CAs of the path, which may sign revocation data. */
export interface Subject {
  readonly certificate: Certificate;
  readonly issuer: Certificate;
  /** From the issuer upwards. */
  readonly authorities: readonly Certificate[];
}

/** Null for the last certificate of a path: it has no issuer. */
export function subjectAt({ certificates }: Path, index: number): Subject | null {
  const [certificate, issuer] = [certificates[index], certificates[index + 1]];
  return certificate && issuer ? { certificate, issuer, authorities: certificates.slice(index + 1) } : null;
}

/** Extensions of certificates without revocation data, such as short-lived ones (EN 319 412-1, 5.2; RFC 9608). */
const NO_REVOCATION = ['0.4.0.194121.2.1', '2.5.29.56'];

export function needsRevocation({ extensions }: Certificate): boolean {
  return !extensions.all.some(({ oid }) => NO_REVOCATION.includes(oid));
}

/** Revocation data, and the certificates that may have signed it. */
export interface RevocationSources extends Pick<ValidationSources, 'crls' | 'ocspResponses'> {
  readonly certificates: CertificateIndex;
  readonly isSignedBy: IsSignedBy;
  /** The time of validation. */
  readonly now: Date;
  readonly expiredKeptSince: ExpiredKeptSince;
}

/**
 * Certificates of the issuer that expired since then were still listed in the data that it published at `at`, according to its
 * trusted list (ExpiredCertsRevocationInfo); null: no list says so.
 */
export type ExpiredKeptSince = (issuer: Certificate, at: Date) => Date | null;

/**
 * Whether data that is issued at `thisUpdate` says of a certificate that it is not revoked: CAs omit expired ones. `kept`: since
 * when the data itself includes them, which prevails over a trusted list (TS 119 612, 5.5.9.1); null: it does not say.
 */
export function includesCertificate(
  { certificate, issuer }: Subject,
  thisUpdate: Date,
  kept: Date | null,
  { expiredKeptSince }: RevocationSources,
): boolean {
  const { notAfter } = certificate;
  if (thisUpdate <= notAfter) return true;
  const since = kept ?? expiredKeptSince(issuer, thisUpdate);
  return since !== null && since <= notAfter;
}

/** What was issued before the certificate was valid says nothing about it, except that it is revoked. */
export function isInformed(
  { status, thisUpdate }: Pick<RevocationStatus, 'status' | 'thisUpdate'>,
  { notBefore }: Certificate,
): boolean {
  return status === 'revoked' || thisUpdate >= notBefore;
}

/** Of a certificate below a CA that signs revocation data for it: all of it is understood, and it was valid then. */
export function isValidAt({ extensions, notBefore, notAfter }: Certificate, at: Date): boolean {
  return extensions.unknownCritical.length === 0 && at >= notBefore && at <= notAfter;
}

/** Of such a certificate: nothing in it is malformed. One that is not may only say that a certificate is revoked. */
export function isSound({ extensions, algorithmsAgree }: Certificate): boolean {
  return extensions.malformed.length === 0 && algorithmsAgree;
}

/**
 * The algorithms of revocation data; also of the certificate of its signer if that is not part of the path, whose certificates
 * are judged themselves.
 */
export function algorithmsOf(
  { signatureAlgorithm }: SignedObject,
  signer: Certificate,
  { authorities }: Subject,
): AlgorithmUse {
  const own = algorithmUse(signatureScheme(signatureAlgorithm), signer.publicKey);
  if (authorities.includes(signer)) return own;
  const certified = algorithmUse(signatureScheme(signer.signatureAlgorithm), signer.publicKey);
  return { ...own, digests: [...own.digests, ...certified.digests] };
}

/**
 * The time at which a certificate was revoked, as a CRL or an OCSP response states it. A time in the future is none at which the
 * revocation occurred (RFC 5280, 5.1.2.6; RFC 6960, 4.2.1): the certificate is revoked since an unknown time, not yet good.
 */
export const pastRevocation = (stated: Date | null, { now }: RevocationSources): Date | null =>
  stated !== null && stated <= now ? stated : null;

/** A status issued after the time of validation does not apply, except for a revocation that took effect before. */
export function isApplicable({ status, thisUpdate, producedAt, revokedAt }: RevocationStatus, now: Date): boolean {
  const isLater = isFuture(thisUpdate, now) || isFuture(producedAt, now);
  return !isLater || (status === 'revoked' && revokedAt !== null && revokedAt <= now);
}
