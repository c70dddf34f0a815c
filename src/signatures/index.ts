/** Validation of signed PDFs. */

export type { TrustStore } from '../trust/index.js';
export { readCertifiedAttachment } from './certified-attachment.js';
export { changedPages, isVisible, mostRelevant, type PagePair } from './changed-pages.js';
export { extractRevision } from './extract.js';
export { collectLongTermData, type LongTermData, type MissingData } from './long-term-data.js';
export type { CheckOptions, CheckSource, TrustRules } from './options.js';
export { fieldFaults, MAX_PATH_LENGTH, purposeFaults } from './path/chain/index.js';
export { changePermissions } from './permissions.js';
export type {
  CertificateInfo,
  ChangeClass,
  DocumentChange,
  DocumentInfo,
  Finding,
  Signer,
  TrustInfo,
  ValidationPolicy,
  Verdict,
  VerificationResult,
} from './result.js';
export { PDF_FAILURES, pdfLimits } from './service/pdf-process.js';
export { type TimestampFault, timestampFault } from './timestamp-fault.js';
export { check } from './validate.js';
export { parseValidationTime } from './validation-time.js';
