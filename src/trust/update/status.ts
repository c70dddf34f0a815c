/** The state of the loaded lists, and what needs attention. */

import { DAY_MS, day, daysBetween } from '../../system/day.js';
import { type AatlState, openAatl } from '../aatl/stored-aatl.js';
import { Generations } from '../store/generations.js';
import { openListedAnchors } from '../store/listed-anchors.js';
import type { ListState } from '../store/state.js';
import { type Attempt, type DatedOutcome, readAttempt } from './attempt.js';
import { readStoredLists } from './stored-lists.js';

export interface TrustStatus {
  /** Null: no lists are loaded. */
  readonly generation: string | null;
  readonly listOfLists: ListState | null;
  readonly lists: readonly TerritoryStatus[];
  /** Adobe's list; null: it was not imported, or cannot be read. */
  readonly aatl: AatlState | null;
  readonly lastUpdate: Pick<Attempt, 'time' | 'failure'> | null;
  /** What was loaded is missing or damaged: checks that require trust fail. */
  readonly isDamaged: boolean;
  /** One sentence each; empty: all is well. */
  readonly attention: readonly string[];
}

export interface TerritoryStatus {
  readonly territory: string;
  /** 'closed': there will be no later one; 'missing': none could be loaded. */
  readonly state: 'current' | 'expired' | 'closed' | 'missing';
  readonly list: ListState | null;
  /** Of the last update that asked for it; null: unknown. */
  readonly last: DatedOutcome | null;
}

/** `folder`: see Generations. `expected`: the sources that were loaded. */
export function trustStatus(folder: string, now = new Date(), expected: readonly string[] = []): TrustStatus {
  const stored = readStoredLists(new Generations(folder));
  const attempt = readAttempt(folder);
  const rows = attempt?.outcomes ?? [];
  const last = (territory: string) => rows.find(row => row.territory === territory) ?? null;
  const state = stored?.state ?? null;
  const loaded = state?.lists.map(list => territoryStatus(list, last(list.territory), now)) ?? [];
  const missing = rows
    .filter(({ territory }) => !loaded.some(list => list.territory === territory))
    .map((row): TerritoryStatus => ({ territory: row.territory, state: 'missing', list: null, last: row }));
  const lists = [...loaded, ...missing].sort((a, b) => a.territory.localeCompare(b.territory));
  const adobe = openAatl(folder, expected.includes('aatl'));
  adobe.anchors?.close();
  const { lists: opened, note } = openListedAnchors(folder, expected.includes('eu'));
  opened?.close();
  const faults = [note, adobe.note].filter(found => found !== null);
  const isEmpty = !opened && !adobe.state && faults.length === 0;
  const status = {
    generation: stored?.name ?? null,
    listOfLists: state?.listOfLists ?? null,
    lists,
    aatl: adobe.state,
    lastUpdate: attempt && { time: attempt.time, failure: attempt.failure },
  };
  const empty = isEmpty ? ['No trusted lists are loaded. Run: docconv trust update'] : [];
  return { ...status, isDamaged: faults.length > 0, attention: [...faults, ...empty, ...attentionOf(status, now)] };
}

function territoryStatus(list: ListState, last: DatedOutcome | null, now: Date): TerritoryStatus {
  const state = list.nextUpdate === null ? 'closed' : list.nextUpdate < now ? 'expired' : 'current';
  return { territory: list.territory, state, list, last };
}

/** Days without an update after which results are old. */
const MAX_AGE = 30;

function formerUse({ signerUntil }: ListState): string {
  if (signerUntil === null) return ' The former list is used.';
  return ` The list of lists of ${day(signerUntil)} does not name its signer any more: it is used for signatures of before only.`;
}

function ago(time: Date, now: Date): string {
  const days = daysBetween(time, now);
  return days === 1 ? ' (1 day ago)' : ` (${days} days ago)`;
}

function attentionOf(
  { listOfLists, lists, lastUpdate }: Omit<TrustStatus, 'attention' | 'isDamaged'>,
  now: Date,
): string[] {
  const found: string[] = [];
  if (lastUpdate?.failure) found.push(`The last update failed: ${lastUpdate.failure.message}`);
  if (listOfLists?.nextUpdate && listOfLists.nextUpdate < now)
    found.push(`The list of lists has expired on ${day(listOfLists.nextUpdate)}${ago(listOfLists.nextUpdate, now)}.`);
  const expired = lists.filter(({ state }) => state === 'expired');
  const names = expired.map(({ territory, list }) => territory + ago(list!.nextUpdate!, now));
  if (expired.length > 0) found.push(`A newer list should have replaced that of ${names.join(', ')}.`);
  for (const { territory, list, last } of lists)
    if (last?.message) found.push(`${territory}: ${last.message}${list ? formerUse(list) : ''}`);
  if (listOfLists && lastUpdate && now.getTime() - Date.parse(lastUpdate.time) > MAX_AGE * DAY_MS)
    found.push(`The last update was on ${lastUpdate.time.slice(0, 10)}. Run: docconv trust update`);
  return found;
}
