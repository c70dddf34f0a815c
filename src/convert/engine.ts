/**
 * The interface of an engine, which converts documents in worker processes. Their number, their replacement and the retry
 * after a crash are up to the pool (isolation/worker-pool.ts).
 */
import type { PoolWorker, Workspace } from '../isolation/index.js';
import type { Installation } from './engines/locate.js';
import type { Family } from './formats.js';

/** LibreOffice as a library, as WebAssembly, or as a process. */
export type EngineName = 'native' | 'wasm' | 'soffice';

/** One document and how to convert it. */
export interface ConvertRequest {
  input: string;
  output: string;
  /** LibreOffice's name of the import filter; '' for detection. */
  importFilter: string;
  /** Options of the import filter, e.g. the CSV token string. */
  importOptions: string;
  /** E.g. 'writer_pdf_Export'. */
  exportFilter: string;
  /** JSON FilterData, '' for LibreOffice's defaults. */
  exportOptions: string;
}

/** One document for one worker: a private folder with the input, which receives the output. */
export interface Job {
  /** Absolute path; it is moved into the worker's folder for the conversion, and back. */
  folder: string;
  /** `input` and `output` are file names within the folder. */
  request: ConvertRequest;
}

/**
 * `run` resolves, for each job, to null or ENGINE_FAILED. It rejects when the worker ends: ENGINE_CRASHED,
 * LIMIT_EXCEEDED (memory, cpu), ENGINE_FAILED (stalled), or the signal's reason.
 */
export type Worker = PoolWorker<Job, null>;

/** For `docconv doctor`. */
export interface EngineStatus {
  name: EngineName;
  available: boolean;
  version: string | null;
  /** Program folder or package folder. */
  location: string | null;
  /** One sentence: why it is not available, or what it cannot do. */
  note: string | null;
}

/** What the engines of a converter have in common. */
export interface EngineHost {
  installation: Installation | null;
  /** Folder for what is kept between runs: started profiles, what an engine can convert. */
  cache: string;
  /** Bytes of memory that a busy worker may use. */
  memoryLimit: number;
  /** Seconds of processor time for each document. */
  cpuLimit: number;
}

export interface Engine {
  readonly name: EngineName;
  /** Bytes of resident memory: of a busy worker (typical), and at which an idle one is replaced (recycle). */
  readonly memory: { recycle: number; typical: number };
  /** Looks for files, starts nothing. */
  status(): EngineStatus;
  /** Whether documents of this family can be converted; may try it once and cache the answer. */
  handles(family: Family): Promise<boolean>;
  /** Rejects with NO_ENGINE when the engine does not start. */
  start(workspace: Workspace, signal: AbortSignal): Promise<Worker>;
}
