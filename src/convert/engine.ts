/**
 * All that an engine has to be. An engine turns one document at a time into PDF inside a child process;
 * pool.ts decides how many children there are and what happens when one dies.
 */
import type { Family, Format } from './formats.js';
import type { PdfOptions } from './options.js';

export type EngineName = 'native' | 'wasm' | 'soffice';

/** One document for one worker. The input file lies in a private job folder that is removed afterwards. */
export interface Job {
  /** Absolute path of the document: readable by the engine, never the user's own file. */
  input: string;
  /** Absolute path the engine writes the PDF to. */
  output: string;
  format: Format;
  options: PdfOptions;
}

export interface Worker {
  readonly pid: number;
  /** Rejects with a DocconvError: ENGINE_FAILED (the document), ENGINE_CRASHED (the worker is gone), TIMEOUT. */
  convert(job: Job, signal: AbortSignal): Promise<void>;
  /** False as soon as the process is gone or must not be used again. */
  readonly healthy: boolean;
  /** Resident memory of the worker's processes in bytes; 0 when unknown. */
  memory(): number;
  /** Ends the whole process group, by force if it must; resolves when nothing of it is left. */
  stop(): Promise<void>;
}

/** What `docconv doctor` tells of an engine. */
export interface EngineStatus {
  name: EngineName;
  available: boolean;
  version: string | null;
  /** Program folder or package folder. */
  location: string | null;
  families: readonly Family[];
  /** One sentence: why it is not available, or what it cannot do. */
  note: string | null;
}

export interface Engine {
  readonly name: EngineName;
  /** Cheap: looks for files, starts nothing. */
  status(): Promise<EngineStatus>;
  start(signal?: AbortSignal): Promise<Worker>;
}
