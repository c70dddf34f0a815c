/** A job: a conversion or verification whose client does not wait for it. */
import { randomBytes } from 'node:crypto';
import type { DocconvError, ErrorCode, ErrorDetail } from '../errors.js';

export type JobKind = 'convert' | 'verify';
/** `expired`: only the id is kept, so that a client learns what became of its job. */
export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** Attempts that may crash before the job fails. A fault of the document is never tried again. */
export const MAX_CRASHES = 3;

/**
 * Milliseconds for which a job that a process cannot run, because it is of another version or has another secret, is left to
 * others. Then it fails.
 */
export const LEFT_TO_OTHERS_MS = 600_000;

/**
 * Milliseconds after its submission in which a job waits until files can be written. Its result may be too large for the disk
 * for ever, or its file refused for ever.
 */
export const WAITS_FOR_DISK_MS = 3_600_000;

export interface NewJob {
  /** Of newJobId(), or derived from the account and an Idempotency-Key: 128 bits. */
  readonly id: string;
  readonly kind: JobKind;
  /** The job belongs to it; others do not see the job. */
  readonly account: string;
  /** Of the request, to recognise another request with the same Idempotency-Key. */
  readonly fingerprint: string;
  /** The client's names of the documents, and their ids in the store of documents. */
  readonly documents: readonly JobDocument[];
  /** The parameters of the request: options and passwords. A durable store encrypts them, and decrypts them for begin() only. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What receives an event when the job has ended. */
  readonly webhook: string | null;
  /** The webhook receives the result itself: how, in a form that only the caller of the store reads. */
  readonly receiver?: string;
}

export interface JobDocument {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** Times are milliseconds since 1970. */
export interface Job extends NewJob {
  readonly state: JobState;
  /** Attempts begun, except those that were released without counting. */
  readonly attempts: number;
  /** Attempts that crashed, and that nothing but the job can have crashed. */
  readonly crashes: number;
  /** Nothing else ran in the process of the latest attempt. See mustRunAlone(). */
  readonly isAlone: boolean;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** When the job expires, and its documents are removed; null before it has ended. */
  readonly expiresAt: number | null;
  readonly result: JobResult | null;
  readonly error: JobError | null;
}

/** What an immediate answer has. */
export interface JobResult extends JobDocument {
  /** The media type of the document, and other headers of the answer; an array: a header that occurs several times. */
  readonly headers: Readonly<Record<string, string | string[]>>;
}

export interface JobError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail: ErrorDetail;
}

export type Outcome = { readonly result: JobResult } | { readonly error: JobError };

export const newJobId = (): string => jobIdOf(randomBytes(16).toString('base64url'));

/** 128 bits, of a text in base64url. Does not begin with "-": command lines would take the id for an option. */
export const jobIdOf = (random: string): string => random.slice(0, 22).replace(/^-/, '_');

export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean => state !== 'queued' && state !== 'running';

/**
 * A process died with the job, and what ran beside it may be to blame as well. Attempts that follow run alone: then the one
 * whose document kills processes harms no other, and the others are not charged for it.
 */
export const mustRunAlone = ({ state, isAlone }: Pick<Job, 'state' | 'isAlone'>): boolean =>
  state === 'running' || isAlone;

export function jobErrorOf({ code, message, detail }: DocconvError): JobError {
  return { code, message, detail };
}
