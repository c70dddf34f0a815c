/** Deliveries in the memory of one process. */
import type { Job } from '../job.js';
import { type Deliveries, LEASE_MS, type TryOutcome } from './deliveries.js';
import { type Delivery, deliveryOf, requireRoomForEvent, type UndeliveredLimits } from './delivery.js';

interface Pending {
  delivery: Delivery;
  /** On the clock of the deliveries. */
  dueAt: number;
}

export class MemoryDeliveries implements Deliveries {
  readonly #pending = new Map<string, Pending>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that is never set */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param job that has ended */
  add(job: Job): void {
    const delivery = deliveryOf(job);
    if (delivery) this.#pending.set(delivery.id, { delivery, dueAt: this.#now() });
  }

  requireRoom(account: string, limits?: UndeliveredLimits): void {
    const own = [...this.#pending.values()].filter(({ delivery }) => delivery.account === account).length;
    requireRoomForEvent(own, this.#pending.size, limits);
  }

  async claim(busy: readonly string[]) {
    const now = this.#now();
    const due = [...this.#pending.values()].filter(
      ({ dueAt, delivery }) => dueAt <= now && !busy.includes(delivery.account),
    );
    if (due.length === 0) return null;
    const { delivery } = due.reduce((first, other) => (other.dueAt < first.dueAt ? other : first));
    const claimed = { ...delivery, tries: delivery.tries + 1, sentAt: Date.now() };
    this.#pending.set(claimed.id, { delivery: claimed, dueAt: now + LEASE_MS });
    return claimed;
  }

  async settle(delivery: Delivery, outcome: TryOutcome) {
    if (!this.#isLatest(delivery)) return;
    if (typeof outcome === 'object')
      this.#pending.set(delivery.id, { delivery, dueAt: this.#now() + outcome.retryInMs });
    else this.#pending.delete(delivery.id);
  }

  async release(delivery: Delivery) {
    if (!this.#isLatest(delivery)) return;
    this.#pending.set(delivery.id, { delivery: { ...delivery, tries: delivery.tries - 1 }, dueAt: this.#now() });
  }

  async sweep() {}

  #isLatest({ id, tries }: Delivery): boolean {
    return this.#pending.get(id)?.delivery.tries === tries;
  }
}
