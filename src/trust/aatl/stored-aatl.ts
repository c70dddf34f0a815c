/** Adobe's list on disk: an index (see store/index-file.ts) beside the generations of the trusted lists. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocconvError } from '../../errors.js';
import { isMissing } from '../../system/files/file-errors.js';
import { replaceFileDurably } from '../../system/files/files.js';
import type { TrustRecord } from '../record.js';
import { Generations } from '../store/generations.js';
import { TrustIndex, writeIndex } from '../store/index-file.js';
import { IndexedAnchors } from '../store/listed-anchors.js';
import type { AatlAnchor } from './read-settings.js';

export interface AatlState {
  readonly imported: Date;
  /** As the signature of the file states it. */
  readonly signed: Date;
  readonly signerName: string;
  readonly certificates: number;
  /** How many of them count for certain certificate policies only. */
  readonly restricted: number;
}

const FILE = 'aatl';
const REMEDY = 'docconv trust import FILE';

export const aatlFile = (folder: string): string => join(folder, FILE);

/** Replaces the list that is there, and notes it in the record. `folder`: see Generations. */
export async function saveAatl(
  folder: string,
  anchors: readonly AatlAnchor[],
  { signed, signerName }: Pick<AatlState, 'signed' | 'signerName'>,
  record: TrustRecord | null = null,
): Promise<AatlState> {
  const restricted = anchors.filter(({ policies }) => policies !== null).length;
  const state: AatlState = { imported: new Date(), signed, signerName, certificates: anchors.length, restricted };
  const entries = anchors.map(({ certificate, policies }) => ({
    certificate,
    services: [],
    ...(policies && { policies }),
  }));
  const index = writeIndex(entries, state);
  new Generations(folder).requireWritable();
  await replaceFileDurably(aatlFile(folder), temporary => writeFileSync(temporary, index));
  record?.add(['aatl']);
  return state;
}

/** As it was found; `note`: why it cannot be used although it was imported, with a remedy. */
export interface OpenedAatl {
  readonly anchors: IndexedAnchors | null;
  readonly state: AatlState | null;
  readonly note: string | null;
}

/**
 * Never throws: a list that cannot be read is no trust, and a note. `isExpected`: it was imported. The caller closes the
 * anchors.
 */
export function openAatl(folder: string, isExpected = false): OpenedAatl {
  try {
    const index = new TrustIndex(aatlFile(folder), REMEDY);
    const { imported, signed, ...state } = index.description as AatlState;
    return {
      anchors: new IndexedAnchors('aatl', index),
      state: { ...state, imported: new Date(imported), signed: new Date(signed) },
      note: null,
    };
  } catch (thrown) {
    return { anchors: null, state: null, note: noteOf(thrown, isExpected) };
  }
}

function noteOf(thrown: unknown, isExpected: boolean): string | null {
  if (thrown instanceof DocconvError) return thrown.message;
  if (isMissing(thrown) && !isExpected) return null;
  const reason = isMissing(thrown) ? 'it is missing' : (thrown as Error).message;
  return `The list of Adobe (AATL) cannot be used: ${reason}. Run: ${REMEDY}`;
}

/** Another value after each import; null: there is no list, or none that can be read. */
export function aatlVersion(folder: string): string | null {
  try {
    const { mtimeMs, ino } = statSync(aatlFile(folder));
    return `${mtimeMs} ${ino}`;
  } catch {
    return null;
  }
}
