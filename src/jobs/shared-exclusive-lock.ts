/** A shared-exclusive lock: tasks that run together, and tasks that run alone. */
import { untilAborted } from '../system/deferred.js';

export interface SharedExclusiveLock {
  /** A task runs alone, or waits to. */
  readonly isExclusive: boolean;
  /**
   * Runs a task as soon as the exclusive tasks that were given before have ended. Rejects with the reason of the signal
   * when that is aborted before.
   */
  shared<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Runs a task when all that were given before have ended; those that are given later wait for it. */
  exclusive<Result>(task: () => Promise<Result>): Promise<Result>;
}

export function createSharedExclusiveLock(): SharedExclusiveLock {
  let lastExclusive: Promise<void> = Promise.resolve();
  let exclusives = 0;
  const others = new Set<Promise<void>>();
  const settled = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => {},
      () => {},
    );
  return {
    get isExclusive() {
      return exclusives > 0;
    },
    shared(task, signal) {
      const turn = signal ? untilAborted(lastExclusive, signal) : lastExclusive;
      const work = turn.then(task);
      const end = settled(work).finally(() => others.delete(end));
      others.add(end);
      return work;
    },
    exclusive(task) {
      exclusives++;
      const work = Promise.all([lastExclusive, ...others]).then(task);
      lastExclusive = settled(work).finally(() => exclusives--);
      return work;
    },
  };
}
