/** What arrives while the database is busy with the same is done together: so a server under load sends few statements. */

/** Returns a function that resolves when `work` has done its item with others, and rejects with its error. */
export function createBatches<Item>(work: (items: readonly Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let next: Promise<void> | null = null;
  let latest = Promise.resolve();
  const workOnAll = () => {
    const batch = waiting;
    [waiting, next] = [[], null];
    return work(batch);
  };
  return item => {
    waiting.push(item);
    if (next === null) {
      next = latest.then(workOnAll);
      latest = next.catch(() => {});
    }
    return next;
  };
}
