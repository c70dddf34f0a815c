/** From what was fetched and what is loaded to the next generation. */
import type { TrustedList } from '../lists/model.js';
import { verifyIntegrity } from '../lists/verify-list.js';
import type { GenerationFiles } from '../store/generations.js';
import { compileIndex } from '../store/index-file.js';
import type { GenerationState, ListState, PivotState } from '../store/state.js';
import type { AcceptedLotl } from './fetch-lists.js';
import { type AcceptedList, type Candidate, decide, isAnnounced, isOlder, type Outcome } from './outcome.js';
import { sha256Of } from './sources.js';
import { fileOf, pack, STATE, type StoredLists } from './stored-lists.js';

interface Entry extends Omit<AcceptedList, 'list'> {
  /** Null: it is read from the compressed file, when an index is compiled. */
  readonly list: TrustedList | null;
}

/**
 * `stored`: the current generation, which may be newer than the one that the lists were compared with when they were fetched.
 * `files` is null where the lists that are loaded are the same.
 */
export async function assemble(
  lotl: AcceptedLotl,
  candidates: readonly Candidate[],
  stored: StoredLists | null,
  acceptShrink: boolean,
) {
  const outcomes: Outcome[] = [];
  const entries: Entry[] = [];
  for (const candidate of candidates) {
    const former = formerOf(candidate.pointer.territory, lotl, stored);
    const { use, ...outcome } = decide(candidate, former?.state ?? null, acceptShrink);
    const entry = use === 'fetched' ? entryOf(candidate) : use === 'former' ? former : null;
    outcomes.push(outcome);
    if (entry) entries.push(entry);
  }
  for (const former of notAsked(candidates, lotl, stored)) {
    const { territory } = former.state;
    if (lotl.pointers.some(pointer => pointer.territory === territory)) entries.push(former);
    else outcomes.push({ territory, outcome: 'removed', reason: null, message: null });
  }
  const isNew = entries.length > 0 && !isSame(lotl, entries, stored);
  return { outcomes, files: isNew ? await filesOf(lotl, entries, stored) : null };
}

function isSame(lotl: AcceptedLotl, entries: readonly Entry[], stored: StoredLists | null): boolean {
  if (!stored?.hasIndex || stored.state.listOfLists.sha256 !== lotl.state.sha256) return false;
  const isWhole = [stored.state.listOfLists, ...stored.state.pivots].every(
    ({ sha256 }) => stored.read(sha256) !== null,
  );
  if (!isWhole) return false;
  const known = new Map(stored.state.lists.map(list => [list.sha256, list]));
  const isKnown = ({ state: { sha256, signerUntil } }: Entry) =>
    known.get(sha256)?.signerUntil?.getTime() === signerUntil?.getTime() &&
    known.has(sha256) &&
    stored.read(sha256) !== null;
  return known.size === entries.length && entries.every(isKnown);
}

function entryOf({ result }: Candidate): Entry | null {
  return typeof result === 'object' && 'packed' in result ? result : null;
}

/** Null also when the file of the list is missing or damaged: then it cannot be carried over. */
function formerOf(territory: string, lotl: AcceptedLotl, stored: StoredLists | null): Entry | null {
  const state = stored?.state.lists.find(list => list.territory === territory);
  if (!state || stored!.read(state.sha256) === null) return null;
  const signerUntil = signerEnd(state, lotl, stored!);
  return { state: { ...state, signerUntil }, packed: stored!.readPacked(state.sha256)!, list: null };
}

/** See ListFacts. */
function signerEnd(list: ListState, { state, pointers }: AcceptedLotl, stored: StoredLists): Date | null {
  const pointer = pointers.find(({ territory }) => territory === list.territory);
  if (!pointer || isOlder(state, stored.state.listOfLists)) return list.signerUntil;
  return isAnnounced(list, pointer) ? null : (list.signerUntil ?? state.issued);
}

function notAsked(candidates: readonly Candidate[], lotl: AcceptedLotl, stored: StoredLists | null): Entry[] {
  const asked = new Set(candidates.map(({ pointer }) => pointer.territory));
  const others = stored?.state.lists.filter(({ territory }) => !asked.has(territory)) ?? [];
  return others.flatMap(({ territory }) => formerOf(territory, lotl, stored) ?? []);
}

async function filesOf(
  lotl: AcceptedLotl,
  unsorted: readonly Entry[],
  stored: StoredLists | null,
): Promise<GenerationFiles> {
  const entries = [...unsorted].sort((a, b) => a.state.territory.localeCompare(b.state.territory));
  const top = await topOf(lotl, stored);
  const state: GenerationState = { ...top.state, lists: entries.map(entry => entry.state) };
  const lists: TrustedList[] = [];
  for (const entry of entries) lists.push(entry.list ?? (await readEntry(entry, stored!)));
  return new Map<string, Uint8Array>([
    ['index', compileIndex(lists, state)],
    [STATE, Buffer.from(`${JSON.stringify(state)}\n`)],
    ...top.files,
    ...entries.map(({ state: { sha256 }, packed }) => [fileOf(sha256), packed] as const),
  ]);
}

/** It was verified when it was accepted; who may sign may have changed since. */
async function readEntry({ state }: Entry, stored: StoredLists): Promise<TrustedList> {
  return (await verifyIntegrity(stored.read(state.sha256)!)).list;
}

interface Top {
  readonly state: Pick<GenerationState, 'listOfLists' | 'pivots'>;
  readonly files: readonly (readonly [string, Uint8Array])[];
}

/** The list of lists that was fetched, or a newer one that another update has loaded since. */
async function topOf(lotl: AcceptedLotl, stored: StoredLists | null): Promise<Top> {
  const former = stored?.state.listOfLists;
  if (former && former.url === lotl.state.url && isOlder(lotl.state, former)) {
    const { listOfLists, pivots } = stored.state;
    const kept = [listOfLists, ...pivots].map(({ sha256 }) => [fileOf(sha256), stored.readPacked(sha256)!] as const);
    return { state: { listOfLists, pivots }, files: kept };
  }
  const pivots: PivotState[] = lotl.pivots.map(({ url, bytes }) => ({ url, sha256: sha256Of(bytes) }));
  const packed = await Promise.all(lotl.pivots.map(({ bytes }) => pack(bytes)));
  return {
    state: { listOfLists: lotl.state, pivots },
    files: [
      [fileOf(lotl.state.sha256), lotl.packed],
      ...pivots.map(({ sha256 }, i) => [fileOf(sha256), packed[i]!] as const),
    ],
  };
}
