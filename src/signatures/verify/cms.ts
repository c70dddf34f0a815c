/** Verifies a signed message with the key of the certificate that it identifies; of a CMS message, the first SignerInfo. */
import {
  type AlgorithmIdentifier,
  type Certificate,
  createDigest,
  digestName,
  findSignerCertificates,
  matchesEssId,
  type SignatureOutcome,
  type SignedData,
  type SignerInfo,
  startVerification,
  type Verification,
  verifySignedAttributes,
} from '../../pki/index.js';
import { allTrue } from '../../system/three-valued.js';
import type { BareMessage, CmsMessage, Message } from './contents.js';

/** The signed bytes. */
export interface Content {
  /** Their digest; null when it cannot be computed. */
  digest(algorithm: AlgorithmIdentifier): Uint8Array | null;
  /** Feeds all bytes, for signatures over the content instead of its digest. */
  feed(verification: Verification): void;
}

export interface VerifiedMessage {
  readonly certificate: Certificate | null;
  /** The signature verifies with other certificates as well, and it does not state which of them is meant. */
  readonly isAmbiguous: boolean;
  /** The digest of the content is the signed one; null = cannot be computed. */
  readonly digestMatches: boolean | null;
  /** The signature verifies with the signer's key; null = cannot be computed, or no key. */
  readonly signatureVerifies: boolean | null;
}

const UNVERIFIED: VerifiedMessage = {
  certificate: null,
  isAmbiguous: false,
  digestMatches: null,
  signatureVerifies: null,
};

/** `pool`: certificates for messages that contain too few. */
export function verifyMessage(
  message: Message | null,
  content: Content,
  pool: readonly Certificate[],
): VerifiedMessage {
  if (!message) return UNVERIFIED;
  return message.binding === 'bare' ? verifyBare(message, content) : verifyCms(message, content, pool);
}

export function verifyCms(message: CmsMessage, content: Content, pool: readonly Certificate[]): VerifiedMessage {
  const { data, binding, token } = message;
  const [signer] = data.signers;
  if (!signer) return UNVERIFIED;
  const candidates = signerCandidates(data, signer, pool);
  if (binding === 'detached') return verifySigner(signer, content, candidates);
  const inner = contentOf(data.content ?? new Uint8Array());
  const verified = verifySigner(signer, inner, candidates);
  const bound = token
    ? sameDigest(content.digest(token.info.imprint.algorithm), token.info.imprint.digest)
    : sameDigest(content.digest(SHA1), data.content);
  return { ...verified, digestMatches: allTrue([bound, verified.digestMatches]) };
}

export const SHA1: AlgorithmIdentifier = { oid: '1.3.14.3.2.26', parameters: null, der: new Uint8Array() };

export function contentOf(bytes: Uint8Array): Content {
  return {
    digest: algorithm => createDigest(algorithm)?.update(bytes).digest() ?? null,
    feed: verification => verification.update(bytes),
  };
}

const sameDigest = (computed: Uint8Array | null, stated: Uint8Array | null): boolean | null =>
  computed && stated !== null && Buffer.compare(computed, stated) === 0;

/** Different certificates with the same issuer and serial number occur in forgeries only. */
const MAX_CANDIDATES = 10;

interface Candidate {
  readonly certificate: Certificate;
  /** How certain it is that the signer means it: 2 = it is in the signing-certificate attribute, 1 = in the message, 0 = in the pool. */
  readonly rank: 0 | 1 | 2;
}

/** In the order to try them. A certificate that a later revision adds must not make those of the message ambiguous. */
function signerCandidates(data: SignedData, signer: SignerInfo, pool: readonly Certificate[]): Candidate[] {
  const included = new Set([...data.certificates, ...signer.certificateValues]);
  const [ess] = signer.signedAttributes?.signingCertificates ?? [];
  const ranked = findSignerCertificates(signer, [...included, ...pool]).map((certificate): Candidate => {
    const isStated = ess !== undefined && matchesEssId(ess, certificate) === true;
    return { certificate, rank: isStated ? 2 : included.has(certificate) ? 1 : 0 };
  });
  const distinct = new Map(ranked.toSorted((a, b) => a.rank - b.rank).map(one => [one.certificate.sha256, one]));
  return [...distinct.values()].toSorted((a, b) => b.rank - a.rank).slice(0, MAX_CANDIDATES);
}

function verifySigner(signer: SignerInfo, content: Content, candidates: readonly Candidate[]): VerifiedMessage {
  const digestMatches = signer.signedAttributes ? attributeMatches(signer, content) : null;
  const tried = candidates.map(one => ({ ...one, outcome: verifyWith(signer, content, one.certificate) }));
  const valid = tried.filter(({ outcome }) => outcome === 'valid');
  const best = valid[0] ?? tried[0];
  const signatureVerifies = best ? verifies(best.outcome) : null;
  return {
    certificate: best?.certificate ?? null,
    isAmbiguous: valid.filter(({ rank }) => rank === best?.rank).length > 1,
    // without signed attributes, verifying the signature verifies the digest as well
    digestMatches: signer.signedAttributes ? digestMatches : signatureVerifies,
    signatureVerifies,
  };
}

function attributeMatches(signer: SignerInfo, content: Content): boolean | null {
  if (!digestName(signer.digestAlgorithm)) return null;
  return sameDigest(content.digest(signer.digestAlgorithm), signer.signedAttributes?.messageDigest ?? null);
}

function verifyWith(signer: SignerInfo, content: Content, { publicKey: key }: Certificate): SignatureOutcome {
  if (signer.signedAttributes) return verifySignedAttributes(signer, key);
  const { signatureAlgorithm: algorithm, digestAlgorithm, signature } = signer;
  const verification = startVerification({ key, algorithm, digestAlgorithm, signature });
  content.feed(verification);
  return verification.finish();
}

const verifies = (outcome: SignatureOutcome): boolean | null =>
  outcome === 'unsupported' ? null : outcome === 'valid';

const SHA1_WITH_RSA: AlgorithmIdentifier = { oid: '1.2.840.113549.1.1.5', parameters: null, der: new Uint8Array() };

function verifyBare({ signature, certificates }: BareMessage, content: Content): VerifiedMessage {
  const [certificate] = certificates;
  if (!certificate) return UNVERIFIED;
  const verification = startVerification({ key: certificate.publicKey, algorithm: SHA1_WITH_RSA, signature });
  content.feed(verification);
  const outcome = verifies(verification.finish());
  return { certificate, isAmbiguous: false, digestMatches: outcome, signatureVerifies: outcome };
}
