/** A shared-exclusive lock: tasks that run together, and tasks that run alone. */

export interface SharedExclusiveLock {
  /** Runs a task as soon as the exclusive tasks that were given before have ended. */
  shared<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Runs a task when all that were given before have ended; those that are given later wait for it. */
  exclusive<Result>(task: () => Promise<Result>): Promise<Result>;
}

export function createSharedExclusiveLock(): SharedExclusiveLock {
  let lastExclusive: Promise<void> = Promise.resolve();
  const others = new Set<Promise<void>>();
  const settled = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => {},
      () => {},
    );
  return {
    shared(task) {
      const work = lastExclusive.then(task);
      const end = settled(work).finally(() => others.delete(end));
      others.add(end);
      return work;
    },
    exclusive(task) {
      const work = Promise.all([lastExclusive, ...others]).then(task);
      lastExclusive = settled(work);
      return work;
    },
  };
}
