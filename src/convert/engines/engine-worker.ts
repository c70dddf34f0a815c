/** A worker process that runs an engine: its profile, its job folders, and what its failures mean for a conversion. */
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DocconvError } from '../../errors.js';
import {
  type Accept,
  compromised,
  ProtocolError,
  readList,
  readText,
  WorkerError,
  type WorkerErrorReason,
  WorkerProcess,
  type Workspace,
} from '../../isolation/index.js';
import type { ConvertRequest, Job, Worker } from '../engine.js';
import { keepWarm, writeProfile } from './profile.js';

interface EngineWorkerSettings {
  /** Absolute path of the worker's built code. */
  entry: string;
  /** See EngineConfig. */
  location: string;
  /** Folders of the engine's own files. */
  readable: readonly string[];
  /** See SandboxPolicy. */
  sockets?: boolean;
  /** Where the profile of a first start is kept for later starts; null where the engine does not use one. */
  warmProfile: string | null;
  /** The most documents for one call. */
  batch: number;
  /** Bytes of resident memory above which a busy worker is killed. */
  memoryLimit: number;
  /** Seconds of processor time for each document. */
  cpuLimit: number;
  /** Milliseconds without processor time after which an engine with dialogs is taken to wait for an answer. */
  stallMs?: number;
}

/** What a worker gets at its start. */
export interface EngineConfig {
  /** LibreOffice's library (native) or executable (soffice), or the folder of the WASM package. */
  location: string;
  /** Absolute path of LibreOffice's user profile. */
  profile: string;
  /** Bytes of resident memory that are allowed; programs that the worker starts limit their address space to match. */
  memoryLimit: number;
}

/** For each document null, or the engine's message about why it failed. */
export type ConvertFailures = (string | null)[];

/** Resolves when the engine is ready. Rejects with NO_ENGINE or the signal's reason. */
export async function startEngineWorker(
  settings: EngineWorkerSettings,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Worker> {
  const { entry, location, readable, sockets, warmProfile, memoryLimit } = settings;
  const folder = await workspace.folder('worker');
  try {
    const profile = await writeProfile(folder, warmProfile);
    const config: EngineConfig = { location, profile, memoryLimit };
    const sandbox = {
      scratch: null,
      writable: folder,
      readable: [dirname(entry), ...readable],
      ...(sockets && { sockets }),
    };
    const process = await WorkerProcess.start<EngineConfig, ConvertRequest[]>(
      { entry, sandbox, environment: environmentIn(folder), config, failures: new Set(), workspace },
      signal,
    );
    if (warmProfile) await keepWarm(profile, warmProfile);
    return new EngineWorker(settings, folder, process);
  } catch (error) {
    await removeFolder(folder);
    throw error instanceof WorkerError ? noEngine(error) : error;
  }
}

/** The whole environment of an engine: nothing of docconv's, which a document might read. */
export function environmentIn(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    SAL_USE_VCLPLUGIN: 'svp',
    http_proxy: 'http://127.0.0.1:9',
    https_proxy: 'http://127.0.0.1:9',
  };
}

class EngineWorker implements Worker {
  readonly batch: number;
  readonly ended: Promise<void>;
  #jobs = 0;

  constructor(
    private readonly settings: EngineWorkerSettings,
    private readonly folder: string,
    private readonly process: WorkerProcess<ConvertRequest[]>,
  ) {
    this.batch = settings.batch;
    this.ended = process.ended;
  }

  get usable(): boolean {
    return this.process.usable;
  }

  async run(jobs: readonly Job[], signal: AbortSignal): Promise<(DocconvError | null)[]> {
    const { memoryLimit, cpuLimit, stallMs } = this.settings;
    const limits = { memory: memoryLimit, cpu: cpuLimit * jobs.length, stallMs };
    const moved = await Promise.all(jobs.map(job => this.#moveIn(job)));
    try {
      const requests = moved.map(({ request }) => request);
      const failures = await this.process.request({
        body: requests,
        blobs: [],
        accept: acceptFailures,
        signal,
        limits,
      });
      return failures.map(failure => (failure === null ? null : engineFailed(failure)));
    } catch (error) {
      await Promise.all(moved.map(({ folder }, i) => removeAllBut(jobs[i]!.request.input, folder)));
      throw error instanceof WorkerError ? errorOf(error, cpuLimit) : error;
    } finally {
      await Promise.all(moved.map(({ folder }, i) => rename(folder, jobs[i]!.folder).catch(() => {})));
    }
  }

  memory(): number {
    return this.process.usage().memory;
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await removeFolder(this.folder);
  }

  /** Moves a job's folder below the worker's, the only one that its sandbox can write to. */
  async #moveIn(job: Job): Promise<{ folder: string; request: ConvertRequest }> {
    const folder = join(this.folder, `job-${this.#jobs++}`);
    await rename(job.folder, folder);
    const { input, output } = job.request;
    return { folder, request: { ...job.request, input: join(folder, input), output: join(folder, output) } };
  }
}

const acceptFailures: Accept<ConvertFailures> = (value, sizes) => {
  const failures = readList(value, 64).map(failure => (failure === null ? null : readText(failure, 8000)));
  if (sizes.length > 0) throw new ProtocolError('blobs that were not asked for');
  return { message: failures, sinks: [] };
};

/** Before a retry: LibreOffice waits without end for the lock file of a PDF that a killed process was writing. */
async function removeAllBut(input: string, folder: string): Promise<void> {
  const others = (await readdir(folder).catch(() => [])).filter(name => name !== input);
  await Promise.all(others.map(name => rm(join(folder, name), { recursive: true, force: true })));
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

function errorOf(cause: WorkerError, cpuLimit: number): DocconvError {
  const { reason, usage } = cause;
  if (reason === 'memory') return limitExceeded(reason, 'memory', `${Math.round(usage.actual / 1024 ** 2)} MiB`, cause);
  if (reason === 'cpu') return limitExceeded(reason, 'processor time', `${Math.round(cpuLimit)} s`, cause);
  if (reason === 'processes') return limitExceeded(reason, 'processes', String(usage.max), cause);
  if (reason === 'disk') return limitExceeded(reason, 'disk space', `${Math.round(usage.max / 1024 ** 2)} MiB`, cause);
  if (reason === 'malformed') return compromised(cause);
  if (reason === 'stalled') return engineFailed(cause.message);
  const message = 'LibreOffice crashed on this document, and again on the second attempt.';
  return new DocconvError('ENGINE_CRASHED', message, { cause });
}

function limitExceeded(limit: WorkerErrorReason, resource: string, amount: string, { usage }: WorkerError) {
  const message = `The document needs more ${resource} than docconv allows it (${amount}).`;
  return new DocconvError('LIMIT_EXCEEDED', message, { detail: { limit, ...usage } });
}

function noEngine(cause: WorkerError): DocconvError {
  return new DocconvError('NO_ENGINE', 'The engine did not start. Run "docconv doctor" to see why.', { cause });
}

function engineFailed(reason: string): DocconvError {
  const message = 'LibreOffice could not convert this document; it may be damaged.';
  return new DocconvError('ENGINE_FAILED', message, { cause: new Error(reason) });
}
