/**
 * The places of a process: in each of them one job is executed. While all are in use, as many jobs are taken ahead, so that
 * their documents are there when a place becomes free, and the results of former jobs are saved beside the next ones.
 */
import { setMaxListeners } from 'node:events';
import { DocconvError } from '../errors.js';
import { FairQueue } from '../isolation/index.js';

/** A job waits so long for a place; then it is left to other processes. Longer jobs gain nothing by being taken ahead. */
const AHEAD_MS = 1_000;

export interface Place {
  /**
   * Resolves when the place belongs to the job. Rejects with the signal's reason; with LeftToOthers after AHEAD_MS, and
   * after close().
   */
  take(signal: AbortSignal): Promise<void>;
  /** The job does not need it any more. May be called more than once. */
  leave(): void;
}

export interface Places {
  /** Whether a further job has a place now, or probably within AHEAD_MS. */
  readonly hasRoom: boolean;
  /** Of a job that was taken. Accounts take turns. */
  reserve(account: string): Place;
  /** Jobs that have no place yet are left to other processes. */
  close(): void;
}

export function createPlaces(count: number): Places {
  const queue = new FairQueue(count, 0);
  const closed = new AbortController();
  setMaxListeners(0, closed.signal); // each job that waits has one
  /** With those that wait for a place. */
  let jobs = 0;
  /** The latest job was long, or one waited in vain. */
  let isSlow = false;

  const acquire = async (account: string, signal: AbortSignal): Promise<() => void> => {
    const late = new AbortController();
    const timer = setTimeout(() => {
      isSlow = true;
      late.abort(new LeftToOthers());
    }, AHEAD_MS);
    const given = AbortSignal.any([signal, late.signal, closed.signal]);
    const end = await queue.acquire(account, given, true).finally(() => clearTimeout(timer));
    const takenAt = performance.now();
    return () => {
      isSlow = performance.now() - takenAt > AHEAD_MS;
      end!();
    };
  };
  return {
    get hasRoom() {
      return jobs < count || (jobs < 2 * count && !isSlow);
    },
    reserve(account) {
      jobs++;
      let isLeft = false;
      let end = () => {};
      return {
        async take(signal) {
          end = await acquire(account, signal);
        },
        leave() {
          if (isLeft) return;
          isLeft = true;
          jobs--;
          end();
        },
      };
    },
    close: () => closed.abort(new LeftToOthers()),
  };
}

/** The attempt has not begun to execute the job: no fault of anything. */
export class LeftToOthers extends DocconvError {
  constructor() {
    super('QUEUE_FULL.places');
  }
}
