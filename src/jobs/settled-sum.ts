/**
 * A sum over all processes of the store, without a lock: it is read at most once a second, and what this process has added
 * since is added to it. Near its limit it is read for each request, so that other processes may exceed the limit only by what
 * they add at the same moment, or within a second when less than a tenth was free before.
 */
export interface SettledSum {
  /** Adds what has room, and returns a function to be called when it is saved, or was not saved. Null: there is no room. */
  add(amount: number, limit: number): Promise<((isSaved: boolean) => void) | null>;
}

const READ_MS = 1_000;
/** Of the limit. */
const NEAR = 0.9;

export function createSettledSum(read: () => Promise<number>): SettledSum {
  /** The sum that was read, less what this process had added before, and has in `added`. */
  let others = 0;
  let added = 0;
  let underWay = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const readNow = async () => {
    const notYetSaved = underWay;
    const addedBefore = added;
    const sum = await read();
    others = sum + notYetSaved - addedBefore;
    readAt = performance.now();
  };
  const settle = (): Promise<void> => {
    reading ??= readNow().finally(() => (reading = null));
    return reading;
  };
  const isNear = (amount: number, limit: number) => others + added + amount > limit * NEAR;
  return {
    async add(amount, limit) {
      if (performance.now() - readAt > READ_MS || isNear(amount, limit)) await settle();
      if (others + added + amount > limit) return null;
      added += amount;
      underWay += amount;
      return isSaved => {
        underWay -= amount;
        if (!isSaved) added -= amount;
      };
    },
  };
}
