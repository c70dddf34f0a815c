/** Fetches and verifies the list of lists and the lists that it names. Nothing is written. */
import { DocconvError, toDocconvError } from '../../errors.js';
import { type LotlAnchor, verifyLotl } from '../lists/lotl.js';
import type { ListPointer } from '../lists/model.js';
import { refusal } from '../lists/refusal.js';
import { type VerifiedList, verifyList } from '../lists/verify-list.js';
import type { ListState } from '../store/state.js';
import { type AcceptedList, type Candidate, listState, protectionFault, requireIssued } from './outcome.js';
import { type ListSource, sha256Of } from './sources.js';
import { pack, type StoredLists } from './stored-lists.js';

export interface FetchSettings {
  readonly source: ListSource;
  /** URL of the list of lists. */
  readonly lotl: string;
  readonly anchors: readonly LotlAnchor[];
  /** As in the list of lists; null: all. */
  readonly territories: readonly string[] | null;
  readonly acceptShrink: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: FetchProgress;
}

export interface FetchProgress {
  /** The list of lists is accepted, and names this many lists that are wanted. */
  begin(total: number): void;
  start(territory: string): void;
  done(territory: string): void;
}

/** An accepted list of lists. */
export interface AcceptedLotl extends AcceptedList {
  /** Newest first. */
  readonly pivots: readonly { readonly url: string; readonly bytes: Uint8Array }[];
  readonly pointers: readonly ListPointer[];
}

/** Rejects with LIST_INVALID or the errors of the source: without a list of lists there is no update. */
export async function fetchLotl(settings: FetchSettings, stored: StoredLists | null): Promise<AcceptedLotl> {
  const { source, lotl, anchors, signal, acceptShrink } = settings;
  const former = stored?.state.listOfLists.url === lotl ? stored.state.listOfLists : null;
  const fetched = await fetchOrKnown(source, lotl, former, stored, signal);
  const fetchPivot = async (url: string) => (await source.fetch(url, null, signal))!.bytes;
  const { pivots, ...verified } = await verifyLotl(fetched.bytes, anchors, fetchPivot);
  requireIssued(verified.list);
  const pointers = listPointers(verified);
  const state = { ...listState(verified, lotl, fetched), services: pointers.length };
  const fault = former && protectionFault(state, former, acceptShrink);
  if (fault) throw fault;
  return { state, list: verified.list, packed: await pack(fetched.bytes), pivots, pointers };
}

async function fetchOrKnown(
  source: ListSource,
  url: string,
  former: ListState | null,
  stored: StoredLists | null,
  signal: AbortSignal | undefined,
) {
  const bytes = former && stored!.read(former.sha256);
  const fetched = await source.fetch(url, bytes && former, signal);
  return fetched ?? { bytes: bytes!, etag: former!.etag };
}

const LIST_TYPE = 'application/vnd.etsi.tsl+xml';

/** The pointers to lists of territories as XML, one for each territory. */
function listPointers({ list }: VerifiedList): ListPointer[] {
  const lists = list.pointers.filter(
    ({ mimeType, type, territory }) =>
      (mimeType ?? LIST_TYPE) === LIST_TYPE && /\/EUgeneric$/i.test(type ?? '') && territory !== list.territory,
  );
  return [...new Map(lists.map(pointer => [pointer.territory, pointer])).values()];
}

const AT_ONCE = 6;

/** The lists of the territories. A list that cannot be fetched or believed is an entry with its error. */
export async function fetchLists(
  settings: FetchSettings,
  { pointers }: AcceptedLotl,
  stored: StoredLists | null,
): Promise<Candidate[]> {
  const wanted = pointers.filter(({ territory }) => settings.territories?.includes(territory) ?? true);
  settings.progress?.begin(wanted.length);
  const candidates: Candidate[] = [];
  const queue = [...wanted];
  const work = async () => {
    for (let pointer = queue.shift(); pointer; pointer = queue.shift()) {
      settings.progress?.start(pointer.territory);
      candidates.push({ pointer, result: await fetchList(pointer, settings, stored) });
      settings.progress?.done(pointer.territory);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return candidates.sort((a, b) => a.pointer.territory.localeCompare(b.pointer.territory));
}

async function fetchList(
  pointer: ListPointer,
  { source, signal }: FetchSettings,
  stored: StoredLists | null,
): Promise<Candidate['result']> {
  const { url, territory, certificates } = pointer;
  const former = stored?.state.lists.find(list => list.territory === territory && list.url === url);
  try {
    const isStored = former !== undefined && stored!.read(former.sha256) !== null;
    const fetched = await source.fetch(url, isStored ? former : null, signal);
    if (fetched === null || (isStored && sha256Of(fetched.bytes) === former.sha256)) return 'as known';
    const verified = await verifyList(fetched.bytes, certificates);
    if (verified.list.kind !== 'list' || verified.list.territory !== territory)
      throw refusal('TERRITORY', verified.list.territory);
    requireIssued(verified.list);
    return { state: listState(verified, url, fetched), list: verified.list, packed: await pack(fetched.bytes) };
  } catch (thrown) {
    if (signal?.aborted) throw new DocconvError('CANCELLED.plain', {}, { cause: thrown });
    return toDocconvError(thrown);
  }
}
