/** What stands against a signature whose certificate has this path, given the times that are proven (EN 319 102-1, 5.2.6 and 5.5). */
import { type Certificate, signatureScheme } from '../../../pki/index.js';
import { type AlgorithmUse, algorithmUse, weaknessAt } from '../../verify/algorithms.js';
import { type Path, pathFaults, purposeFaults } from '../chain/index.js';
import type { RevocationStatus, SignedEvidence, TrustFault, TrustFaultCode } from '../evidence.js';
import { needsRevocation, vouchesUntil } from '../revocation/index.js';

export interface PathInput {
  readonly path: Path;
  readonly use: SignedEvidence['use'];
  readonly algorithms: AlgorithmUse;
  /** The one that counts for each certificate below the anchor; null where there is none. */
  readonly statuses: readonly (RevocationStatus | null)[];
  readonly now: Date;
  /** The earliest time at which the signature is proven to have existed; `now` where nothing proves more. */
  readonly proven: Date;
  /** The latest time before which it is proven not to have existed; null when nothing does. */
  readonly notBefore: Date | null;
  /** The time at which revocation data has to be fresh. */
  readonly used: Date;
  readonly proofOf: (certificate: Certificate) => Date;
  /** Why its status could not be fetched; null when nobody was asked. */
  readonly failureFor: (certificate: Certificate) => string | null;
}

export function trustFaults(input: PathInput): TrustFault[] {
  const { path, use } = input;
  if (!path.anchor)
    return [...leafRevocation(input), ...signatureWeakness(input), noChain(path), ...leafValidity(input)];
  return [
    ...pathFaults(path),
    ...purposeFaults(path.certificates[0]!, use),
    ...leafRevocation(input),
    ...authorityRevocation(input),
    ...signatureWeakness(input),
    ...certificateWeakness(input),
    ...leafValidity(input),
    ...authorityValidity(input),
    ...missingRevocation(input),
  ];
}

function fault(
  code: TrustFaultCode,
  message: string,
  { certificate = null, since = null }: Partial<Pick<TrustFault, 'certificate' | 'since'>> = {},
): TrustFault {
  return { code, message, certificate, since };
}

const day = (time: Date): string => time.toISOString().slice(0, 10);
const nameOf = ({ subject }: Certificate): string => subject.commonName ?? (subject.text || 'a nameless authority');

function noChain({ certificates }: Path): TrustFault {
  const top = certificates.at(-1)!;
  const certificate = certificates[0]!;
  return fault('path-untrusted', `Its certificates end at ${nameOf(top)}, who is not trusted.`, {
    certificate,
  });
}

/** The certificates between the signer and the anchor, with their place in the path. */
function authorities({ certificates, anchor }: Path): [number, Certificate][] {
  return [...certificates.entries()].slice(1, anchor ? -1 : undefined);
}

/** The anchor alone: believed without asking, so it is neither revoked nor too old. */
const isAnchorItself = ({ certificates, anchor }: Path): boolean => certificates[0] === anchor;

function leafRevocation({ path, statuses, proven, notBefore, now }: PathInput): TrustFault[] {
  const status = statuses[0];
  const certificate = path.certificates[0]!;
  if (status?.status !== 'revoked' || !hasHappened(status, now)) return [];
  const since = status.revokedAt;
  if (status.reason === 'certificateHold')
    return [fault('on-hold', 'The certificate is on hold.', { certificate, since })];
  if (since && notBefore && notBefore >= since) {
    return [fault('revoked-before-signing', 'It was made after its certificate was revoked.', { certificate, since })];
  }
  if (since && proven < since) return [];
  const message = `Its certificate was revoked${since ? ` on ${day(since)}` : ''}, and nothing proves it to be older.`;
  return [fault('revoked', message, { certificate, since })];
}

const hasHappened = ({ revokedAt }: RevocationStatus, now: Date): boolean => revokedAt === null || revokedAt <= now;

