/**
 * The interface of an engine, which converts documents in worker processes. Their number, their replacement and the retry
 * after a crash are up to the pool (isolation/worker-pool.ts).
 */
import { DocconvError } from '../errors.js';
import type { PoolWorker, SentBlob, Sink, Workspace } from '../isolation/index.js';
import type { EngineName } from './engine-name.js';
import type { Family, Format } from './formats.js';
import type { Limits } from './limits.js';
import type { FilterValues, PdfOptions } from './options.js';
import type { Warning } from './warnings.js';

/** How to convert one document. */
export interface ConvertRequest {
  /** The file's own name. */
  name?: string | undefined;
  /** `--from`. */
  from?: string | undefined;
  /** Opens an encrypted document. */
  password?: string | undefined;
  limits: Limits;
  pdf: PdfOptions;
  /** See ConvertOptions. */
  exportFilter?: FilterValues | undefined;
  /** The engine was chosen for this family: a document of another one is only detected. */
  family: Family;
}

/** A file that a worker sends. */
export interface SentFile {
  /** The number of the page that an image shows; null for other outputs. */
  readonly page: number | null;
  /** In bytes. */
  readonly size: number;
}

/** Receives the files that one document becomes. */
export interface OutputReceiver {
  /** One sink for each file, in their order. Called again for a second attempt. */
  receive(files: readonly SentFile[]): readonly Sink[];
}

/** One document for one worker. */
export interface Job {
  request: ConvertRequest;
  /** Called when a worker is ready for the document; the caller closes a file. Rejects with a DocconvError. */
  open(): Promise<SentBlob>;
  receiver: OutputReceiver;
}

export interface JobResult {
  format: Format;
  /** False: the document is of another family than the request says. */
  converted: boolean;
  warnings: readonly Warning[];
}

/**
 * `run` resolves, for each job, to its result or to the error of the document. It rejects when the worker ends:
 * ENGINE_CRASHED, WORKER_COMPROMISED, LIMIT_EXCEEDED (memory, cpu), ENGINE_FAILED (stalled), or the signal's reason.
 */
export type Worker = PoolWorker<Job, JobResult>;

/** For `docconv doctor`. */
export interface EngineStatus {
  name: EngineName;
  available: boolean;
  version: string | null;
  /** Program folder or package folder. */
  location: string | null;
  /**
   * Components of LibreOffice that it lacks: 'Math', which draws formulas, 'Forms', which draws controls of forms,
   * 'import filters', see Format, and 'Ghostscript', the program by which it draws EPS pictures.
   */
  missing: readonly string[];
  /** One sentence: why it is not available, or what it cannot do. */
  note: string | null;
}

export interface Engine {
  readonly name: EngineName;
  /** Bytes of resident memory: of a busy worker (typical), and at which an idle one is replaced (recycle). */
  readonly memory: { recycle: number; typical: number };
  /** Looks for files, starts nothing. */
  status(): EngineStatus;
  /** Whether documents of this family can be converted; may try it once and cache the answer. */
  handles(family: Family): Promise<boolean>;
  /** Why the engine is not used although its LibreOffice is installed, of which users are told: NO_ENGINE, or null. */
  problem?(): DocconvError | null;
  /** As WorkerPool's start and the worker's `ready`, with NO_ENGINE when the engine does not start. */
  start(workspace: Workspace, signal: AbortSignal): Promise<Worker>;
}

/** `reason`: for the log. */
export function engineFailed(reason: string): DocconvError {
  return new DocconvError('ENGINE_FAILED.libreoffice', {}, { cause: new Error(reason) });
}
