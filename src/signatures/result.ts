/** The verification result: one contract for the command line, HTTP and the library (docs/verification.md). */

import type { CertificateQualification, SignatureQualification, TrustSource } from '../trust/terms.js';

/** One word for a file; verdict.ts defines when each applies. */
export type Verdict = 'valid' | 'intact' | 'indeterminate' | 'invalid' | 'unsigned';

export type Indication = 'TOTAL_PASSED' | 'INDETERMINATE' | 'TOTAL_FAILED';
export type Coverage = 'file' | 'revision' | 'from-start' | 'unclear';
export type ChangeClass = 'none' | 'archival' | 'form-filling' | 'annotations' | 'content';
export type Level =
  | 'PAdES-BASELINE-B'
  | 'PAdES-BASELINE-T'
  | 'PAdES-BASELINE-LT'
  | 'PAdES-BASELINE-LTA'
  | 'PAdES-BES'
  | 'PAdES-EPES'
  | 'PAdES-LTV'
  | 'PKCS7-B'
  | 'PKCS7-T'
  | 'PKCS7-LT'
  | 'PKCS7-LTA'
  | 'PDF-NOT-ETSI';

/** The result of check() for one file. */
export interface VerificationResult {
  verdict: Verdict;
  /** True for the verdicts 'valid' and 'intact'. */
  valid: boolean;
  /** One plain sentence that a clerk understands. */
  reason: string;
  policy: ValidationPolicy;
  /** The latest signer who is a person or organisation (not a document timestamp). */
  signer: Signer | null;
  /** Every signature and document timestamp, in the order of their revisions. */
  signers: Signer[];
  document: DocumentInfo;
}

/** Under which conditions the verdict was reached. */
export interface ValidationPolicy {
  /** Whether every signer has to be TOTAL_PASSED. */
  trust: 'required' | 'not-required';
  /** The sources of the trust anchors; empty: there are none. */
  sources: TrustSource[];
  /** The generation of the trusted lists; null: none are used. */
  generation: string | null;
  /** ISO 8601, UTC. */
  validationTime: string;
  /** Whether missing certificates and revocation data were fetched. */
  online: boolean;
  /** Of docconv. */
  version: string;
}

/** One signature or document timestamp, with everything that was found about it. */
export interface Signer {
  /** Fully qualified field name. */
  field: string;
  kind: 'signature' | 'certification' | 'timestamp';
  name: string | null;
  organization: string | null;
  email: string | null;
  country: string | null;
  certificate: CertificateInfo | null;
  subFilter: string | null;
  /** Null for timestamps. */
  level: Level | null;
  statedReason: string | null;
  location: string | null;
  contact: string | null;
  /** ISO 8601, UTC. */
  signedAt: string | null;
  signedAtSource: 'timestamp' | 'claimed' | null;
  /** All times that the signature states, or that timestamps confirm. */
  times: StatedTime[];
  digestAlgorithm: string | null;
  signatureAlgorithm: string | null;
  /**
   * The byte ranges' digest equals the signed one AND the signature verifies with the signer's key. False also where that
   * could not be computed; the finding of the rule digest or signature is "unknown" then.
   */
  intact: boolean;
  coverage: Coverage;
  /** 1 = first. */
  revision: number;
  /** The length in bytes, from the start of the file, of the complete revision that it covers; null: it covers none. */
  signedSize: number | null;
  /** The pages that may look different from what was signed, see changedPages(); empty where `signedSize` is null. */
  changedPages: ChangedPage[];
  /** Worst class; null = could not be determined. */
  changesAfter: ChangeClass | null;
  /** False also where it could not be determined; the finding of the rule changes-after-signing is "unknown" then. */
  changesAllowed: boolean;
  docMDP: 1 | 2 | 3 | null;
  trusted: boolean;
  trustAnchor: string | null;
  /** Where the trust anchor is from; null: the certificate leads to none. */
  trust: TrustInfo | null;
  /** Null for document timestamps, and where the trusted lists of the European Union are not used. */
  qualification: Qualification | null;
  /** Of a document timestamp, see TimestampStatus; null for signatures. */
  qualified: boolean | null;
  qualifiedReasons: StatusReason[];
  revocation: RevocationInfo;
  /** Signature timestamps. */
  timestamps: TimestampInfo[];
  /** Signer first, anchor last. */
  chain: CertificateInfo[];
  indication: Indication;
  subIndication: string | null;
  findings: Finding[];
}

/** A page as signed and as it is now, 1 = first. */
export interface ChangedPage {
  /** Null: it did not exist in the signed revision. */
  before: number | null;
  /** Null: it was removed. */
  after: number | null;
}

