/** The entry that applies to an object number at a revision. Only updates are indexed: the first revision has most entries. */
import type { XrefEntry } from '../types.js';

export interface HistoryItem {
  /** 1 = first. */
  readonly revision: number;
  readonly entry: XrefEntry;
}

export class XrefHistory {
  /** The revisions, in order; a number alone where there is one, as a file may have millions of entries. */
  readonly #updates = new Map<number, number | number[]>();

  /** First to last. */
  constructor(readonly revisions: readonly ReadonlyMap<number, XrefEntry>[]) {
    for (const [i, entries] of revisions.entries()) {
      if (i === 0) continue;
      for (const num of entries.keys()) this.#add(num, i + 1);
    }
  }

  find(num: number, revision: number): HistoryItem | undefined {
    const updates = this.#updates.get(num);
    const newest = typeof updates === 'object' ? lastUpTo(updates, revision) : updates;
    const found = newest !== undefined && newest <= revision ? newest : 1;
    const entry = this.revisions[found - 1]?.get(num);
    return entry && { revision: found, entry };
  }

  /** The revisions after this one that have an entry for the object, in order. */
  revisionsAfter(num: number, revision: number): number[] {
    return this.#updatesOf(num).filter(update => update > revision);
  }

  *numbers(revision: number): Iterable<number> {
    yield* this.revisions[0]?.keys() ?? [];
    for (const num of this.#updates.keys()) {
      if (this.#updatesOf(num)[0]! <= revision && !this.revisions[0]!.has(num)) yield num;
    }
  }

  #updatesOf(num: number): readonly number[] {
    const updates = this.#updates.get(num) ?? [];
    return typeof updates === 'number' ? [updates] : updates;
  }

  #add(num: number, revision: number): void {
    const updates = this.#updates.get(num);
    if (updates === undefined) this.#updates.set(num, revision);
    else if (typeof updates === 'number') this.#updates.set(num, [updates, revision]);
    else updates.push(revision);
  }
}

/** Binary search: an object may be updated in thousands of revisions. */
function lastUpTo(revisions: readonly number[], revision: number): number | undefined {
  let low = 0;
  let high = revisions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (revisions[middle]! <= revision) low = middle + 1;
    else high = middle;
  }
  return revisions[low - 1];
}
