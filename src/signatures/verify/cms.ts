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
  /** The digest of the content is the signed one; null = cannot be computed. */
  readonly digestMatches: boolean | null;
  /** The signature verifies with the signer's key; null = cannot be computed, or no key. */
  readonly signatureVerifies: boolean | null;
}

const UNVERIFIED: VerifiedMessage = { certificate: null, digestMatches: null, signatureVerifies: null };

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
  if (binding === 'detached') return verifySigner(signer, content, signerCandidates(data, signer, pool));
  const inner = contentOf(data.content ?? new Uint8Array());
  const verified = verifySigner(signer, inner, signerCandidates(data, signer, pool));
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

/** In the order to try them: first those that the signing-certificate attribute identifies. */
function signerCandidates(data: SignedData, signer: SignerInfo, pool: readonly Certificate[]): Certificate[] {
  const matching = findSignerCertificates(signer, [...data.certificates, ...signer.certificateValues, ...pool]);
  const [ess] = signer.signedAttributes?.signingCertificates ?? [];
  const byEss = ess ? matching.filter(candidate => matchesEssId(ess, candidate)) : [];
  const distinct = new Map([...byEss, ...matching].map(candidate => [candidate.sha256, candidate]));
  return [...distinct.values()].slice(0, MAX_CANDIDATES);
}

function verifySigner(signer: SignerInfo, content: Content, candidates: readonly Certificate[]): VerifiedMessage {
  const digestMatches = signer.signedAttributes ? attributeMatches(signer, content) : null;
  const tried = candidates.map(certificate => ({ certificate, outcome: verifyWith(signer, content, certificate) }));
  const best = tried.find(({ outcome }) => outcome === 'valid') ?? tried[0];
  const signatureVerifies = best ? verifies(best.outcome) : null;
  return {
    certificate: best?.certificate ?? null,
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
  return { certificate, digestMatches: outcome, signatureVerifies: outcome };
}
