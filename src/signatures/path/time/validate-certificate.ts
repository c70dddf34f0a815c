/** Validates the certificate of one signature or timestamp along all its paths; the path with the least severe fault counts. */
import { message } from '../../../messages/index.js';
import type { Certificate } from '../../../pki/index.js';
import { weaknessAt } from '../../verify/algorithms.js';
import { findPaths, type Path } from '../chain/index.js';
import { isApplicable, selectStatus, subjectAt } from '../revocation/index.js';
import type { CertificateConclusion, RevocationStatus, SignatureInput, TrustFaultCode } from '../types.js';
import { isResolvable, wasValidInThePast } from './past-validation.js';
import { trustFaults } from './trust-faults.js';
import { DEFAULT_RULES, type ValidationContext } from './validation-context.js';

interface CertificateInput extends Pick<SignatureInput, 'use' | 'certificate' | 'algorithms'> {
  /** See PathInput. */
  readonly proven: Date;
  readonly notBefore: Date | null;
  readonly freshAt: Date;
}

export async function validateCertificate(
  input: CertificateInput,
  context: ValidationContext,
): Promise<CertificateConclusion> {
  if (!input.certificate) return noCertificate();
  let best: CertificateConclusion | null = null;
  for (const path of await pathsOf(input.certificate, context)) {
    const conclusion = await validatePath(path, input, context);
    if (conclusion.faults.length === 0) return conclusion;
    if (!best || severity(conclusion) < severity(best)) best = conclusion;
  }
  return best!;
}

const noCertificate = (): CertificateConclusion => ({
  faults: [{ code: 'certificate-missing', message: message('fault.certificate-missing'), certificate: null }],
  chain: [],
  anchor: null,
  trusted: false,
  revocation: null,
});

function pathsOf(certificate: Certificate, context: ValidationContext): Promise<Path[]> {
  const { certificates, isSignedBy, settings } = context;
  const { online } = settings;
  const anchorsNamed = (name: Certificate['subject']) => context.anchorsNamed(name);
  const fetchIssuers = online && ((one: Certificate) => online.issuers(one));
  return findPaths(certificate, { certificates, anchorsNamed, isSignedBy, fetchIssuers });
}

async function validatePath(
  path: Path,
  input: CertificateInput,
  context: ValidationContext,
): Promise<CertificateConclusion> {
  const all = await statusesAlong(path, input, context);
  const statuses = all.map(found => found.filter(status => isApplicable(status, context.now)));
  const revocations = statuses.map(found => selectStatus(found, context.now));
  const found = trustFaults({
    ...input,
    path,
    statuses: revocations,
    trust: context.settings.trust,
    lists: context.settings.lists ?? DEFAULT_RULES,
    now: context.now,
    proofOf: certificate => context.proofOf(certificate),
    hasLaterStatus: i => all[i]!.length > statuses[i]!.length,
    failureFor: certificate => context.settings.online?.failureFor(certificate) ?? null,
  });
  const wasValid = found.length > 0 && isResolvable(found) && wasValidInThePast(path, statuses, input.proven, context);
  const faults = wasValid ? [] : found;
  const trusted =
    path.anchor !== null && faults.every(({ code }) => code === 'revocation-unknown' || code === 'on-hold');
  return { faults, chain: path.certificates, anchor: path.anchor, trusted, revocation: revocations[0] ?? null };
}

/** A good status signed with weak algorithms does not count, unless it is proven to be older than their limit. */
async function statusesAlong(
  path: Path,
  input: CertificateInput,
  context: ValidationContext,
): Promise<RevocationStatus[][]> {
  const statuses: RevocationStatus[][] = [];
  const isReliable = ({ status, algorithms, revision }: RevocationStatus) =>
    status === 'revoked' || weaknessAt(algorithms, context.proofs.earliestFor(revision)) === null;
  for (const i of path.certificates.slice(0, -1).keys()) {
    const subject = subjectAt(path, i)!;
    const time = requestTime(path, i, input, context);
    statuses.push((await context.revocations.statuses(subject, time)).filter(isReliable));
  }
  return statuses;
}

/**
 * Data that is fresh at this time need not be requested again. When certificates of the path have expired, it will have to be
 * fresh when what it protects is first proven to have existed (EN 319 102-1, 5.6.2.2.4).
 */
function requestTime(
  { certificates }: Path,
  i: number,
  { proven, freshAt }: CertificateInput,
  context: ValidationContext,
): Date {
  const { collects = false, now } = context.settings;
  if (!collects || certificates[i]!.notAfter < now) return freshAt;
  return i === 0 ? proven : context.proofOf(certificates[i - 1]!);
}

/** From faults that time or newer data may resolve to final ones. */
const SEVERITY: Readonly<Record<TrustFaultCode, number>> = {
  'on-hold': 0,
  'revocation-unknown': 0,
  'not-yet-valid': 1,
  expired: 1,
  'expired-not-revoked': 1,
  'authority-outside-validity': 1,
  'path-untrusted': 2,
  'anchor-not-granted': 2,
  'anchor-policy': 2,
  'list-outdated': 2,
  'list-signer-unknown': 2,
  'algorithm-too-weak': 3,
  'algorithm-expired': 3,
  revoked: 4,
  'authority-revoked': 4,
  'certificate-missing': 5,
  'path-invalid': 5,
  'wrong-purpose': 5,
  'timestamp-order': 5,
  'revoked-before-signing': 6,
  'signed-before-validity': 7,
  'signed-after-expiry': 7,
};

const severity = ({ faults }: CertificateConclusion): number => Math.max(...faults.map(({ code }) => SEVERITY[code]));
