/** What the level of a signature depends on, gathered. */
import { ATTRIBUTE, type Certificate, digestName } from '../../pki/index.js';
import type { SecurityStore } from '../path/dss.js';
import type { Signature } from '../verify/signature.js';
import { observeMessage } from './cms-facts.js';
import type { LevelFacts } from './level.js';
import { observeLongTerm } from './long-term.js';

export interface LevelSources {
  readonly signatures: readonly Signature[];
  readonly store: SecurityStore;
  /** Every certificate at hand, once. */
  readonly certificates: readonly Certificate[];
}

export function observeLevel(signature: Signature, { signatures, store, certificates }: LevelSources): LevelFacts {
  const { site, subFilter, message, certificate, signerInfo, timestamps } = signature;
  const longTerm = observeLongTerm(signature, signatures, store, certificates);
  const attributes = signerInfo?.signedAttributes;
  const has = (key: string) => site.revision.get(site.dictionary, key) !== null;
  const own = message && message.binding !== 'bare' ? message.data.certificates : [];
  return {
    subFilter,
    wellBuilt: isWellBuilt(signature),
    signingCertificate: essVersion(signature),
    digestAlgorithm: signerInfo && digestName(signerInfo.digestAlgorithm),
    certificateInMessage: certificate !== null && own.some(({ sha256 }) => sha256 === certificate.sha256),
    signingTimeAttribute: attributes?.all.some(attribute => attribute.oid === ATTRIBUTE.signingTime) ?? false,
    policy: attributes?.all.some(attribute => attribute.oid === ATTRIBUTE.signaturePolicy) ?? false,
    entries: { M: has('M'), Cert: has('Cert'), Reason: has('Reason') },
    ...longTerm,
    timestamp: longTerm.timestamp || timestamps.some(({ intact }) => intact),
  };
}

function isWellBuilt({ message }: Signature): boolean {
  const { signerInfos, foreignContent, signedAttributes } = observeMessage(message);
  if (signerInfos !== 1 || foreignContent !== false) return false;
  return typeof signedAttributes === 'object' && !!signedAttributes?.contentType && signedAttributes.messageDigest;
}

function essVersion({ signerInfo }: Signature): LevelFacts['signingCertificate'] {
  const version = signerInfo?.signedAttributes?.signingCertificates?.[0]?.version;
  return version ? `v${version}` : null;
}
