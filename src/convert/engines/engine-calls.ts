/** What each engine does in its worker: a document in, what LibreOffice wrote out. */
import type { Family } from '../formats.js';
import type { Trace } from '../input/traces.js';
import type { Written } from '../output/blob.js';
import type { Export } from '../outputs.js';

/** A document for the engine itself. */
export interface EngineDocument {
  /** File name with the extension of the format. */
  name: string;
  /** Empty once `file` is there. */
  bytes: Uint8Array;
  /** Where the engine has written it. */
  file?: string;
  /** LibreOffice's name of the import filter. */
  importFilter: string;
  /** Options of the import filter, e.g. the CSV token string. */
  importOptions: string;
  /** Tables of contents and other indexes are computed anew. */
  updatesIndexes?: boolean;
  traces?: readonly Trace[];
  /** A library would leave out what the program prints. */
  loadsAsProgram?: boolean;
  family: Family;
  /** BCP 47; without a country: see localeWithPaper(). */
  locale: string;
  /** What LibreOffice writes. */
  export: Export;
}

/** What LibreOffice wrote, or why the document could not be converted. */
export type EngineOutcome = Written | { failure: string };

export interface EngineCalls {
  /** Resolves to one outcome for each document. */
  convert(documents: readonly EngineDocument[]): Promise<readonly EngineOutcome[]>;
  /** The bytes of a document that it has converted, or tried to. */
  contentOf(document: EngineDocument): Uint8Array;
  /** Normalized names of the fonts that the engine finds. */
  fonts(): ReadonlySet<string>;
  /** Deletes the files of the last call. */
  clean(): void;
}
