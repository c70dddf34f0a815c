/** A worker process that runs an engine: its start, its requests, and what its end means for a conversion. */
import { dirname } from 'node:path';
import { DocconvError, toDocconvError } from '../../errors.js';
import {
  asPoolWorker,
  collect,
  compromised,
  reasonOf,
  type SentBlob,
  WorkerError,
  WorkerProcess,
  type Workspace,
} from '../../isolation/index.js';
import type { EngineStatus, Job, JobResult, Worker } from '../engine.js';
import type { EngineName } from '../engine-name.js';
import type { EngineSettings } from '../settings.js';
import type { Installation } from './locate.js';
import { acceptOutcomes, acceptProfile, ENGINE_FAILURES, type EngineConfig, type EngineRequest } from './messages.js';
import { keepPackedProfile, readPackedProfile } from './profile-cache.js';

/** What the engines of a converter have in common. */
export interface EngineHost extends Omit<EngineSettings, 'libreoffice'> {
  installation: Installation | null;
}

interface EngineWorkerSettings extends Pick<EngineSettings, 'memoryLimit' | 'cpuLimit' | 'fonts'> {
  /** Absolute path of the worker's built code. */
  entry: string;
  status: EngineStatus;
  /** See EngineConfig. */
  location: string;
  /** Folders of the engine's own files. */
  readable: readonly string[];
  /** What else its sandbox permits. */
  permits?: { sockets?: boolean; pairs?: boolean };
  /** File that keeps the profile of a first start for later starts; null where the engine does not use one. */
  packedProfile: string | null;
  /** The most documents for one call. */
  batch: number;
  /** Milliseconds without processor time after which an engine with dialogs is taken to wait for an answer. */
  stallMs?: number;
  /** Its worker tells when it has inspected its first document, before which it does not start. */
  inspectsFirst?: boolean;
  /** See WorkerSettings. */
  startMs?: number;
}

/** The whole environment of an engine, beside its private folder: nothing of docconv's, which a document might read. */
export const ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: '/usr/bin:/bin',
  LANG: 'C.UTF-8',
  SAL_USE_VCLPLUGIN: 'svp',
  // LibreOffice allocates and frees millions of small objects; by default glibc keeps 7 of each size for fast reuse
  GLIBC_TUNABLES: 'glibc.malloc.tcache_count=20000',
  http_proxy: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
};

/** Resolves when the worker takes a document. Rejects with NO_ENGINE or the signal's reason. */
export async function startEngineWorker(
  settings: EngineWorkerSettings,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Worker> {
  const { entry, status, location, readable, permits, packedProfile, memoryLimit, fonts, startMs } = settings;
  const profile = packedProfile && (await readPackedProfile(packedProfile));
  try {
    const process = await WorkerProcess.start<EngineConfig, EngineRequest>(
      {
        entry,
        // what is in the private folder may be in memory, where it counts as such
        sandbox: {
          scratch: memoryLimit,
          memory: memoryLimit,
          readable: [dirname(entry), ...readable, ...fonts],
          ...permits,
        },
        environment: ENVIRONMENT,
        config: {
          engine: { name: status.name, version: status.version, missing: status.missing },
          location,
          memoryLimit,
          fonts,
        },
        blobs: profile ? [profile] : [],
        failures: ENGINE_FAILURES,
        workspace,
        ...(startMs !== undefined && { startMs }),
      },
      signal,
    );
    if (packedProfile && !profile) await keepProfile(process, packedProfile, signal);
    return workerOf(process, settings);
  } catch (error) {
    throw startError(error, status.name);
  }
}

/** The profile that the first start has filled: this process has not read any document yet. */
async function keepProfile(process: WorkerProcess<EngineRequest>, path: string, signal: AbortSignal): Promise<void> {
  let packed: Uint8Array = new Uint8Array();
  const accept = acceptProfile(size => {
    const { bytes, sink } = collect(size);
    packed = bytes;
    return sink;
  });
  await process.request({ body: { kind: 'profile' }, blobs: [], accept, signal });
  await keepPackedProfile(path, packed);
}

function workerOf(process: WorkerProcess<EngineRequest>, settings: EngineWorkerSettings): Worker {
  const ready = process.ready.catch(error => {
    throw startError(error, settings.status.name);
  });
  ready.catch(() => {}); // a pool that closes does not wait for it
  const run: Worker['run'] = async (jobs, signal) => {
    const documents = await Promise.all(jobs.map(job => job.open().catch(toDocconvError)));
    const readable = jobs.filter((_, i) => !(documents[i] instanceof DocconvError));
    const blobs = documents.filter((document): document is SentBlob => !(document instanceof DocconvError));
    try {
      const results = (readable.length > 0 ? await convert(process, settings, readable, blobs, signal) : []).values();
      return documents.map(document => (document instanceof DocconvError ? document : results.next().value!));
    } finally {
      for (const blob of blobs) if ('file' in blob) await blob.file.close();
    }
  };
  const { batch, inspectsFirst } = settings;
  return asPoolWorker(process, { batch, ready, ...(inspectsFirst && { inspected: process.inspected }), run });
}

async function convert(
  process: WorkerProcess<EngineRequest>,
  { memoryLimit, cpuLimit, stallMs }: EngineWorkerSettings,
  jobs: readonly Job[],
  blobs: readonly SentBlob[],
  signal: AbortSignal,
): Promise<(JobResult | DocconvError)[]> {
  const limits = { memory: memoryLimit, written: memoryLimit, cpu: cpuLimit * jobs.length, stallMs };
  const body: EngineRequest = { kind: 'convert', documents: jobs.map(({ request }) => request) };
  try {
    return await process.request({ body, blobs, accept: acceptOutcomes(jobs), signal, limits });
  } catch (error) {
    throw error instanceof WorkerError ? errorOf(error, cpuLimit) : error;
  }
}

function errorOf(cause: WorkerError, cpuLimit: number): DocconvError {
  const { reason, usage } = cause;
  const about = { detail: { limit: reason, ...usage } };
  if (reason === 'memory')
    return new DocconvError('LIMIT_EXCEEDED.conversion-memory', { amount: mebibytes(usage.actual) }, about);
  if (reason === 'cpu')
    return new DocconvError('LIMIT_EXCEEDED.conversion-time', { amount: Math.round(cpuLimit) }, about);
  if (reason === 'processes')
    return new DocconvError('LIMIT_EXCEEDED.conversion-processes', { amount: usage.max }, about);
  if (reason === 'disk')
    return new DocconvError('LIMIT_EXCEEDED.conversion-disk', { amount: mebibytes(usage.max) }, about);
  if (cause.isCompromised) return compromised(cause);
  if (reason === 'stalled') return new DocconvError('ENGINE_FAILED.stalled', {}, { cause });
  return new DocconvError('ENGINE_CRASHED.libreoffice-twice', {}, { cause });
}

const mebibytes = (bytes: number): number => Math.round(bytes / 1024 ** 2);

function startError(cause: unknown, engine: EngineName): unknown {
  if (!(cause instanceof WorkerError)) return cause;
  return new DocconvError(
    'NO_ENGINE.did-not-start',
    { engine, reason: reasonOf(cause) },
    { cause, detail: { engine } },
  );
}
