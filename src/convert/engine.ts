/**
 * All that an engine has to be. An engine turns documents into PDF inside child processes; pool.ts decides how many
 * there are and what happens when one dies.
 */
import type { PoolWorker, Workspace } from '../isolation/index.js';
import type { Family } from './formats.js';

export type EngineName = 'native' | 'wasm' | 'soffice';

/** One document, as the engine gets it. */
export interface ConvertRequest {
  input: string;
  output: string;
  /** LibreOffice's name of the import filter, '' to let it detect. */
  importFilter: string;
  /** Options of the import filter, e.g. the CSV token string. */
  importOptions: string;
  /** E.g. 'writer_pdf_Export'. */
  exportFilter: string;
  /** JSON FilterData, '' for LibreOffice's defaults. */
  exportOptions: string;
}

/** One document for one worker: a private folder that holds the input and receives `output`. */
export interface Job {
  /** Absolute path; moved into the worker's own folder while it converts, and back afterwards. */
  folder: string;
  /** File names within the folder, and what the engine is to do. */
  request: ConvertRequest;
}

/**
 * `run` resolves, for each job, to null or ENGINE_FAILED. It rejects when the worker ends: ENGINE_CRASHED,
 * LIMIT_EXCEEDED (memory, cpu), ENGINE_FAILED (stalled), or the signal's reason.
 */
export type Worker = PoolWorker<Job, null>;

/** What `docconv doctor` tells of an engine. */
export interface EngineStatus {
  name: EngineName;
  available: boolean;
  version: string | null;
  /** Program folder or package folder. */
  location: string | null;
  /** One sentence: why it is not available, or what it cannot do. */
  note: string | null;
}

export interface Engine {
  readonly name: EngineName;
  /** Bytes of resident memory at which an idle worker is replaced, and at which a busy one is ended. */
  readonly memory: { recycle: number; limit: number; typical: number };
  /** Cheap: looks for files, starts nothing. */
  status(): EngineStatus;
  /** Whether documents of this family can be converted; may try it once and remember the answer in the cache. */
  handles(family: Family): Promise<boolean>;
  /** Rejects with NO_ENGINE when the engine does not come up. */
  start(workspace: Workspace, signal: AbortSignal): Promise<Worker>;
}