function authorityRevocation({ path, statuses, now }: PathInput): TrustFault[] {
  return authorities(path).flatMap(([i, certificate]) => {
    const status = statuses[i];
    if (status?.status !== 'revoked' || !hasHappened(status, now)) return [];
    const isHeld = status.reason === 'certificateHold';
    const message = `The certificate of ${nameOf(certificate)} ${isHeld ? 'is on hold' : 'was revoked'}.`;
    return [fault(isHeld ? 'on-hold' : 'authority-revoked', message, { certificate, since: status.revokedAt })];
  });
}

/** Of the signature itself: digest, scheme, and the signer's key. */
function signatureWeakness({ algorithms, proven, notBefore }: PathInput): TrustFault[] {
  const weak = weaknessAt(algorithms, proven);
  if (!weak) return [];
  const isLate = weak.since === null || (notBefore !== null && notBefore >= weak.since);
  if (isLate) return [fault('algorithm-too-weak', `It rests on ${weak.what}, which is too weak.`, weak)];
  const message = `It rests on ${weak.what}, which is too weak since ${day(weak.since!)}, and nothing proves it to be older.`;
  return [fault('algorithm-expired', message, { since: weak.since })];
}

function certificateWeakness({ path, proofOf }: PathInput): TrustFault[] {
  return path.certificates.slice(0, -1).flatMap((certificate, i) => {
    const weak = weaknessAt(certificateUse(certificate, path.certificates[i + 1]!), proofOf(certificate));
    if (!weak) return [];
    const code = weak.since ? 'algorithm-expired' : 'algorithm-too-weak';
    const message = `The certificate of ${nameOf(certificate)} rests on ${weak.what}, which is too weak.`;
    return [fault(code, message, { certificate, since: weak.since })];
  });
}

export function certificateUse({ signatureAlgorithm }: Certificate, issuer: Certificate): AlgorithmUse {
  return algorithmUse(signatureScheme(signatureAlgorithm), issuer.publicKey);
}

function leafValidity({ path, statuses, proven, notBefore, now }: PathInput): TrustFault[] {
  const certificate = path.certificates[0]!;
  if (isAnchorItself(path)) return [];
  if (proven < now && proven < certificate.notBefore) {
    return [fault('signed-before-validity', 'It is proven to be older than its certificate.', { certificate })];
  }
  if (now < certificate.notBefore) {
    return [fault('not-yet-valid', 'Its certificate is not valid yet.', { certificate })];
  }
  const since = certificate.notAfter;
  if (now <= since) return [];
  if (notBefore && notBefore > since) {
    return [fault('signed-after-expiry', 'It was made after its certificate had expired.', { certificate, since })];
  }
  const isGood = statuses[0]?.status === 'good' || !needsRevocation(certificate);
  const isOlder = proven <= since;
  if (isGood && isOlder) return [];
  const why = isOlder
    ? 'and whether it had been revoked by then is not known'
    : 'and nothing proves the signature to be older';
  const message = `Its certificate expired on ${day(since)}, ${why}.`;
  return [fault(isGood ? 'expired-not-revoked' : 'expired', message, { certificate, since })];
}

function authorityValidity({ path, now }: PathInput): TrustFault[] {
  return authorities(path).flatMap(([, certificate]) => {
    if (now >= certificate.notBefore && now <= certificate.notAfter) return [];
    const isOver = now > certificate.notAfter;
    const message = `The certificate of ${nameOf(certificate)} ${isOver ? 'has expired' : 'is not valid yet'}.`;
    return [fault('authority-outside-validity', message, { certificate, since: isOver ? certificate.notAfter : null })];
  });
}

function missingRevocation({ path, statuses, used, failureFor }: PathInput): TrustFault[] {
  return path.certificates.slice(0, -1).flatMap((certificate, i) => {
    if (!needsRevocation(certificate)) return [];
    const status = statuses[i];
    if (status && (status.status === 'revoked' || vouchesUntil(status) >= used)) return [];
    const what = status ? 'Newer revocation data is needed' : 'There is no revocation data';
    const why = failureFor(certificate);
    const message = `${what} for the certificate of ${nameOf(certificate)}.${why ? ` ${why}` : ''}`;
    return [fault('revocation-unknown', message, { certificate })];
  });
}
