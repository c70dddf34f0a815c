/** Sums over all parts of a document. */
import { type LimitName, type Limits, requireWithin } from '../../limits.js';
import type { TagWatch } from './tags.js';

export class Tally {
  readonly #totals = new Map<LimitName, number>();

  constructor(readonly limits: Limits) {}

  /** Throws LIMIT_EXCEEDED with the part in which the total exceeds the limit. */
  add(limit: LimitName, amount: number, part: string | null): void {
    const total = (this.#totals.get(limit) ?? 0) + amount;
    this.#totals.set(limit, total);
    if (total > this.limits[limit]) requireWithin(this.limits, limit, total, part);
  }
}

/** Every element with one of these names counts towards the limit. */
export function countEach(limit: LimitName, names: readonly string[], tally: Tally): TagWatch {
  return { names, tag: (_text, _name, part) => tally.add(limit, 1, part) };
}
