/** Tasks that run beside others, and tasks that run alone. */

export interface Solitude {
  /** Runs a task as soon as those that run alone and were given before have ended. */
  beside<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Runs a task when all that were given before have ended; those that are given later wait for it. */
  alone<Result>(task: () => Promise<Result>): Promise<Result>;
}

export function createSolitude(): Solitude {
  let lastAlone: Promise<void> = Promise.resolve();
  const others = new Set<Promise<void>>();
  const settled = (work: Promise<unknown>): Promise<void> =>
    work.then(
      () => {},
      () => {},
    );
  return {
    beside(task) {
      const work = lastAlone.then(task);
      const end = settled(work).finally(() => others.delete(end));
      others.add(end);
      return work;
    },
    alone(task) {
      const work = Promise.all([lastAlone, ...others]).then(task);
      lastAlone = settled(work);
      return work;
    },
  };
}
