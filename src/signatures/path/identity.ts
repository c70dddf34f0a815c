/** Determines who signed, and the proven time: one identity per signature. */
import { message } from '../../messages/index.js';
import { isWellFormedToken, matchesEssId, SIGNER_REFERENCES, type TimestampToken } from '../../pki/index.js';
import { day, daysBetween, isFuture } from '../../system/day.js';
import { allTrue } from '../../system/three-valued.js';
import { capitalized } from '../../text.js';
import { LIST_GRACE_DAYS, type OutdatedList, SERVICE_TYPE } from '../../trust/index.js';
import type { CheckOptions } from '../options.js';
import type { RevocationInfo, Signer, TimestampInfo } from '../result.js';
import { type AlgorithmUse, algorithmUse, signerAlgorithms, timestampAlgorithms } from '../verify/algorithms.js';
import type { Signature } from '../verify/signatures.js';
import type { VerifiedTimestamp } from '../verify/timestamps.js';
import type { ValidationData } from './dss.js';
import { OnlineSources } from './revocation/index.js';
import { listName } from './time/untrusted.js';
import type { TrustedListLookup } from './trusted-list-lookup.js';
import type {
  IdentityFacts,
  RevocationStatus,
  SignatureInput,
  TimestampConclusion,
  TimestampInput,
  TrustConclusion,
} from './types.js';
import { type TrustSettings, validateTrust } from './validate.js';

export interface Identity {
  readonly facts: IdentityFacts;
  readonly conclusion: TrustConclusion;
  readonly result: Pick<Signer, 'trusted' | 'trustAnchor' | 'trust' | 'revocation' | 'timestamps'>;
  /**
   * Time of the earliest signature timestamp that is a proof; without a proof, of the earliest intact one, whose authority
   * must chain to an anchor if there are anchors.
   */
  readonly stampedAt: Date | null;
}

export async function identify(
  signatures: readonly Signature[],
  data: ValidationData,
  options: CheckOptions,
  lookup: TrustedListLookup,
  collects = false,
): Promise<Identity[]> {
  const online = options.fetcher ? new OnlineSources(options.fetcher, options.signal) : null;
  const settings = {
    now: options.at ?? new Date(),
    trust: options.trust ?? null,
    lists: { strict: options.strictTrust === true, graceDays: options.trustGrace ?? LIST_GRACE_DAYS },
    online,
    collects,
  };
  const conclusions = await validateTrust(signatures.map(toSignatureInput), data, settings);
  return signatures.map((signature, i) => toIdentity(signature, conclusions[i]!, settings, lookup));
}

function toSignatureInput(signature: Signature): SignatureInput {
  const { site, token, certificate, intact } = signature;
  return {
    use: signature.kind === 'timestamp' ? 'timestamping' : 'signing',
    revision: site.revision.index,
    intact: intact && (token === null || isProof(token, signature)),
    certificate,
    algorithms: algorithmsOf(signature),
    time: token?.info.time ?? null,
    timestamps: signature.timestamps.map(toTimestampInput),
    contentTimestamps: signature.contentTimestamps.map(toTimestampInput),
  };
}

/** A document timestamp is a proof only if it is well-formed, covers a whole revision and identifies its own certificate. */
function isProof(token: TimestampToken, signature: Signature): boolean {
  const { coverage } = signature.site.range;
  const covers = coverage === 'file' || coverage === 'revision';
  return covers && isWellFormedToken(token, signature.certificate) && referenceOf(signature) !== 'differs';
}

function algorithmsOf({ token, signerInfo, certificate }: Signature): AlgorithmUse {
  const key = certificate?.publicKey ?? null;
  if (token) return timestampAlgorithms(token, key);
  return signerInfo ? signerAlgorithms(signerInfo, key) : algorithmUse(BARE_SCHEME, key);
}

/** adbe.x509.rsa_sha1. */
const BARE_SCHEME = { name: 'RSASSA-PKCS1-v1_5', digest: 'SHA-1', pss: null } as const;

