/** Lists that should have been replaced by newer ones: they state what was true when they were issued. */
import type { TrustStore } from './anchor.js';

/** Of the list of lists. */
const LIST_OF_LISTS = 'EU';

/** Since when the list of a territory, or the list of lists that announces it, is out of date; null: it is not. */
export function outdatedSince(store: Pick<TrustStore, 'listOf'>, territory: string, at: Date): Date | null {
  const ends = [territory, LIST_OF_LISTS].map(name => store.listOf(name)?.nextUpdate ?? null);
  const passed = ends.filter(end => end !== null && end < at) as Date[];
  return passed.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
