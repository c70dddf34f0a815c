/** Who signed, and when, as far as it can be proven: one identity per signature. */
import { DocconvError } from '../../errors.js';
import { type Certificate, matchesEssId, parseCertificate } from '../../pki/index.js';
import type { IdentityFacts } from '../facts/types.js';
import type { CheckOptions } from '../options.js';
import type { RevocationInfo, Signer } from '../result.js';
import { type AlgorithmUse, algorithmUse, signerAlgorithms, timestampAlgorithms } from '../verify/algorithms.js';
import type { Signature } from '../verify/signatures.js';
import type { VerifiedTimestamp } from '../verify/timestamps.js';
import type { RevocationStatus, SignedEvidence, TimestampEvidence, TrustConclusion } from './evidence.js';
import { Network } from './revocation/index.js';
import { validateTrust } from './time/index.js';
import type { ValidationData } from './validation-data.js';

export interface Identity {
  readonly facts: IdentityFacts;
  /** Signer first, anchor last. */
  readonly chain: readonly Certificate[];
  readonly trusted: boolean;
  readonly trustAnchor: string | null;
  readonly revocation: RevocationInfo;
  readonly timestamps: Signer['timestamps'];
  /** The earliest sound signature timestamp; once anybody is trusted, of those from somebody trusted. */
  readonly stampedAt: Date | null;
}

export async function identify(
  signatures: readonly Signature[],
  data: ValidationData,
  options: CheckOptions,
): Promise<Identity[]> {
  const anchors = (options.trust?.anchors() ?? []).map(readAnchor);
  const network = options.fetcher ? new Network(options.fetcher, options.signal) : null;
  const settings = { now: options.at ?? new Date(), anchors, network };
  const conclusions = await validateTrust(signatures.map(toEvidence), data, settings);
  return signatures.map((signature, i) => toIdentity(signature, conclusions[i]!, anchors.length > 0));
}

function readAnchor(der: Uint8Array): Certificate {
  try {
    return parseCertificate(der);
  } catch (cause) {
    throw new DocconvError('OPTION_INVALID', 'A trusted certificate cannot be read. Give it as DER.', { cause });
  }
}

/** Only a timestamp that covers a whole revision, and names its own certificate, proves anything about it. */
function toEvidence(signature: Signature): SignedEvidence {
  const { site, token, certificate, intact } = signature;
  const covers = site.range.coverage === 'file' || site.range.coverage === 'revision';
  return {
    use: signature.kind === 'timestamp' ? 'timestamping' : 'signing',
    revision: site.revision.index,
    intact: intact && (token === null || (covers && referenceOf(signature) !== 'differs')),
    certificate,
    algorithms: algorithmsOf(signature),
    time: token?.info.time ?? null,
    timestamps: signature.timestamps.map(toTimestampEvidence),
    contentTimestamps: signature.contentTimestamps.map(toTimestampEvidence),
  };
}

function algorithmsOf({ token, signerInfo, certificate }: Signature): AlgorithmUse {
  const key = certificate?.publicKey ?? null;
  if (token) return timestampAlgorithms(token, key);
  return signerInfo ? signerAlgorithms(signerInfo, key) : algorithmUse(BARE_SCHEME, key);
}

/** adbe.x509.rsa_sha1. */
const BARE_SCHEME = { name: 'RSASSA-PKCS1-v1_5', digest: 'SHA-1', pss: null } as const;

function toTimestampEvidence({ token, intact, certificate }: VerifiedTimestamp): TimestampEvidence {
  const reference = referenceOf({ signerInfo: token.signedData.signers[0] ?? null, certificate });
  const algorithms = timestampAlgorithms(token, certificate?.publicKey ?? null);
  return { token, certificate, algorithms, intact: intact && reference !== 'differs' };
}

function toIdentity(signature: Signature, conclusion: TrustConclusion, anybodyTrusted: boolean): Identity {
  const { faults, chain, anchor, trusted, revocations } = conclusion;
  const timestamps = signature.timestamps.map(({ token, certificate, intact }, i) => ({
    name: certificate?.subject.commonName ?? null,
    time: token.info.time.toISOString(),
    intact,
    trusted: intact && (conclusion.timestamps[i]?.trusted ?? false),
  }));
  const believed = timestamps.filter(stamp => stamp.intact && (stamp.trusted || !anybodyTrusted));
  const [stampedAt] = believed.map(stamp => new Date(stamp.time)).sort((a, b) => a.getTime() - b.getTime());
  return {
    facts: {
      certificateFound: signature.certificate !== null,
      reference: referenceOf(signature),
      faults: Object.freeze([...faults]),
    },
    chain,
    trusted: trusted && signature.intact,
    trustAnchor: anchor?.subject.text ?? null,
    revocation: revocationOf(revocations[0] ?? null),
    timestamps,
    stampedAt: stampedAt ?? null,
  };
}

function revocationOf(status: RevocationStatus | null): RevocationInfo {
  return {
    status: status?.status ?? 'unknown',
    source: status?.source ?? null,
    embedded: status !== null && status.revision !== null,
    producedAt: status?.producedAt.toISOString() ?? null,
    revokedAt: status?.revokedAt?.toISOString() ?? null,
  };
}

/** The first identifier in the signing-certificate attribute is the signer's (RFC 5035, 5.4). */
function referenceOf({
  signerInfo,
  certificate,
}: Pick<Signature, 'signerInfo' | 'certificate'>): IdentityFacts['reference'] {
  const ids = signerInfo?.signedAttributes?.signingCertificates ?? null;
  if (!ids || !certificate) return 'absent';
  const matches = ids[0] ? matchesEssId(ids[0], certificate) : false;
  if (matches === null) return null;
  return matches ? 'matches' : 'differs';
}
