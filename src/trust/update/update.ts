/** `docconv trust update`: from the list of lists to the next generation. */
import { DocconvError, toDocconvError } from '../../errors.js';
import type { TrustRecord } from '../record.js';
import { Generations } from '../store/generations.js';
import { assemble } from './assemble.js';
import { recordAttempt } from './attempt.js';
import { type AcceptedLotl, type FetchSettings, fetchLists, fetchLotl } from './fetch-lists.js';
import type { Outcome } from './outcome.js';
import { readStoredLists } from './stored-lists.js';

/** The list of lists of the European Commission. */
export const EU_LOTL = 'https://ec.europa.eu/tools/lotl/eu-lotl.xml';

export interface UpdateResult {
  /** The current generation; null: there was and is none, because no list could be loaded. */
  readonly generation: string | null;
  /** The lists are others than before. */
  readonly isNew: boolean;
  /** Of the list of lists. */
  readonly sequence: number;
  readonly pivots: number;
  readonly outcomes: readonly Outcome[];
}

/**
 * Loads the lists into a folder, see Generations, and notes it in the record. Rejects with the error that left all lists as they were: of the list of
 * lists, OPTION_INVALID, STORE_BUSY, DISK_FULL, OUTPUT_UNWRITABLE or CANCELLED. What goes wrong with one list is in its outcome.
 */
export async function updateLists(
  folder: string,
  settings: FetchSettings,
  record: TrustRecord | null = null,
): Promise<UpdateResult> {
  try {
    const result = await update(new Generations(folder), settings);
    if (result.generation !== null) record?.add(['eu']);
    await recordAttempt(folder, result.outcomes);
    return result;
  } catch (thrown) {
    const { code, message } = toDocconvError(thrown);
    if (code !== 'CANCELLED') await recordAttempt(folder, [], { code, message });
    throw thrown;
  }
}

async function update(generations: Generations, settings: FetchSettings): Promise<UpdateResult> {
  generations.requireWritable(); // before minutes of loading
  const stored = readStoredLists(generations);
  const lotl = await fetchLotl(settings, stored);
  requireTerritories(settings, lotl);
  const candidates = await fetchLists(settings, lotl, stored);
  const prepare = (base: typeof stored) => assemble(lotl, candidates, base, settings.acceptShrink);
  // the long part, without the lock; repeated in the rare case that another update was faster
  let next = await prepare(stored);
  let isNew = false;
  const generation = await generations.replace(async current => {
    if (current !== (stored?.name ?? null)) next = await prepare(readStoredLists(generations));
    isNew = next.files !== null;
    return next.files;
  });
  const { outcomes } = next;
  return { generation, isNew, sequence: lotl.state.sequence, pivots: lotl.pivots.length, outcomes };
}

function requireTerritories({ territories }: FetchSettings, { pointers }: AcceptedLotl): void {
  const known = pointers.map(({ territory }) => territory);
  const missing = territories?.find(territory => !known.includes(territory));
  if (missing === undefined) return;
  throw new DocconvError('OPTION_INVALID.no-list-of-territory', { territory: missing, known: known.sort().join(', ') });
}
