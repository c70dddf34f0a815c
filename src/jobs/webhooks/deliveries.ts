/**
 * Interface of the deliveries, for a while also of those that were made or given up: in the memory of one process
 * (memory-deliveries.ts), or in the database that several machines share (postgres-deliveries.ts). A store of jobs adds one when it ends a job, in the same transaction.
 */
import { DAY_MS } from '../../system/day.js';
import type { Page, PageQuery } from '../page.js';
import type { Delivery, DeliveryState, DeliveryStatus, UndeliveredLimits } from './delivery.js';
import type { PostAnswer } from './post.js';

/** What became of a try; `given up`: no other follows. */
export type TryOutcome = 'delivered' | 'given up' | { readonly retryInMs: number };

export type Answered = Omit<PostAnswer, 'retryAfter'>;

export interface DeliveryQuery extends PageQuery {
  /** Null: any. */
  readonly status: DeliveryStatus | null;
}

export interface Deliveries {
  /**
   * Begins a try of the delivery that has waited longest, except those of the accounts in `busy`. Until it is settled, and
   * for at most LEASE_MS, no other process gets it. A try that ends so is not counted against the receiver: its process has
   * died, or could not save the outcome. After MAX_UNSETTLED of them in a row none follows. Null: none is due.
   */
  claim(busy: readonly string[]): Promise<Delivery | null>;
  /** Ends a try. Has no effect when a later one was begun. */
  settle(delivery: Delivery, outcome: TryOutcome, answer: Answered): Promise<void>;
  /** The end of the process stopped the try: it does not count, and is due again at once. */
  release(delivery: Delivery): Promise<void>;
  /** The try could not be made: it is due again after a pause, and is one without an outcome. */
  postpone(delivery: Delivery): Promise<void>;
  /** Those of an account, the newest first. Neither this nor `find` and `resend` know those with a receiver. */
  list(account: string, query: DeliveryQuery): Promise<Page<DeliveryState>>;
  find(account: string, id: string): Promise<DeliveryState | null>;
  /** By job. */
  ofJobs(ids: readonly string[]): Promise<ReadonlyMap<string, DeliveryState>>;
  /**
   * It is due now, also one that was delivered or given up, whose pauses begin anew. Null: there is none. Rejects with
   * QUEUE_FULL.
   */
  resend(account: string, id: string, limits?: UndeliveredLimits): Promise<DeliveryState | null>;
  /** Gives up those that were begun too often without an outcome, and removes those that ended long ago. Resolves to the former. */
  sweep(): Promise<readonly Delivery[]>;
  /** Results that wait for their receivers and that the end of the process loses; absent: it loses none. */
  results?(): number;
}

/** Longer than a try takes. */
export const LEASE_MS = 60_000;
/** Tries in a row without an outcome: what ends the process or the store each time may be the delivery itself. */
export const MAX_UNSETTLED = 20;
/** Pauses after tries that could not be made, as the store or S3 is away: they double, so that the tries last for 14 hours. */
export const UNMADE_MS = 15_000;
export const UNMADE_DOUBLINGS = 8;
/** How long a delivery can be seen and sent again after it was given up, or made. */
export const KEEP_GIVEN_UP_MS = 7 * DAY_MS;
export const KEEP_DELIVERED_MS = DAY_MS;
