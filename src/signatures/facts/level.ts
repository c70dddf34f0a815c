/**
 * The level of a signature (EN 319 142-1, 6; EN 319 142-2, 4-5). It depends on which data are present and valid, not on
 * trust or the current date.
 */
import { ATTRIBUTE, digestName } from '../../pki/index.js';
import type { Level } from '../result.js';
import type { Signature } from '../verify/signatures.js';
import { LevelSources, type LongTerm, observeLongTerm } from './long-term.js';
import { observeMessage } from './message-facts.js';

export interface LevelFacts extends LongTerm {
  readonly subFilter: string | null;
  /** One signer, signed attributes with content type and digest, and no content of its own. */
  readonly wellFormed: boolean;
  /** ESS signing-certificate or signing-certificate-v2. */
  readonly signingCertificate: 'v1' | 'v2' | null;
  readonly digestAlgorithm: string | null;
  /** The message contains the certificate of the signer. */
  readonly certificateInMessage: boolean;
  /** The signed attribute signing-time; the baseline requires /M instead. */
  readonly signingTimeAttribute: boolean;
  readonly policy: boolean;
  readonly commitmentType: boolean;
  /** Entries of the signature dictionary. */
  readonly entries: { readonly M: boolean; readonly Cert: boolean; readonly Reason: boolean };
}

/** Per signature, in their order; document timestamps have none. */
export function achievedLevels(...from: ConstructorParameters<typeof LevelSources>): (Level | null)[] {
  const sources = new LevelSources(...from);
  return sources.signatures.map(signature =>
    signature.kind === 'timestamp' ? null : levelOf(observeLevel(signature, sources)),
  );
}

export function levelOf(facts: LevelFacts): Level {
  if (!facts.wellFormed) return 'PDF-NOT-ETSI';
  if (facts.subFilter === 'adbe.pkcs7.detached' || facts.subFilter === 'adbe.pkcs7.sha1')
    return `PKCS7-${baselineSuffix(facts)}`;
  if (facts.subFilter !== 'ETSI.CAdES.detached' || !facts.signingCertificate) return 'PDF-NOT-ETSI';
  if (statesReasonTwice(facts)) return 'PDF-NOT-ETSI';
  return isBaseline(facts) ? `PAdES-BASELINE-${baselineSuffix(facts)}` : extendedLevel(facts);
}

function baselineSuffix(facts: LevelFacts): 'B' | 'T' | 'LT' | 'LTA' {
  if (!facts.timestamp) return 'B';
  if (!facts.revocationData || !facts.timestampRevocationData) return 'T';
  return facts.archiveTimestamp ? 'LTA' : 'LT';
}

/** EN 319 142-1, table 1, column B-B. */
function isBaseline(facts: LevelFacts): boolean {
  return (
    facts.certificateInMessage &&
    (facts.signingCertificate === 'v2' || facts.digestAlgorithm === 'SHA-1') &&
    !facts.signingTimeAttribute &&
    facts.entries.M &&
    !facts.entries.Cert &&
    !(facts.policy && facts.entries.Reason)
  );
}

/** EN 319 142-1, table 1, and EN 319 142-2, 5.2 and 5.3: no PAdES signature has a commitment type and /Reason. */
const statesReasonTwice = ({ commitmentType, entries }: LevelFacts): boolean => commitmentType && entries.Reason;

/** EN 319 142-2, 5.3: a policy together with /Reason is not EPES. */
function extendedLevel(facts: LevelFacts): Level {
  if (facts.revocationData) return 'PAdES-LTV';
  return facts.policy && !facts.entries.Reason ? 'PAdES-EPES' : 'PAdES-BES';
}

function observeLevel(signature: Signature, sources: LevelSources): LevelFacts {
  const { site, subFilter, message, certificate, signerInfo } = signature;
  const attributes = signerInfo?.signedAttributes?.all ?? [];
  const hasAttribute = (oid: string) => attributes.some(attribute => attribute.oid === oid);
  const hasEntry = (key: string) => site.revision.get(site.dictionary, key) !== null;
  const own = message && message.binding !== 'bare' ? message.data.certificates : [];
  return {
    subFilter,
    wellFormed: isWellFormed(signature),
    signingCertificate: essVersion(signature),
    digestAlgorithm: signerInfo && digestName(signerInfo.digestAlgorithm),
    certificateInMessage: certificate !== null && own.some(({ sha256 }) => sha256 === certificate.sha256),
    signingTimeAttribute: hasAttribute(ATTRIBUTE.signingTime),
    policy: hasAttribute(ATTRIBUTE.signaturePolicy),
    commitmentType: hasAttribute(ATTRIBUTE.commitmentType),
    entries: { M: hasEntry('M'), Cert: hasEntry('Cert'), Reason: hasEntry('Reason') },
    ...observeLongTerm(signature, sources),
  };
}

function isWellFormed({ message, subFilter, certificate }: Signature): boolean {
  const { signerInfos, foreignContent, signedAttributes } = observeMessage(message, subFilter, certificate);
  if (signerInfos !== 1 || foreignContent !== false) return false;
  return typeof signedAttributes === 'object' && !!signedAttributes?.contentType && signedAttributes.messageDigest;
}

function essVersion({ signerInfo }: Signature): LevelFacts['signingCertificate'] {
  const version = signerInfo?.signedAttributes?.signingCertificates?.[0]?.version;
  return version ? `v${version}` : null;
}
