/** What the caller may say about a check. */
import type { Fetcher } from '../fetch/index.js';
import type { RandomAccess } from '../pdf/index.js';
import type { TrustStore } from '../trust/index.js';

/** A path, the bytes, or random access to them. */
export type CheckSource = string | Uint8Array | RandomAccess;

/** Options of check(): trust, time, network access, password. */
export interface CheckOptions {
  /** Of an encrypted file; the empty one is tried by itself. */
  password?: string;
  /** Null or absent: nobody is trusted, the answer is about integrity. */
  trust?: TrustStore | null;
  /** By default true as soon as `trust` holds an anchor. */
  requireTrust?: boolean;
  /** The time of validation; by default now. */
  at?: Date;
  /** Given: missing certificates, CRLs and OCSP responses are fetched (AIA, CRL distribution points). */
  fetcher?: Fetcher;
  /** An annotation or new signature field that covers content after certification warns instead of failing. */
  tolerateOverlays?: boolean;
  signal?: AbortSignal;
}