export interface StatedTime {
  /** /M of the signature dictionary, the signing-time attribute, a timestamp of the signature, or a later document timestamp. */
  source: 'dictionary' | 'signing-time' | 'timestamp' | 'document-timestamp';
  /** ISO 8601, UTC. */
  time: string;
  /** A trusted authority confirms that the signature existed then. */
  proven: boolean;
}

export interface TimestampInfo extends TimestampStatus {
  name: string | null;
  time: string;
  intact: boolean;
  trusted: boolean;
  /** As that of a signer. */
  trust: TrustInfo | null;
}

export interface TimestampStatus {
  /** A qualified electronic timestamp; null where the trusted lists of the European Union are not used. */
  qualified: boolean | null;
  /** Why it is not, or what is worth attention; as the reasons of Qualification. */
  qualifiedReasons: StatusReason[];
}

/** 'fail': a cause of the status; 'warn': the status does not depend on it. */
export interface StatusReason {
  code: string;
  level: 'fail' | 'warn';
  message: string;
}

/** A source of trust. Members other than `source` are those of the listed service; null for other sources. */
export interface TrustInfo {
  source: TrustSource;
  /** Of the list, e.g. 'EL' for Greece. */
  territory: string | null;
  provider: string | null;
  service: string | null;
  /** The last part of the URI, e.g. 'CA/QC'; the same for the status, e.g. 'granted'. */
  serviceType: string | null;
  /** At the time at which the signature is proven to have existed; null: the service was not listed then. */
  status: string | null;
  list: { sequence: number; issued: string; nextUpdate: string | null } | null;
}

/** The status under Regulation (EU) No 910/2014, in the words of EU DSS. */
export interface Qualification {
  signature: SignatureQualification;
  certificateAtIssuance: CertificateQualification;
  /** At the time at which the signature is proven to have existed. */
  certificateAtSigning: CertificateQualification;
  /** The private key resides in a qualified device; null: the certificate is not qualified. */
  qscd: boolean | null;
  /** The most important first. */
  reasons: StatusReason[];
}

export interface RevocationInfo {
  status: 'good' | 'revoked' | 'unknown';
  source: 'ocsp' | 'crl' | null;
  embedded: boolean;
  producedAt: string | null;
  revokedAt: string | null;
}

/** The result of one rule for one signature. */
export interface Finding {
  rule: string;
  outcome: 'pass' | 'fail' | 'unknown' | 'not-applicable';
  level: 'fail' | 'warn' | 'inform';
  message: string;
}

export interface CertificateInfo {
  subject: string;
  issuer: string;
  /** Hexadecimal, upper case. */
  serialNumber: string;
  notBefore: string;
  notAfter: string;
  /** Of the DER encoding, hexadecimal, lower case. */
  sha256: string;
  /** E.g. 'RSA 2048', 'EC brainpoolP256r1', 'Ed25519'. */
  publicKey: string;
  selfSigned: boolean;
}

/** The document as a whole: size, revisions, changes after signing. */
export interface DocumentInfo {
  size: number;
  sha256: string;
  pdfVersion: string;
  pages: number | null;
  revisions: number;
  encrypted: boolean;
  title: string | null;
  author: string | null;
  creator: string | null;
  producer: string | null;
  createdAt: string | null;
  modifiedAt: string | null;
  signatures: number;
  timestamps: number;
  docMDP: 1 | 2 | 3 | null;
  /** Files that are embedded in the document, at most 100. */
  attachments: Attachment[];
  /** Of all embedded files; null: the list exceeds the limits of the work. */
  attachmentCount: number | null;
  /** The document states that it is an electronic invoice or order; null: it does not. */
  invoice: InvoiceInfo | null;
  changes: DocumentChange[];
}

export interface Attachment {
  name: string;
  /** ISO 32000-2, 7.11.3: AFRelationship. */
  relationship: string | null;
  mediaType: string | null;
  description: string | null;
  /** Bytes; null: it could not be read, or exceeds the limits of what is unpacked. */
  size: number | null;
  /** Null as the size. */
  sha256: string | null;
}

/** Of Factur-X, ZUGFeRD or Order-X, as the metadata state it; the XML itself is not read. */
export interface InvoiceInfo {
  fileName: string;
  type: string | null;
  level: string;
  version: string | null;
}

/** Null: the comment did not exist. Unsafe characters are replaced by their codes, and long texts are cut. */
export interface ChangedValue {
  before: string | null;
  after: string | null;
}

export interface DocumentChange {
  afterField: string;
  revision: number;
  /** Null: what was changed, or whether it is allowed, could not be determined. */
  class: ChangeClass | null;
  /** False also where it could not be determined. */
  allowed: boolean;
  page: number | null;
  field: string | null;
  message: string;
  /** What the field or comment said before and after; null: that was not changed, or it is a password. */
  value: ChangedValue | null;
}
