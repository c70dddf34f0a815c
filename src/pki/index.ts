/** Parses X.509 certificates, CMS, timestamp tokens, CRLs and OCSP responses, and verifies signature values. */
export {
  type AlgorithmIdentifier,
  createDigest,
  type DigestName,
  digestName,
  digestOid,
  digestParameters,
  type SignedObject,
} from './algorithm.js';
export { type Certificate, EXTENSION, parseCertificate, readableCertificate } from './certificate.js';
export { parseCertificates } from './certificate-bundle.js';
export {
  findSignerCertificates,
  ID_DATA,
  parseSignedData,
  SIGNED_DATA,
  type SignedData,
  type SignerInfo,
} from './cms.js';
export { ATTRIBUTE, SIGNER_REFERENCES } from './cms-attributes.js';
export { attempt, children, context, readDer, TAG } from './der/reader.js';
export { integerOf, parseOctetString } from './der/values.js';
export { encode, encodeInteger, encodeOid, sequence, setOf } from './der/writer.js';
export { type DistributionPoint, KEY_USAGES, type NameConstraints, PURPOSE } from './extensions.js';
export { foldText, type GeneralName, isWithin, mailboxesOf, nameKey, sameGeneralName, sameName } from './name.js';
export { type KeyKind, keyObject, type PublicKey, verificationCost } from './public-key.js';
export { QC_TYPE, type QcStatements } from './qc-statements.js';
export {
  type Crl,
  findRevoked,
  hasUnknownEntries,
  parseCrl,
  parseServedCrl,
  type RevokedEntry,
} from './revocation/crl.js';
export {
  encodeOcspRequest,
  isResponder,
  matchesCertId,
  type OcspResponse,
  parseOcspResponse,
  permitsCertificate,
  type SingleResponse,
} from './revocation/ocsp.js';
export { describeScheme, MGF1, type SignatureScheme, schemeOid, signatureScheme } from './signature-scheme.js';
export {
  isWellFormedToken,
  parseTimestampToken,
  type TimestampToken,
  type TokenFault,
  TST_INFO,
  tokenFault,
} from './timestamp.js';
export { encodeTimestampRequest, parseTimestampResponse } from './timestamp-protocol.js';
export {
  type SignatureOutcome,
  startVerification,
  type Verification,
  verifySignature,
  verifyWithScheme,
} from './verify-signature.js';
export {
  isSelfSigned,
  keyId,
  matchesEssId,
  verifySignedAttributes,
  verifySignedBy,
} from './verify-signed-object.js';
