/**
 * Past certificate validation (EN 319 102-1, 5.6.2.1): a path that no longer holds today may have held at a time to which
 * the proofs of existence reach back.
 */
import type { Certificate } from '../../../pki/index.js';
import { weaknesses } from '../../verify/algorithms.js';
import type { Path } from '../chain/index.js';
import type { RevocationStatus, TrustFault, TrustFaultCode } from '../evidence.js';
import { needsRevocation, selectStatus, vouchesUntil } from '../revocation/index.js';
import type { Context } from './context.js';
import { certificateUse } from './problems.js';
import { earliest } from './proofs.js';

const CURABLE: ReadonlySet<TrustFaultCode> = new Set([
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

/** True when each of these may go away by looking back. A weak signature (no certificate named) was looked at already. */
export function isCurable(faults: readonly TrustFault[]): boolean {
  return faults.every(({ code, certificate }) => CURABLE.has(code) && certificate !== null);
}

/** True when the path held at a time before which the signature is proven to have existed. */
export function heldInThePast(
  path: Path,
  statuses: readonly (readonly RevocationStatus[])[],
  proven: Date,
  context: Context,
): boolean {
  const control = hasCommonTime(path) ? slideBack(path, statuses, context) : null;
  return control !== null && proven <= control;
}

/** The validity periods of all certificates have a time in common. */
function hasCommonTime({ certificates }: Path): boolean {
  const below = certificates.slice(0, -1);
  const start = Math.max(...below.map(certificate => certificate.notBefore.getTime()));
  return below.every(certificate => certificate.notAfter.getTime() >= start);
}

/**
 * Validation time sliding (5.6.2.2), from the authority below the anchor down to the signer: the time back to which each
 * certificate has to be believed. Null where the proofs do not reach.
 */
function slideBack(path: Path, statuses: readonly (readonly RevocationStatus[])[], context: Context): Date | null {
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
 * What was issued, and is proven to have existed, before `control` (5.6.2.2.4, 2 a and b); and every revocation that took
 * effect before, though it was told later.
 */
function statusBefore(
  statuses: readonly RevocationStatus[],
  control: Date,
  { proofs }: Context,
): RevocationStatus | null {
  const counts = ({ thisUpdate, revision, status, revokedAt }: RevocationStatus) =>
    (thisUpdate <= control && proofs.of(revision) <= control) ||
    (status === 'revoked' && (revokedAt ?? control) <= control);
  return selectStatus(statuses.filter(counts), control);
}

/** The revocation; otherwise the end of what this status vouches for. */
function limitOf(status: RevocationStatus): Date {
  return status.status === 'revoked' ? (status.revokedAt ?? status.thisUpdate) : vouchesUntil(status);
}

/** How long the algorithms under this certificate were reliable; null when it is not proven to be older than that. */
function reliableUntil(certificate: Certificate, issuer: Certificate, context: Context): Date | null {
  const [weak] = weaknesses(certificateUse(certificate, issuer));
  if (!weak) return context.now;
  return weak.since && context.proofOf(certificate) < weak.since ? weak.since : null;
}
