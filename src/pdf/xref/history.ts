/** The entry that applies to an object number at a revision. Only updates are indexed: the first revision has most entries. */
import type { XrefEntry } from '../types.js';

export interface HistoryItem {
  /** 1 = first. */
  readonly revision: number;
  readonly entry: XrefEntry;
}

export class XrefHistory {
  readonly #updates = new Map<number, HistoryItem[]>();

  /** First to last. */
  constructor(readonly revisions: readonly ReadonlyMap<number, XrefEntry>[]) {
    for (const [i, entries] of revisions.entries()) {
      if (i === 0) continue;
      for (const [num, entry] of entries) this.#add(num, { revision: i + 1, entry });
    }
  }

  find(num: number, revision: number): HistoryItem | undefined {
    const updates = this.#updates.get(num);
    const update = updates && lastUpTo(updates, revision);
    if (update) return update;
    const entry = this.revisions[0]?.get(num);
    return entry && { revision: 1, entry };
  }

  *numbers(revision: number): Iterable<number> {
    yield* this.revisions[0]?.keys() ?? [];
    for (const [num, items] of this.#updates) {
      if (items[0]!.revision <= revision && !this.revisions[0]!.has(num)) yield num;
    }
  }

  #add(num: number, item: HistoryItem): void {
    const items = this.#updates.get(num);
    if (items) items.push(item);
    else this.#updates.set(num, [item]);
  }
}

/** Binary search: an object may be updated in thousands of revisions. */
function lastUpTo(items: readonly HistoryItem[], revision: number): HistoryItem | undefined {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]!.revision <= revision) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}
