/**
 * Interface of the deliveries that are not made yet: in the memory of one process (memory-deliveries.ts), or in the database
 * that several machines share (postgres-deliveries.ts). A store of jobs adds one when it ends a job, in the same transaction.
 */
import { DAY_MS } from '../../system/day.js';
import type { Delivery } from './delivery.js';

/** What became of a try; `given up`: no other follows. */
export type TryOutcome = 'delivered' | 'given up' | { readonly retryInMs: number };

export interface Deliveries {
  /**
   * Begins a try of the delivery that has waited longest, except those of the accounts in `busy`. Until it is settled, and
   * for at most LEASE_MS, no other process gets it. Null: none is due.
   */
  claim(busy: readonly string[]): Promise<Delivery | null>;
  /** Ends a try. Has no effect when a later one was begun. @param reason of a failure, for the operator */
  settle(delivery: Delivery, outcome: TryOutcome, reason: string | null): Promise<void>;
  /** The try was stopped by the end of the process: it is due now, as before. */
  release(delivery: Delivery): Promise<void>;
  /** Removes those that were given up long ago. */
  sweep(): Promise<void>;
}

/** Longer than a try takes. */
export const LEASE_MS = 60_000;
/** How long a delivery that was given up stays in the database, for the operator. */
export const KEEP_GIVEN_UP_MS = 7 * DAY_MS;
