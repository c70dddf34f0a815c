/** What stands against a signature whose certificate has this path, given the times that are proven (EN 319 102-1, 5.2.6 and 5.5). */
import { type Certificate, signatureScheme } from '../../../pki/index.js';
import { type AlgorithmUse, algorithmUse, weaknessAt } from '../../verify/algorithms.js';
import { type Path, pathFaults, purposeFaults } from '../chain/index.js';
import type { Problem, RevocationStatus, SignedEvidence, TrustSubIndication } from '../evidence.js';
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

/** In the order of weight: what a clerk could never accept comes first. */
export function problemsOf(input: PathInput): Problem[] {
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
  ].sort((a, b) => Number(b.fatal) - Number(a.fatal));
}

function problem(
  subIndication: TrustSubIndication,
  message: string,
  about: Partial<Pick<Problem, 'certificate' | 'since' | 'fatal'>> = {},
): Problem {
  return { subIndication, message, fatal: false, certificate: null, since: null, ...about };
}

const day = (time: Date): string => time.toISOString().slice(0, 10);
const nameOf = ({ subject }: Certificate): string => subject.commonName ?? (subject.text || 'a nameless authority');

function noChain({ certificates }: Path): Problem {
  const top = certificates.at(-1)!;
  const certificate = certificates[0]!;
  return problem('NO_CERTIFICATE_CHAIN_FOUND', `Its certificates end at ${nameOf(top)}, who is not trusted.`, {
    certificate,
  });
}

/** The certificates between the signer and the anchor, with their place in the path. */
function authorities({ certificates, anchor }: Path): [number, Certificate][] {
  return [...certificates.entries()].slice(1, anchor ? -1 : undefined);
}

/** The anchor alone: believed without asking, so it is neither revoked nor too old. */
const isAnchorItself = ({ certificates, anchor }: Path): boolean => certificates[0] === anchor;

function leafRevocation({ path, statuses, proven, notBefore, now }: PathInput): Problem[] {
  const status = statuses[0];
  const certificate = path.certificates[0]!;
  if (status?.status !== 'revoked' || !hasHappened(status, now)) return [];
  const since = status.revokedAt;
  if (status.reason === 'certificateHold')
    return [problem('TRY_LATER', 'The certificate is on hold.', { certificate, since })];
  if (since && notBefore && notBefore >= since) {
    return [problem('REVOKED', 'It was made after its certificate was revoked.', { certificate, since, fatal: true })];
  }
  if (since && proven < since) return [];
  const message = `Its certificate was revoked${since ? ` on ${day(since)}` : ''}, and nothing proves it to be older.`;
  return [problem('REVOKED_NO_POE', message, { certificate, since })];
}

const hasHappened = ({ revokedAt }: RevocationStatus, now: Date): boolean => revokedAt === null || revokedAt <= now;

function authorityRevocation({ path, statuses, now }: PathInput): Problem[] {
  return authorities(path).flatMap(([i, certificate]) => {
    const status = statuses[i];
    if (status?.status !== 'revoked' || !hasHappened(status, now)) return [];
    const isHeld = status.reason === 'certificateHold';
    const message = `The certificate of ${nameOf(certificate)} ${isHeld ? 'is on hold' : 'was revoked'}.`;
    return [problem(isHeld ? 'TRY_LATER' : 'REVOKED_CA_NO_POE', message, { certificate, since: status.revokedAt })];
  });
}

/** Of the signature itself: digest, scheme, and the signer's key. */
function signatureWeakness({ algorithms, proven, notBefore }: PathInput): Problem[] {
  const weak = weaknessAt(algorithms, proven);
  if (!weak) return [];
  const isLate = weak.since === null || (notBefore !== null && notBefore >= weak.since);
  if (isLate) return [problem('CRYPTO_CONSTRAINTS_FAILURE', `It rests on ${weak.what}, which is too weak.`, weak)];
  const message = `It rests on ${weak.what}, which is too weak since ${day(weak.since!)}, and nothing proves it to be older.`;
  return [problem('CRYPTO_CONSTRAINTS_FAILURE_NO_POE', message, { since: weak.since })];
}

function certificateWeakness({ path, proofOf }: PathInput): Problem[] {
  return path.certificates.slice(0, -1).flatMap((certificate, i) => {
    const weak = weaknessAt(certificateUse(certificate, path.certificates[i + 1]!), proofOf(certificate));
    if (!weak) return [];
    const kind = weak.since ? 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' : 'CRYPTO_CONSTRAINTS_FAILURE';
    const message = `The certificate of ${nameOf(certificate)} rests on ${weak.what}, which is too weak.`;
    return [problem(kind, message, { certificate, since: weak.since })];
  });
}

export function certificateUse({ signatureAlgorithm }: Certificate, issuer: Certificate): AlgorithmUse {
  return algorithmUse(signatureScheme(signatureAlgorithm), issuer.publicKey);
}

function leafValidity({ path, statuses, proven, notBefore, now }: PathInput): Problem[] {
  const certificate = path.certificates[0]!;
  if (isAnchorItself(path)) return [];
  if (proven < now && proven < certificate.notBefore) {
    return [problem('NOT_YET_VALID', 'It is proven to be older than its certificate.', { certificate, fatal: true })];
  }
  if (now < certificate.notBefore) {
    return [problem('OUT_OF_BOUNDS_NO_POE', 'Its certificate is not valid yet.', { certificate })];
  }
  const since = certificate.notAfter;
  if (now <= since) return [];
  if (notBefore && notBefore > since) {
    return [problem('EXPIRED', 'It was made after its certificate had expired.', { certificate, since, fatal: true })];
  }
  const isGood = statuses[0]?.status === 'good' || !needsRevocation(certificate);
  const isOlder = proven <= since;
  if (isGood && isOlder) return [];
  const why = isOlder
    ? 'and whether it had been revoked by then is not known'
    : 'and nothing proves the signature to be older';
  const message = `Its certificate expired on ${day(since)}, ${why}.`;
  return [problem(isGood ? 'OUT_OF_BOUNDS_NOT_REVOKED' : 'OUT_OF_BOUNDS_NO_POE', message, { certificate, since })];
}

function authorityValidity({ path, now }: PathInput): Problem[] {
  return authorities(path).flatMap(([, certificate]) => {
    if (now >= certificate.notBefore && now <= certificate.notAfter) return [];
    const isOver = now > certificate.notAfter;
    const message = `The certificate of ${nameOf(certificate)} ${isOver ? 'has expired' : 'is not valid yet'}.`;
    return [problem('OUT_OF_BOUNDS_NO_POE', message, { certificate, since: isOver ? certificate.notAfter : null })];
  });
}

function missingRevocation({ path, statuses, used, failureFor }: PathInput): Problem[] {
  return path.certificates.slice(0, -1).flatMap((certificate, i) => {
    if (!needsRevocation(certificate)) return [];
    const status = statuses[i];
    if (status && (status.status === 'revoked' || vouchesUntil(status) >= used)) return [];
    const what = status ? 'Newer revocation data is needed' : 'There is no revocation data';
    const why = failureFor(certificate);
    const message = `${what} for the certificate of ${nameOf(certificate)}.${why ? ` ${why}` : ''}`;
    return [problem('TRY_LATER', message, { certificate })];
  });
}
