/** Parses X.509 certificates, CMS, timestamp tokens, CRLs and OCSP responses, and verifies signature values. */
export {
  type AlgorithmIdentifier,
  createDigest,
  type DigestName,
  digestName,
  digestParameters,
} from './algorithm.js';
export { type Certificate, type CertificateExtensions, parseCertificate } from './certificate.js';
export { parseCertificates } from './certificate-bundle.js';
export {
  findSignerCertificates,
  parseSignedData,
  type SignedAttributes,
  type SignedData,
  type SignerInfo,
} from './cms.js';
export {
  ATTRIBUTE,
  type Attribute,
  type CmsAlgorithmProtection,
  type EssCertificateId,
  type RevocationValues,
} from './cms-attributes.js';
export { context, TAG } from './der/reader.js';
export { parseOctetString } from './der/values.js';
export { encode, encodeOid, sequence, setOf } from './der/writer.js';
export { type DistributionPoint, type KeyUsage, type NameConstraints, PURPOSE } from './extensions.js';
export { type GeneralName, isWithin, type Name, sameName } from './name.js';
export type { KeyKind, PublicKey } from './public-key.js';
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
export { describeScheme, type SchemeName, type SignatureScheme, signatureScheme } from './signature-scheme.js';
export { parseTimestampToken, type TimestampInfo, type TimestampToken, TST_INFO } from './timestamp.js';
export {
  type SignatureOutcome,
  type SignatureParameters,
  startVerification,
  type Verification,
  verifySignature,
} from './verify-signature.js';
export {
  cachedOutcome,
  isSelfSigned,
  matchesEssId,
  type SignedObject,
  verifySignedAttributes,
  verifySignedBy,
} from './verify-signed-object.js';
