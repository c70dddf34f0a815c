/** One signature or timestamp against all paths of its certificate; the path with the least against it counts. */
import type { Certificate } from '../../../pki/index.js';
import { weaknessAt } from '../../verify/algorithms.js';
import { findPaths, type Path } from '../chain/index.js';
import type { RevocationStatus, SignedEvidence, TrustConclusion, TrustFault, TrustFaultCode } from '../evidence.js';
import { selectStatus, subjectAt } from '../revocation/index.js';
import type { Context } from './context.js';
import { heldInThePast, isCurable } from './past.js';
import { trustFaults } from './problems.js';

export interface Judged extends Pick<SignedEvidence, 'use' | 'certificate' | 'algorithms'> {
  /** See PathInput. */
  readonly proven: Date;
  readonly notBefore: Date | null;
  readonly used: Date;
}

export type Conclusion = Omit<TrustConclusion, 'timestamps'>;

export async function judgeCertificate(judged: Judged, context: Context): Promise<Conclusion> {
  const { certificate, proven } = judged;
  const provenAt = proven < context.now ? proven : null;
  if (!certificate)
    return { faults: [NO_CERTIFICATE], chain: [], anchor: null, trusted: false, revocations: [], provenAt };
  const paths = await pathsOf(certificate, context);
  let best: Conclusion | null = null;
  for (const path of paths) {
    const conclusion = { ...(await judgePath(path, judged, context)), provenAt };
    if (conclusion.faults.length === 0) return conclusion;
    if (!best || weight(conclusion) < weight(best)) best = conclusion;
  }
  return best!;
}

const NO_CERTIFICATE: TrustFault = {
  code: 'certificate-missing',
  message: "The signer's certificate was not found.",
  certificate: null,
  since: null,
};

function pathsOf(certificate: Certificate, { certificates, verifies, settings }: Context): Promise<Path[]> {
  const { anchors, network } = settings;
  const fetchIssuers = network && ((one: Certificate) => network.issuers(one));
  return findPaths(certificate, { certificates, anchors, verifies, fetchIssuers });
}

async function judgePath(path: Path, judged: Judged, context: Context): Promise<Omit<Conclusion, 'provenAt'>> {
  const statuses = await statusesAlong(path, judged.used, context);
  const revocations = statuses.map(all => selectStatus(all, context.now));
  const found = trustFaults({
    ...judged,
    path,
    statuses: revocations,
    now: context.now,
    proofOf: certificate => context.proofOf(certificate),
    failureFor: certificate => context.settings.network?.failureFor(certificate) ?? null,
  });
  const isPast = found.length > 0 && isCurable(found) && heldInThePast(path, statuses, judged.proven, context);
  const faults = isPast ? [] : found;
  const trusted =
    path.anchor !== null && faults.every(({ code }) => code === 'revocation-unknown' || code === 'on-hold');
  return { faults, chain: path.certificates, anchor: path.anchor, trusted, revocations };
}

/** A good answer that rests on weak algorithms is none, unless it is proven to be old enough. */
async function statusesAlong(path: Path, used: Date, context: Context): Promise<RevocationStatus[][]> {
  const along: RevocationStatus[][] = [];
  const isSound = ({ status, algorithms, revision }: RevocationStatus) =>
    status === 'revoked' || weaknessAt(algorithms, context.proofs.of(revision)) === null;
  for (const i of path.certificates.slice(0, -1).keys()) {
    const subject = subjectAt(path, i)!;
    along.push((await context.revocations.statuses(subject, used)).filter(isSound));
  }
  return along;
}

/** How much speaks against a path: what may pass with time or newer data first, what is final last. */
const WEIGHT: Readonly<Record<TrustFaultCode, number>> = {
  'on-hold': 0,
  'revocation-unknown': 0,
  'not-yet-valid': 1,
  expired: 1,
  'expired-not-revoked': 1,
  'authority-outside-validity': 1,
  'path-untrusted': 2,
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

const weight = ({ faults }: Conclusion): number => Math.max(...faults.map(({ code }) => WEIGHT[code]));