function toTimestampInput({ token, intact, certificate }: VerifiedTimestamp): TimestampInput {
  const [signerInfo = null] = token.signedData.signers;
  // a token that does not identify its certificate is not well-formed
  const reference = referenceOf({ signerInfo, certificate, isAmbiguous: false });
  const algorithms = timestampAlgorithms(token, certificate?.publicKey ?? null);
  return { token, certificate, algorithms, intact: intact && reference !== 'differs' };
}

function toIdentity(
  signature: Signature,
  conclusion: TrustConclusion,
  { trust: store, now }: TrustSettings,
  lookup: TrustedListLookup,
): Identity {
  const { faults, anchor, trusted, revocation } = conclusion;
  const timestamps = signature.timestamps.map((stamp, i) => timestampInfo(stamp, conclusion.timestamps[i]!, lookup));
  const type = SERVICE_TYPE[signature.kind === 'timestamp' ? 'timestamps' : 'certificates'];
  const trust = lookup.sourceOf(conclusion, type);
  const isAccepted = ({ time, intact }: TimestampInfo, i: number): boolean =>
    intact &&
    (store === null || store.sources.length === 0 ? !isFuture(new Date(time), now) : conclusion.timestamps[i]!.trusted);
  const proofs = timestamps.filter(({ trusted }) => trusted);
  const accepted = proofs.length > 0 ? proofs : timestamps.filter(isAccepted);
  const [stampedAt] = accepted.map(stamp => new Date(stamp.time)).sort((a, b) => a.getTime() - b.getTime());
  return {
    facts: {
      certificateFound: signature.certificate !== null,
      reference: referenceOf(signature),
      faults: Object.freeze([...faults]),
      outdatedLists: lookup
        .outdated([trust, ...timestamps.map(stamp => stamp.trust)], now)
        .map(list => outdatedText(list, now)),
    },
    conclusion,
    result: {
      trusted: trusted && signature.intact,
      trustAnchor: anchor?.certificate.subject.text ?? null,
      trust,
      revocation: revocationOf(revocation),
      timestamps,
    },
    stampedAt: stampedAt ?? null,
  };
}

function outdatedText({ territory, sequence: number, nextUpdate }: OutdatedList, now: Date): string {
  const list = capitalized(listName(territory));
  return message('list.outdated', { list, number, end: day(nextUpdate), count: daysBetween(nextUpdate, now) });
}

function timestampInfo(
  { token, certificate, intact }: VerifiedTimestamp,
  conclusion: TimestampConclusion,
  lookup: TrustedListLookup,
): TimestampInfo {
  const { time } = token.info;
  const indication = conclusion.isProof ? 'TOTAL_PASSED' : intact ? 'INDETERMINATE' : 'TOTAL_FAILED';
  return {
    name: certificate?.subject.commonName ?? null,
    time: time.toISOString(),
    intact,
    trusted: conclusion.isProof,
    trust: lookup.sourceOf(conclusion, SERVICE_TYPE.timestamps),
    ...lookup.timestampStatus(certificate, conclusion, { time, indication }),
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

/**
 * The first identifier in the signing-certificate attribute is the signer's; both versions of the attribute are evaluated where
 * both are present (RFC 5035, 5.4). One that is repeated or cannot be read identifies no certificate.
 */
function referenceOf({
  signerInfo,
  certificate,
  isAmbiguous,
}: Pick<Signature, 'signerInfo' | 'certificate' | 'isAmbiguous'>): IdentityFacts['reference'] {
  const attributes = signerInfo?.signedAttributes;
  const references = attributes?.all.filter(({ oid }) => SIGNER_REFERENCES.includes(oid)) ?? [];
  if (!attributes || references.length === 0 || !certificate) return isAmbiguous ? 'ambiguous' : 'absent';
  const isReadable = attributes.signingCertificates.length === references.length;
  const matches = isReadable && allTrue(attributes.signingCertificates.map(id => matchesEssId(id, certificate)));
  if (matches === null) return null;
  return matches ? 'matches' : 'differs';
}
