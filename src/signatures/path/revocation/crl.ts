/** Evaluates CRLs: authorized signers, scope, and delta CRLs (RFC 5280, 6.3). */
import {
  type Certificate,
  type Crl,
  type DistributionPoint,
  findRevoked,
  hasUnknownEntries,
  type RevokedEntry,
  sameGeneralName,
  sameName,
} from '../../../pki/index.js';
import type { RevocationStatus, Sourced } from '../types.js';
import {
  algorithmsOf,
  includesCertificate,
  isInformed,
  isSound,
  isValidAt,
  pastRevocation,
  type RevocationSources,
  type Subject,
} from './subject.js';

interface UsableCrl {
  readonly crl: Crl;
  readonly revision: number | null;
  readonly signer: Certificate;
  /** The entry of the certificate; null: not listed. */
  readonly entry: RevokedEntry | null;
}

export function crlStatuses(subject: Subject, sources: RevocationSources): RevocationStatus[] {
  const usable = sources.crls.flatMap(known => usableCrl(known, subject, sources) ?? []);
  const deltas = usable.filter(({ crl }) => crl.baseNumber !== null);
  const complete = usable.filter(({ crl }) => crl.baseNumber === null);
  const statuses = [
    ...complete.flatMap(one => statusFrom(one, subject, sources) ?? []),
    ...deltas.flatMap(delta => deltaStatus(delta, complete, subject, sources) ?? []),
  ];
  return statuses.filter(status => isInformed(status, subject.certificate));
}

function usableCrl(
  { value: crl, revision }: Sourced<Crl>,
  subject: Subject,
  sources: RevocationSources,
): UsableCrl | null {
  if (!concerns(crl, subject.certificate)) return null;
  const signer = signerOf(crl, subject, sources);
  const entry = signer && entryOf(crl, subject, signer);
  return entry && { crl, revision, signer, ...entry };
}

/**
 * Null for a CRL with entries that are unreadable or of unknown meaning (RFC 5280, 5.3), with an extension that occurs twice, or
 * by a signer that is malformed, and for a complete CRL with an entry that only a delta CRL may have (5.3.1). A certificate
 * that it lists is revoked nevertheless (X.509, 7.3).
 */
function entryOf(crl: Crl, subject: Subject, signer: Certificate): Pick<UsableCrl, 'entry'> | null {
  try {
    const entry = findRevoked(crl, subject.certificate.serialNumber, subject.certificate.issuer);
    if (isRevocation(entry)) return { entry };
    const isMisplaced = entry !== null && crl.baseNumber === null;
    return !isMisplaced && isFormed(crl, subject, signer) ? { entry } : null;
  } catch {
    return null;
  }
}

/** Otherwise it may only say that a certificate is revoked. */
function isFormed(crl: Crl, { authorities }: Subject, signer: Certificate): boolean {
  const isSigned = authorities.includes(signer) || isSound(signer);
  return isSigned && crl.repeated.size === 0 && !hasUnknownEntries(crl);
}

/** A CA of the path, or a certificate with the name of the CRL issuer that such a CA has issued and that was valid then. */
function signerOf(
  crl: Crl,
  { authorities }: Subject,
  { certificates, isSignedBy }: RevocationSources,
): Certificate | null {
  const isCrlSigner = (candidate: Certificate) => mayIssue(candidate, crl) && isSignedBy(crl, candidate.publicKey);
  const isCertified = (candidate: Certificate) =>
    isValidAt(candidate, crl.thisUpdate) && authorities.some(one => isSignedBy(candidate, one.publicKey));
  const authority = authorities.find(isCrlSigner);
  if (authority) return authority;
  const others = certificates.named(crl.issuer).filter(one => isCrlSigner(one) && isCertified(one));
  return others.find(isSound) ?? others[0] ?? null;
}

export function mayIssue({ subject, extensions }: Certificate, crl: Crl): boolean {
  return sameName(subject, crl.issuer) && (extensions.keyUsage?.has('cRLSign') ?? true);
}

/** Whether the certificate is in the scope of the CRL, and all of it is understood (RFC 5280, 5.2 and 6.3.3 b). */
export function concerns(crl: Crl, certificate: Certificate): boolean {
  if (crl.unknownCritical.length > 0) return false;
  const { issuingDistributionPoint: scope } = crl;
  const isAuthority = certificate.extensions.basicConstraints?.ca ?? false;
  if (scope?.onlyAttributeCertificates || (isAuthority ? scope?.onlyUserCertificates : scope?.onlyCaCertificates))
    return false;
  const points = [...certificate.extensions.crlDistributionPoints, assumedPoint(certificate)];
  return points.some(point => isIssuedFor(point, crl, certificate) && matchesName(point, crl));
}

