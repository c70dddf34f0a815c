/** Lists that should have been replaced (TS 119 612, 5.3.15): what they say of the time after their NextUpdate is not known. */
import { DAY_MS } from '../system/day.js';
import type { ListFacts, TrustStore } from './anchor.js';

export interface OutdatedList extends ListFacts {
  readonly nextUpdate: Date;
}

/** Days for which a list counts after its NextUpdate: states are sometimes late. */
export const LIST_GRACE_DAYS = 14;

/** Of the list of lists. */
export const LIST_OF_LISTS = 'EU';

/** The list of a territory, and the list of lists that announces it, as far as they are out of date for more than these days. */
export function outdatedLists(
  store: Pick<TrustStore, 'listOf'>,
  territory: string,
  at: Date,
  graceDays = 0,
): OutdatedList[] {
  const latest = at.getTime() - graceDays * DAY_MS;
  return [territory, LIST_OF_LISTS]
    .flatMap(name => store.listOf(name) ?? [])
    .filter((list): list is OutdatedList => list.nextUpdate !== null && list.nextUpdate.getTime() < latest);
}

/** Whether the list of a territory counts for what happened at this time: it is not out of date, and its signer may sign lists. */
export function isListCurrent(
  store: Pick<TrustStore, 'listOf'>,
  territory: string,
  at: Date,
  graceDays: number,
): boolean {
  const until = store.listOf(territory)?.signerUntil ?? null;
  return (until === null || at <= until) && outdatedLists(store, territory, at, graceDays).length === 0;
}
