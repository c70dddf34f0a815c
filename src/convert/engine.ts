/**
 * All that an engine has to be. An engine turns documents into PDF inside child processes; pool.ts decides how many
 * there are and what happens when one dies.
 */
import type { DocconvError } from '../errors.js';
import type { ConvertRequest } from '../isolation/protocol.js';
import type { Workspace } from '../isolation/workspace.js';
import type { Family } from './formats.js';

export type EngineName = 'native' | 'wasm' | 'soffice';

/** One document for one worker: a private folder that holds the input and receives `output`. */
export interface Job {
  /** Absolute path; moved into the worker's own folder while it converts, and back afterwards. */
  folder: string;
  /** File names within the folder, and what the engine is to do. */
  request: ConvertRequest;
}

export interface Worker {
  /** How many jobs one call of `convert` may carry. */
  readonly batch: number;
  /** False as soon as the process is gone or must not be used again. */
  readonly healthy: boolean;
  /**
   * Per job null or ENGINE_FAILED. Rejects for the whole batch when the worker is lost: ENGINE_CRASHED, LIMIT_EXCEEDED
   * (memory), or the signal's reason; an aborted call ends the process, for an engine call cannot be stopped otherwise.
   */
  convert(jobs: readonly Job[], signal: AbortSignal): Promise<(DocconvError | null)[]>;
  /** Resident memory of the worker's processes in bytes; 0 where unknown. */
  memory(): number;
  /** Ends the whole process group; resolves when nothing of it is left. */
  stop(): Promise<void>;
}

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
