/** The lists of a generation as they were fetched: to carry them over to the next one, to compile an index anew, to export. */
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { Generations } from '../store/generations.js';
import { TrustIndex } from '../store/index-file.js';
import { type GenerationState, readGenerationState } from '../store/state.js';
import { MAX_BYTES, sha256Of } from './sources.js';

export interface StoredLists {
  readonly name: string;
  readonly state: GenerationState;
  /** False: the index is damaged or of another version of docconv. */
  readonly hasIndex: boolean;
  /** A list by the SHA-256 of its bytes; null: it is missing or damaged. */
  read(sha256: string): Buffer | null;
  /** The same, as it is stored. */
  readPacked(sha256: string): Buffer | null;
}

/** Null: there is no generation whose state can be read. */
export function readStoredLists(generations: Generations): StoredLists | null {
  const name = generations.current();
  if (name === null) return null;
  try {
    const state = readGenerationState(JSON.parse(readFileSync(generations.pathOf(name, STATE), 'utf8')));
    const readPacked = (sha256: string) => orNull(() => readFileSync(generations.pathOf(name, fileOf(sha256))));
    const read = (sha256: string) => orNull(() => unpack(readPacked(sha256)!, sha256));
    return { name, state, hasIndex: canOpen(generations.pathOf(name, 'index')), read, readPacked };
  } catch {
    return null;
  }
}

export const STATE = 'state.json';

/** Below the folder of the generation. */
export const fileOf = (sha256: string): string => `lists/${sha256}.xml.gz`;

/** Level 4 takes half the time of the default, and 10 % more space. */
export const pack = (bytes: Uint8Array): Promise<Buffer> =>
  promisify<Uint8Array, object, Buffer>(gzip)(bytes, { level: 4 });

function unpack(packed: Uint8Array, sha256: string): Buffer {
  const bytes = gunzipSync(packed, { maxOutputLength: MAX_BYTES });
  if (sha256Of(bytes) !== sha256) throw new Error('changed');
  return bytes;
}

function canOpen(index: string): boolean {
  return orNull(() => new TrustIndex(index).close() ?? true) ?? false;
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
