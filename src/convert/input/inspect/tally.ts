/** Sums over all parts of a document. */
import { type LimitName, type Limits, requireWithin } from '../../limits.js';

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
