/**
 * Interface of a store of jobs: the memory of one process (memory-store.ts), or the database that several machines share
 * (postgres-store.ts). The store alone decides about the state of a job; dispatchers (dispatcher.ts) only decide who tries
 * to begin it, and when. Every method is atomic.
 */
import type { Job, JobState, NewJob, Outcome } from '../job.js';
import type { Page, PageQuery } from '../page.js';
import type { Deliveries } from '../webhooks/deliveries.js';
import type { UndeliveredLimits } from '../webhooks/delivery.js';

export interface JobLimits {
  /** Jobs of one account that have not ended. */
  readonly perAccount: number;
  /** Jobs of all accounts that have not ended. */
  readonly inAll: number;
  /** Events of ended jobs that are not delivered yet. */
  readonly undelivered?: UndeliveredLimits;
}

/** Null: any. Times are milliseconds since 1970. */
export interface JobQuery extends PageQuery {
  readonly state: JobState | null;
  readonly createdFrom: number | null;
  /** The first time that does not belong to it. */
  readonly createdBefore: number | null;
}

/** Documents that are saved with their new job, in the order of its documents. */
export interface JoinedDocuments {
  readonly contents: readonly Uint8Array[];
  /** What all documents of the account may take. */
  readonly bytesPerAccount: number;
}

/** What has an effect together with the end of a job, or not at all. */
export interface JoinedEnd {
  /** The bytes of the result; null: they are saved already, or there is none. */
  readonly content: Uint8Array | null;
  /** Documents to be removed. */
  readonly removed: readonly string[];
}

export interface JobStore {
  /** False: jobs are lost when the process ends. */
  readonly durable: boolean;
  /** Events of ended jobs: whatever ends a job that has a webhook adds one at the same time. */
  readonly deliveries: Deliveries;
  /**
   * Saves a job as queued. `job`: the saved one, or the one that has its id already (`isNew` is false then), unless that
   * has expired. Rejects with QUEUE_FULL when a limit is reached, that of undelivered webhooks included. With `joined`, the
   * documents are saved as well if the job is new; rejects with OVERLOADED when they have no room.
   */
  add(job: NewJob, limits: JobLimits, joined?: JoinedDocuments): Promise<{ job: Job; isNew: boolean }>;
  /** A job whose time is over has expired, also before sweep() was called. */
  find(id: string): Promise<Job | null>;
  /** Those that have not expired, the newest first, except those with a receiver. */
  list(account: string, query: JobQuery): Promise<Page<Job>>;
  /**
   * Begins an attempt: the job is running, and `attempts` is the number of this attempt. Null when the job has ended or
   * does not exist. A job that has crashed MAX_CRASHES times fails with ENGINE_CRASHED instead. Rejects with STORE_DAMAGED
   * when this process cannot decrypt the parameters: the attempt does not count, and after LEFT_TO_OTHERS_MS the job fails.
   * @param isAlone nothing else runs in the process until the attempt ends: the death of the process counts
   * @param mayBegin is asked with the job as it was; null when it returns false
   */
  begin(id: string, isAlone?: boolean, mayBegin?: (job: Job) => boolean): Promise<Job | null>;
  /** Ends the job. False when that was not the latest attempt, or the job has ended: nothing has an effect then. */
  end(id: string, attempt: number, outcome: Outcome, joined?: JoinedEnd): Promise<boolean>;
  /**
   * The attempt ended without an outcome: queued again. A job that is not released although its attempt has ended was
   * interrupted by the death of its process. @param counts false: it is no crash, as when the service stops
   */
  release(id: string, attempt: number, counts: boolean): Promise<void>;
  /** Cancels a job that has not ended. Null when there is no such job. */
  cancel(id: string): Promise<Job | null>;
  /** Resolves when the job has ended, or with its state after `milliseconds`. Null when there is no such job. */
  wait(id: string, milliseconds: number, signal: AbortSignal): Promise<Job | null>;
  /** Calls `listener` when a running job was cancelled on any machine; returns a function that ends that. */
  onCancelled(listener: (id: string) => void): () => void;
  /** How many jobs are queued before this one; 0 when it is not queued. */
  position(id: string): Promise<number>;
  /** Those that have waited longest. */
  oldestQueued(limit: number): Promise<readonly Job[]>;
  /** Jobs that are queued or running, for metrics. */
  counts(): Promise<{ queued: number; running: number }>;
  /** Removes an ended job at once. */
  remove(id: string): Promise<void>;
  /**
   * Jobs whose time is over expire, and are removed when the same time has passed once more. Returns those that expired now, as
   * they were before, and none when no more are left: the caller removes their documents.
   */
  sweep(): Promise<readonly Job[]>;
  close(): Promise<void>;
}
