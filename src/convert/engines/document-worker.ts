/**
 * What every engine does in its worker process, around the engine's own part: it detects, decrypts and inspects each
 * document, and completes its PDF. A document is hostile before any engine reads it, so that all of this runs in the
 * sandbox, under the limits of the worker and within the time limit of the document.
 */
import { join } from 'node:path';
import { runWorker } from '../../isolation/worker.js';
import type { Written } from '../output/complete.js';
import type { Export } from '../outputs.js';
import type { EngineConfig, EngineRequest, EngineResult } from './messages.js';
import { packProfile, writeProfile } from './profile.js';

/** A document for the engine itself. */
export interface EngineDocument {
  /** File name with the extension of the format. */
  name: string;
  bytes: Uint8Array;
  /** LibreOffice's name of the import filter. */
  importFilter: string;
  /** Options of the import filter, e.g. the CSV token string. */
  importOptions: string;
  /** Tables of contents and other indexes are computed anew. */
  updatesIndexes?: boolean;
  /** BCP 47, with a country. */
  locale: string;
  /** What LibreOffice writes. */
  export: Export;
}

/** What LibreOffice wrote, or why the document could not be converted. */
export type EngineOutcome = Written | { failure: string };

export interface EngineCalls {
  /** Resolves to one outcome for each document. */
  convert(documents: readonly EngineDocument[]): Promise<readonly EngineOutcome[]>;
  /** Normalized names of the fonts that the engine finds. */
  fonts(): ReadonlySet<string>;
  /** Deletes the files of the last call. */
  clean(): void;
}

/** Runs this process as the worker of an engine. `open` starts the engine with the profile in this folder. */
export function runEngineWorker(open: (config: EngineConfig, profile: string) => Promise<EngineCalls>): void {
  runWorker<EngineConfig, EngineRequest, EngineResult | object>(async (config, [packed]) => {
    const profile = join(process.cwd(), 'profile');
    writeProfile(profile, packed ?? null);
    // loaded while the engine starts
    const [calls, { convertAll }] = await Promise.all([open(config, profile), import('./convert-documents.js')]);
    return async (request, blobs) => {
      if (request.kind === 'profile') return { result: {}, blobs: [packProfile(profile)] };
      return convertAll(calls, config, request.documents, blobs);
    };
  });
}
