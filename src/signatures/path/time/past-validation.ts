/**
 * Past certificate validation (EN 319 102-1, 5.6.2.1): a path that is not valid now may have been valid at an earlier time
 * for which there is a proof of existence.
 */
import type { Certificate } from '../../../pki/index.js';
import { weaknesses } from '../../verify/algorithms.js';
import type { Path } from '../chain/index.js';
import { freshUntil, needsRevocation, selectStatus } from '../revocation/index.js';
import type { RevocationStatus, TrustFault, TrustFaultCode } from '../types.js';
import { certificateUse } from './trust-faults.js';
import { earliest, type ValidationContext } from './validation-context.js';

const RESOLVABLE: ReadonlySet<TrustFaultCode> = new Set([
  'revoked',
  'authority-revoked',
  'on-hold',
  'revocation-unknown',
  'not-yet-valid',
  'expired',
  'expired-not-revoked',
  'authority-outside-validity',
  'algorithm-expired',
]);

/** True when past validation may resolve all faults. It cannot resolve a weak signature algorithm (without a certificate). */
export function isResolvable(faults: readonly TrustFault[]): boolean {
  return faults.every(({ code, certificate }) => RESOLVABLE.has(code) && certificate !== null);
}

/** True when the path was valid at a time before which the signature is proven to have existed. */
export function wasValidInThePast(
  path: Path,
  statuses: readonly (readonly RevocationStatus[])[],
  proven: Date,
  context: ValidationContext,
): boolean {
  const controlTime = hasCommonTime(path) ? slideValidationTime(path, statuses, context) : null;
  return controlTime !== null && proven <= controlTime;
}

/** The validity periods of all certificates overlap. */
function hasCommonTime({ certificates }: Path): boolean {
  const below = certificates.slice(0, -1);
  const start = Math.max(...below.map(certificate => certificate.notBefore.getTime()));
  return below.every(certificate => certificate.notAfter.getTime() >= start);
}

/**
 * Validation time sliding (5.6.2.2), from the CA below the anchor to the signer. Returns the control time, or null when the
 * proofs of existence are insufficient.
 */
function slideValidationTime(
  path: Path,
  statuses: readonly (readonly RevocationStatus[])[],
  context: ValidationContext,
): Date | null {
  let control = context.now;
  for (let i = path.certificates.length - 2; i >= 0; i--) {
    const [certificate, issuer] = [path.certificates[i]!, path.certificates[i + 1]!];
    if (context.proofOf(certificate) > control || certificate.notBefore > control) return null;
    const status = needsRevocation(certificate) ? statusBefore(statuses[i] ?? [], control, context) : null;
    if (!status && needsRevocation(certificate)) return null;
    const reliable = reliableUntil(certificate, issuer, context);
    if (reliable === null) return null;
    control = earliest([control, certificate.notAfter, reliable, ...(status ? [limitOf(status)] : [])]);
  }
  return control;
}

/**
 * The status that was issued and is proven to have existed before the control time (5.6.2.2.4, 2 a and b), or a revocation
 * that took effect before it, even if published later.
 */
function statusBefore(
  statuses: readonly RevocationStatus[],
  control: Date,
  { proofs }: ValidationContext,
): RevocationStatus | null {
  const isKnownBefore = ({ thisUpdate, revision, status, revokedAt }: RevocationStatus) =>
    (thisUpdate <= control && proofs.earliestFor(revision) <= control) ||
    (status === 'revoked' && (revokedAt ?? control) <= control);
  const found = selectStatus(statuses.filter(isKnownBefore), control);
  return found?.status === 'unknown' ? null : found;
}

/** The revocation time, otherwise the end of the freshness. */
function limitOf(status: RevocationStatus): Date {
  return status.status === 'revoked' ? (status.revokedAt ?? status.thisUpdate) : freshUntil(status);
}

/** Until when the algorithms of this certificate were reliable; null when it is not proven to have existed by then. */
function reliableUntil(certificate: Certificate, issuer: Certificate, context: ValidationContext): Date | null {
  const [weak] = weaknesses(certificateUse(certificate, issuer));
  if (!weak) return context.now;
  return weak.since && context.proofOf(certificate) < weak.since ? weak.since : null;
}