/** For CRLs of the certificate's issuer that no distribution point refers to (RFC 5280, 6.3.3, last paragraph). */
function assumedPoint({ issuer }: Certificate): DistributionPoint {
  return { fullNames: [{ type: 'directory', name: issuer }], relativeName: null, reasons: null, crlIssuer: [] };
}

/** RFC 5280, 6.3.3 (b) (1). */
function isIssuedFor({ crlIssuer }: DistributionPoint, crl: Crl, certificate: Certificate): boolean {
  if (crlIssuer.length === 0) return sameName(crl.issuer, certificate.issuer);
  const isNamed = crlIssuer.some(name => name.type === 'directory' && sameName(name.name, crl.issuer));
  return isNamed && crl.issuingDistributionPoint?.indirect === true;
}

/**
 * RFC 5280, 6.3.3 (b) (2) (i): a point without a name of its own has those of its CRL issuer. Names relative to the CRL issuer are
 * compared with each other only.
 */
function matchesName(point: DistributionPoint, { issuingDistributionPoint: scope }: Crl): boolean {
  if (!scope?.fullNames && !scope?.relativeName) return true;
  if (scope.relativeName)
    return point.relativeName !== null && Buffer.compare(point.relativeName, scope.relativeName) === 0;
  const names = point.fullNames ?? (point.relativeName ? [] : point.crlIssuer);
  return names.some(one => scope.fullNames?.some(other => sameGeneralName(one, other)));
}

const isRevocation = (entry: RevokedEntry | null): boolean => entry !== null && entry.reason !== 'removeFromCRL';

/** Null when unknown: not listed in a CRL that omits some reasons or expired certificates. */
function statusFrom(
  { crl, revision, signer, entry }: UsableCrl,
  subject: Subject,
  sources: RevocationSources,
): RevocationStatus | null {
  const isRevoked = isRevocation(entry);
  if (!isRevoked && !isCompleteFor(crl, subject, sources)) return null;
  return {
    status: isRevoked ? 'revoked' : 'good',
    source: 'crl',
    thisUpdate: crl.thisUpdate,
    nextUpdate: crl.nextUpdate,
    producedAt: crl.thisUpdate,
    revokedAt: isRevoked ? pastRevocation(entry!.revokedAt, sources) : null,
    reason: isRevoked ? entry!.reason : null,
    algorithms: algorithmsOf(crl, signer, subject),
    revision,
  };
}

function isCompleteFor(crl: Crl, subject: Subject, sources: RevocationSources): boolean {
  if (crl.issuingDistributionPoint?.onlySomeReasons) return false;
  return includesCertificate(subject, crl.thisUpdate, crl.expiredCertificatesFrom, sources);
}

/** A delta CRL supplements a complete CRL between its base and itself (RFC 5280, 5.2.4); a revocation needs no base. */
function deltaStatus(
  delta: UsableCrl,
  complete: readonly UsableCrl[],
  subject: Subject,
  sources: RevocationSources,
): RevocationStatus | null {
  const added = statusFrom(delta, subject, sources);
  if (added?.status === 'revoked') return added;
  const base = complete.find(one => isBaseOf(one, delta) && isFormed(one.crl, subject, one.signer));
  const own = base && statusFrom(base, subject, sources);
  if (!own || !added) return null;
  const isRemoved = delta.entry?.reason === 'removeFromCRL';
  if (isRemoved || own.status === 'good') return added;
  return { ...added, status: own.status, revokedAt: own.revokedAt, reason: own.reason };
}

/** By the same issuer with the same key, of the same scope, and with numbers that fit (RFC 5280, 5.2.4 and 6.3.3 c). */
function isBaseOf({ crl: complete, signer }: UsableCrl, { crl: delta, signer: deltaSigner }: UsableCrl): boolean {
  const { baseNumber, number } = delta;
  if (complete.thisUpdate > delta.thisUpdate || !sameName(complete.issuer, delta.issuer)) return false;
  if (Buffer.compare(signer.publicKey.spki, deltaSigner.publicKey.spki) !== 0 || !haveSameScope(complete, delta))
    return false;
  if (complete.number === null || baseNumber === null || number === null) return false;
  const value = (hex: string) => (hex.startsWith('-') ? -1n : BigInt(`0x${hex}`));
  return value(complete.number) >= value(baseNumber) && value(complete.number) <= value(number);
}

function haveSameScope({ issuingDistributionPoint: a }: Crl, { issuingDistributionPoint: b }: Crl): boolean {
  return a && b ? Buffer.compare(a.der, b.der) === 0 : a === b;
}
