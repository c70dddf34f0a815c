/** What a file brings along to prove who signed and when; the input of validateTrust(). */
import type { Certificate, Crl, OcspResponse, TimestampToken } from '../../pki/index.js';
import type { AlgorithmUse } from '../verify/algorithms.js';

/** With the revision of the file in which it stands first (1 = first); null: it came from outside, just now. */
export interface Known<T> {
  readonly value: T;
  readonly revision: number | null;
}

export interface Evidence {
  readonly certificates: readonly Known<Certificate>[];
  readonly crls: readonly Known<Crl>[];
  readonly ocspResponses: readonly Known<OcspResponse>[];
}

/** A signature or a timestamp whose bytes were verified before; here its certificate and its time are judged. */
export interface SignedEvidence {
  readonly use: 'signing' | 'timestamping';
  /** The file up to the end of this revision existed when it was made. For what stands inside a CMS: that of the CMS. */
  readonly revision: number;
  /** Digest and signature value hold. One that is not intact proves nothing. */
  readonly intact: boolean;
  readonly certificate: Certificate | null;
  readonly algorithms: AlgorithmUse;
  /** What a timestamp says; null for signatures. */
  readonly time: Date | null;
  /** Tokens over the signature value. */
  readonly timestamps: readonly TimestampEvidence[];
  /** Tokens over the content, made before it was signed (content-time-stamp). */
  readonly contentTimestamps: readonly TimestampEvidence[];
}

export interface TimestampEvidence {
  readonly token: TimestampToken;
  /** Imprint, digest and signature value hold. */
  readonly intact: boolean;
  readonly certificate: Certificate | null;
  readonly algorithms: AlgorithmUse;
}

/** What path validation can find against a certificate or a time. The rules map each to an indication (rules/identity.ts). */
export type TrustFaultCode =
  | 'certificate-missing'
  | 'path-untrusted'
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

/** One observation that no proof of existence removes. */
export interface TrustFault {
  readonly code: TrustFaultCode;
  /** One plain sentence. */
  readonly message: string;
  /** The certificate concerned. */
  readonly certificate: Certificate | null;
  /** Of a revocation: its time. Of an expiry: notAfter. Of a weak algorithm: its limit. Null: not known or never good. */
  readonly since: Date | null;
}

/** The status of one certificate by one CRL or OCSP response whose signer was entitled to it. */
export interface RevocationStatus {
  readonly status: 'good' | 'revoked';
  readonly source: 'crl' | 'ocsp';
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly producedAt: Date;
  readonly revokedAt: Date | null;
  readonly reason: string | null;
  readonly algorithms: AlgorithmUse;
  /** Null: fetched just now. */
  readonly revision: number | null;
}

/** What is known about a signature in the end. */
export interface TrustConclusion {
  /** Empty: nothing stands against certificates and time. */
  readonly faults: readonly TrustFault[];
  /** Signer first; the anchor last where there is one. */
  readonly chain: readonly Certificate[];
  /** The anchor at the end of `chain`; null when nobody trusted was reached. */
  readonly anchor: Certificate | null;
  /** The path leads to an anchor and holds at the proven time. Missing or stale revocation data alone do not change it. */
  readonly trusted: boolean;
  /** The status of each certificate of `chain` but the anchor, at the validation time; null where there is none. */
  readonly revocations: readonly (RevocationStatus | null)[];
  /** When the signature is proven to have existed; null: nothing proves it to be older than now. */
  readonly provenAt: Date | null;
  /** In the order of SignedEvidence.timestamps. */
  readonly timestamps: readonly TrustConclusion[];
}
