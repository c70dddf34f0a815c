/**
 * Interface of a dispatcher: it decides which worker tries to begin which job, and when. In memory (memory-dispatcher.ts),
 * or by BullMQ on PostgreSQL (bullmq/dispatcher.ts). It may offer a job again; the store decides whether an attempt begins.
 */
export interface Announcement {
  readonly id: string;
  /** Accounts take turns. */
  readonly account: string;
  /** Of all documents: quick jobs are not held up by slow ones. */
  readonly bytes: number;
  /** It was saved just now: whether it waits already need not be asked. */
  readonly isNew?: boolean;
}

export interface Dispatcher {
  /** Resolves when the job is sure to be offered to a worker. Announcing a job that waits already has no effect. */
  announce(job: Announcement): Promise<void>;
  /**
   * Calls `run` for announced jobs. At most `atOnce` quick ones run at a time, and of slow ones at most slowAtOnce(). A job
   * is offered again when the process dies before `run` has resolved, or `run` rejects. While `mayTake` is false, jobs are
   * left to other processes.
   */
  work(atOnce: number, run: (id: string) => Promise<void>, mayTake?: () => boolean): Workers;
  /** Removes what no job needs any more. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface Workers {
  /** Takes no further jobs; resolves when the running ones have ended. */
  close(): Promise<void>;
}

/** Until a job whose `run` rejected is offered again. */
export const RETRY_MS = 1_000;

/** Bytes. Nearly all documents below take less than a second. */
const QUICK = 2_000_000;

export function isQuick({ bytes }: Announcement): boolean {
  return bytes <= QUICK;
}

/** Slow jobs never occupy the last worker of a process. */
export function slowAtOnce(atOnce: number): number {
  return Math.max(1, atOnce - 1);
}
