/** Deliveries in the memory of one process. */
import type { Job } from '../job.js';
import { pageOf } from '../page.js';
import {
  type Answered,
  type Deliveries,
  type DeliveryQuery,
  KEEP_DELIVERED_MS,
  KEEP_GIVEN_UP_MS,
  LEASE_MS,
  MAX_UNSETTLED,
  type TryOutcome,
  UNMADE_DOUBLINGS,
  UNMADE_MS,
} from './deliveries.js';
import {
  type Delivery,
  type DeliveryState,
  deliveryOf,
  type LastTry,
  NOT_TRIED,
  UNDELIVERED,
  webhooksAreFull,
} from './delivery.js';

/** Times are on the clock of the deliveries, unless they are milliseconds since 1970. */
interface Entry {
  readonly delivery: Delivery;
  readonly position: number;
  readonly dueAt: number;
  /** Tries begun since one was settled or released. */
  readonly unsettled: number;
  readonly lastTry: LastTry;
  /** Null: more tries follow. */
  readonly endedAt: number | null;
  /** Milliseconds since 1970. */
  readonly deliveredAt: number | null;
}

/** That have ended; the oldest are removed first. */
const MAX_ENDED = 10_000;

export class MemoryDeliveries implements Deliveries {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  #nextPosition = 0;

  /** @param now milliseconds of a clock that is never set */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param job that has ended */
  add(job: Job): void {
    const delivery = deliveryOf(job);
    if (!delivery) return;
    const position = this.#nextPosition++;
    const untried = { unsettled: 0, lastTry: NOT_TRIED, endedAt: null, deliveredAt: null };
    this.#entries.set(delivery.id, { delivery, position, dueAt: this.#now(), ...untried });
  }

  results(): number {
    return this.#pending().filter(({ delivery }) => delivery.receiver !== undefined).length;
  }

  requireRoom(account: string, { perAccount, inAll } = UNDELIVERED): void {
    const pending = this.#pending();
    const own = pending.filter(({ delivery }) => delivery.account === account).length;
    if (own >= perAccount || pending.length >= inAll) throw webhooksAreFull();
  }

  async claim(busy: readonly string[]) {
    const now = this.#now();
    const due = this.#pending().filter(
      ({ dueAt, unsettled, delivery }) => dueAt <= now && unsettled < MAX_UNSETTLED && !busy.includes(delivery.account),
    );
    if (due.length === 0) return null;
    const first = due.reduce((earliest, other) => (other.dueAt < earliest.dueAt ? other : earliest));
    const { tries, uncounted } = first.delivery;
    const counts = { tries: tries + 1, uncounted: first.unsettled > 0 ? uncounted + 1 : uncounted };
    const delivery = { ...first.delivery, ...counts, sentAt: Date.now() };
    const lastTry = { ...first.lastTry, triedAt: delivery.sentAt };
    const unsettled = first.unsettled + 1;
    this.#entries.set(delivery.id, { ...first, delivery, lastTry, unsettled, dueAt: now + LEASE_MS });
    return delivery;
  }

  async settle(delivery: Delivery, outcome: TryOutcome, { status, error }: Answered) {
    const entry = this.#latest(delivery);
    if (!entry) return;
    const tried = { ...entry, unsettled: 0, lastTry: { triedAt: entry.lastTry.triedAt, answered: status, error } };
    if (typeof outcome === 'object')
      this.#entries.set(delivery.id, { ...tried, dueAt: this.#now() + outcome.retryInMs });
    else {
      const deliveredAt = outcome === 'delivered' ? Date.now() : null;
      this.#entries.set(delivery.id, { ...tried, endedAt: this.#now(), deliveredAt });
    }
  }

  async release(delivery: Delivery) {
    const entry = this.#latest(delivery);
    if (!entry) return;
    const released = { ...delivery, tries: delivery.tries - 1 };
    this.#entries.set(delivery.id, { ...entry, delivery: released, unsettled: 0, dueAt: this.#now() });
  }

  async postpone(delivery: Delivery) {
    const entry = this.#latest(delivery);
    if (!entry) return;
    const doublings = Math.min(Math.max(entry.unsettled - 1, 0), UNMADE_DOUBLINGS);
    this.#entries.set(delivery.id, { ...entry, dueAt: this.#now() + UNMADE_MS * 2 ** doublings });
  }

  async list(account: string, query: DeliveryQuery) {
    const { after, status } = query;
    const found = [...this.#entries.values()]
      .filter(({ delivery, position }) => isShown(delivery, account) && (after === null || position < after))
      .map(entry => ({ entry: this.#stateOf(entry), position: entry.position }))
      .filter(({ entry }) => status === null || entry.status === status);
    return pageOf(
      found.sort((a, b) => b.position - a.position),
      query,
    );
  }

  async find(account: string, id: string) {
    const entry = this.#entries.get(id);
    return entry && isShown(entry.delivery, account) ? this.#stateOf(entry) : null;
  }

  async ofJobs(ids: readonly string[]) {
    const asked = new Set(ids);
    const entries = [...this.#entries.values()].filter(({ delivery }) => asked.has(delivery.job));
    return new Map(entries.map(entry => [entry.delivery.job, this.#stateOf(entry)]));
  }

  async resend(account: string, id: string, limits = UNDELIVERED) {
    const entry = this.#entries.get(id);
    if (!entry || !isShown(entry.delivery, account)) return null;
    const { delivery } = entry;
    if (entry.endedAt !== null) this.requireRoom(account, limits);
    const uncounted = entry.endedAt === null ? delivery.uncounted : delivery.tries;
    const due = { dueAt: this.#now(), unsettled: 0, endedAt: null, deliveredAt: null };
    const resent = { ...entry, ...due, delivery: { ...delivery, uncounted } };
    this.#entries.set(id, resent);
    return this.#stateOf(resent);
  }

  async sweep() {
    const now = this.#now();
    const givenUp = this.#pending().filter(({ unsettled, dueAt }) => unsettled >= MAX_UNSETTLED && dueAt <= now);
    for (const entry of givenUp) this.#entries.set(entry.delivery.id, { ...entry, endedAt: now });
    const ended = [...this.#entries.values()].filter(({ endedAt }) => endedAt !== null);
    const kept = ended.filter(({ endedAt, deliveredAt }) => {
      return this.#now() - endedAt! < (deliveredAt === null ? KEEP_GIVEN_UP_MS : KEEP_DELIVERED_MS);
    });
    const shown = new Set(kept.sort((a, b) => b.endedAt! - a.endedAt!).slice(0, MAX_ENDED));
    for (const entry of ended) if (!shown.has(entry)) this.#entries.delete(entry.delivery.id);
    return givenUp.map(({ delivery }) => delivery);
  }

  #pending(): Entry[] {
    return [...this.#entries.values()].filter(({ endedAt }) => endedAt === null);
  }

  #latest({ id, tries }: Delivery): Entry | null {
    const entry = this.#entries.get(id);
    return entry?.delivery.tries === tries && entry.endedAt === null ? entry : null;
  }

  #stateOf({ delivery, dueAt, lastTry, endedAt, deliveredAt }: Entry): DeliveryState {
    const isPending = endedAt === null;
    return {
      ...delivery,
      ...lastTry,
      status: isPending ? 'pending' : deliveredAt === null ? 'failed' : 'delivered',
      nextTryAt: isPending ? Math.round(Date.now() + dueAt - this.#now()) : null,
      deliveredAt,
    };
  }
}

const isShown = ({ account: own, receiver }: Delivery, account: string): boolean =>
  own === account && receiver === undefined;
