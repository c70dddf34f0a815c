/** Options of a validation. */
import type { Fetcher } from '../fetch/index.js';
import type { RandomAccess } from '../pdf/index.js';
import type { Members } from '../system/known-members.js';
import type { TrustStore } from '../trust/index.js';

/** A path, the bytes, or random access to them. */
export type CheckSource = string | Uint8Array | RandomAccess;

/** How trust is used, whatever the document is. */
export type TrustRules = Pick<CheckOptions, 'strictTrust' | 'trustGrace'>;

/** Options of check(): trust, time, network access, password. */
export interface CheckOptions {
  /** Of an encrypted file; the empty password is tried without it. */
  password?: string;
  /** Null or absent: no certificate is trusted, and the verdict is about integrity. */
  trust?: TrustStore | null;
  /** By default true if `trust` has an anchor, or had one that is missing or damaged now. */
  requireTrust?: boolean;
  /** Trusted lists that should have been replaced do not count, and warnings about the qualified status leave none. */
  strictTrust?: boolean;
  /** Days for which a trusted list counts after its NextUpdate; by default 14. With `strictTrust`: none. */
  trustGrace?: number;
  /** The time of validation; by default now. */
  at?: Date;
  /** Fetches missing certificates, CRLs and OCSP responses (AIA, CRL distribution points); absent: nothing is fetched. */
  fetcher?: Fetcher;
  /** An annotation or new signature field that covers content of a certified page warns instead of failing. */
  tolerateOverlays?: boolean;
  signal?: AbortSignal;
}

/** All members of CheckOptions: others are refused. */
export const CHECK_OPTIONS: Members<CheckOptions> = {
  password: true,
  trust: true,
  requireTrust: true,
  strictTrust: true,
  trustGrace: true,
  at: true,
  fetcher: true,
  tolerateOverlays: true,
  signal: true,
};
