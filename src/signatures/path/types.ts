/** Input and result of validateTrust(). */
import type { Certificate, Crl, OcspResponse } from '../../pki/index.js';
import type { Anchor } from '../../trust/index.js';
import type { AlgorithmUse } from '../verify/algorithms.js';
import type { VerifiedTimestamp } from '../verify/timestamps.js';

/** The signer's certificate and the time (EN 319 102-1, 5.2.6, 5.5 and 5.6). */
export interface IdentityFacts {
  readonly certificateFound: boolean | null;
  /** The ESS signing-certificate attribute compared with the certificate used; ambiguous: it is absent, and several come into question. */
  readonly reference: 'matches' | 'differs' | 'absent' | 'ambiguous' | null;
  /** Faults of the certificate and the time; null = not examined. */
  readonly faults: readonly TrustFault[] | null;
  /** A sentence for each trusted list that names an authority of the signature or of its timestamps and is out of date. */
  readonly outdatedLists: readonly string[] | null;
}

/** A value with the first revision of the file that contains it (1 = first); null: fetched during validation. */
export interface Sourced<T> {
  readonly value: T;
  readonly revision: number | null;
}

export interface ValidationSources {
  readonly certificates: readonly Sourced<Certificate>[];
  readonly crls: readonly Sourced<Crl>[];
  readonly ocspResponses: readonly Sourced<OcspResponse>[];
}

/** A signature or document timestamp whose cryptographic validity was verified before: its certificate and time are validated. */
export interface SignatureInput {
  readonly use: 'signing' | 'timestamping';
  /** The revision that contains it: the file up to its end existed when it was made. */
  readonly revision: number;
  /** Digest and signature value are valid. Otherwise it proves nothing. */
  readonly intact: boolean;
  readonly certificate: Certificate | null;
  readonly algorithms: AlgorithmUse;
  /** The time in a timestamp; null for signatures. */
  readonly time: Date | null;
  /** Signature timestamps: tokens over the signature value. */
  readonly timestamps: readonly TimestampInput[];
  /** Content timestamps: tokens over the content, made before it was signed. */
  readonly contentTimestamps: readonly TimestampInput[];
}

export interface TimestampInput extends VerifiedTimestamp {
  readonly algorithms: AlgorithmUse;
}

/** What path validation can find against a certificate or a time. The rules map each to an indication (rules/identity.ts). */
export type TrustFaultCode =
  | 'certificate-missing'
  | 'path-untrusted'
  | 'anchor-not-granted'
  | 'anchor-policy'
  | 'list-outdated'
  | 'list-signer-unknown'
  | 'path-invalid'
  | 'wrong-purpose'
  | 'revoked'
  | 'revoked-before-signing'
  | 'authority-revoked'
  | 'on-hold'
  | 'revocation-unknown'
  | 'algorithm-too-weak'
  | 'algorithm-expired'
  | 'not-yet-valid'
  | 'signed-before-validity'
  | 'expired'
  | 'expired-not-revoked'
  | 'signed-after-expiry'
  | 'authority-outside-validity'
  | 'timestamp-order';

/** A fault that no proof of existence resolves. */
export interface TrustFault {
  readonly code: TrustFaultCode;
  /** One sentence for the report. */
  readonly message: string;
  /** The certificate concerned. */
  readonly certificate: Certificate | null;
}

/** The status of one certificate in one CRL or OCSP response of an authorized signer. */
export interface RevocationStatus {
  /** Unknown: an OCSP responder does not know the certificate. */
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly source: 'crl' | 'ocsp';
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly producedAt: Date;
  readonly revokedAt: Date | null;
  readonly reason: string | null;
  readonly algorithms: AlgorithmUse;
  /** Null: fetched during validation. */
  readonly revision: number | null;
}

/** The result of validating the certificate of a signature or timestamp. */
export interface CertificateConclusion {
  /** Empty: certificates and time are valid. */
  readonly faults: readonly TrustFault[];
  /** Signer first, the anchor, if any, last. */
  readonly chain: readonly Certificate[];
  /** The anchor at the end of `chain`; null when the path ends at an untrusted certificate. */
  readonly anchor: Anchor | null;
  /** The path ends at an anchor and is valid at the proven time, apart from missing or outdated revocation data. */
  readonly trusted: boolean;
  /** The status of the certificate at the validation time; null: unknown. */
  readonly revocation: RevocationStatus | null;
}

/** With the earliest time at which the signature or timestamp is proven to have existed; without a proof, the validation time. */
interface ProvenConclusion extends CertificateConclusion {
  readonly proven: Date;
}

export interface TimestampConclusion extends ProvenConclusion {
  /** It is intact and without faults: its time is a proof of existence. */
  readonly isProof: boolean;
}

export interface TrustConclusion extends ProvenConclusion {
  /** In the order of SignatureInput.timestamps. */
  readonly timestamps: readonly TimestampConclusion[];
}
