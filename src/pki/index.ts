/** What the bytes of DER say: certificates, CMS, timestamps, CRLs, OCSP responses; and whether a signature value holds. */
export {
  type AlgorithmIdentifier,
  createDigest,
  type DigestName,
  digestName,
  digestParameters,
} from './algorithm.js';
export {
  ATTRIBUTE,
  type Attribute,
  type CmsAlgorithmProtection,
  type EssCertificateId,
  type RevocationValues,
  type SignaturePolicy,
} from './attributes.js';
export { type Certificate, type CertificateExtensions, parseCertificate } from './certificate.js';
export {
  findSignerCertificates,
  parseSignedData,
  type SignedAttributes,
  type SignedData,
  type SignerInfo,
} from './cms.js';
export { context, TAG } from './der/der.js';
export { encode, encodeOid, sequence, setOf } from './der/encode.js';
export { parseOctetString } from './der/values.js';
export { type DistributionPoint, type KeyUsage, type NameConstraints, PURPOSE } from './extensions.js';
export type { GeneralName } from './general-name.js';
export type { KeyKind, PublicKey } from './key.js';
export { isWithin, type Name, sameName } from './name.js';
export {
  type Crl,
  findRevoked,
  type IssuingDistributionPoint,
  parseCrl,
  type RevocationReason,
  type RevokedEntry,
} from './revocation/crl.js';
export {
  encodeOcspRequest,
  isResponder,
  matchesCertId,
  type OcspResponse,
  parseOcspResponse,
  type SingleResponse,
} from './revocation/ocsp.js';
export { describeScheme, type SchemeName, type SignatureScheme, signatureScheme } from './scheme.js';
export { parseTimestampToken, type TimestampInfo, type TimestampToken, TST_INFO } from './timestamp.js';
export {
  type SignatureOutcome,
  type SignatureParameters,
  startVerification,
  type Verification,
  verifySignature,
} from './verify.js';
export {
  isSelfSigned,
  matchesEssId,
  matchesImprint,
  rememberedOutcome,
  type SignedObject,
  type SignerOutcome,
  verifySignedAttributes,
  verifySignedBy,
} from './verify-signed.js';
