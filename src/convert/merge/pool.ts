/** The worker processes that read PDFs and merge them: in the sandbox of the engines, without a writable folder. */
import { dirname } from 'node:path';
import { DocconvError } from '../../errors.js';
import {
  type Accept,
  asPoolWorker,
  compromised,
  type PoolErrors,
  type PoolWorker,
  reasonOf,
  type UsageLimits,
  WorkerError,
  WorkerPool,
  WorkerProcess,
  type Workspace,
} from '../../isolation/index.js';
import { builtFile } from '../../system/package.js';
import type { ConverterSettings } from '../settings.js';
import { MERGE_FAILURES, type MergeRequest } from './messages.js';

export interface MergeJob<Result = unknown> {
  readonly body: MergeRequest;
  readonly pdfs: readonly Uint8Array[];
  readonly accept: Accept<Result>;
}

export type MergePool = WorkerPool<MergeJob, unknown>;

/** Of the converter. */
interface MergePoolSettings extends Pick<ConverterSettings, 'isolation'> {
  readonly queueLimit: number;
  readonly idleMs: number;
  /** Bytes of memory of a process. */
  readonly memoryLimit: number;
  /** Seconds of processor time for one request. */
  readonly cpuLimit: number;
}

const PROCESSES = 2;
/** Requests after which a process is replaced, which bounds memory leaks. */
const MAX_REQUESTS = 500;

export function createMergePool(
  { queueLimit, idleMs, isolation, ...limits }: MergePoolSettings,
  workspace: Workspace,
  errors: PoolErrors,
): MergePool {
  return new WorkerPool<MergeJob, unknown>({
    start: signal => startWorker(limits, workspace, signal),
    errors,
    size: PROCESSES,
    queueLimit,
    maxJobs: isolation === 'warm' ? MAX_REQUESTS : 1,
    idleMs,
    retryCrashes: false,
  });
}

async function startWorker(
  { memoryLimit, cpuLimit }: Pick<MergePoolSettings, 'memoryLimit' | 'cpuLimit'>,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PoolWorker<MergeJob, unknown>> {
  const entry = builtFile('convert/merge/merge.worker.js');
  const limits: UsageLimits = { memory: memoryLimit, cpu: cpuLimit };
  const settings = {
    entry,
    heapLimit: Math.floor(memoryLimit / 2 / 1024 ** 2),
    sandbox: { scratch: memoryLimit, memory: memoryLimit, readable: [dirname(entry)] },
    environment: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    config: {},
    failures: MERGE_FAILURES,
    workspace,
  };
  const describe = (error: unknown) => (error instanceof WorkerError ? errorOf(error) : error);
  const process = await WorkerProcess.start<object, MergeRequest>(settings, signal).catch(error => {
    throw error instanceof WorkerError && error.isOfStart
      ? new DocconvError('ENGINE_CRASHED.merge-did-not-start', { reason: reasonOf(error) }, { cause: error })
      : describe(error);
  });
  const run: PoolWorker<MergeJob, unknown>['run'] = async ([job], runSignal) => {
    const { body, pdfs, accept } = job!;
    const answer = process.request({ body, blobs: pdfs, accept, signal: runSignal, limits });
    const result = await answer.catch(error => {
      if (error instanceof DocconvError) return error;
      throw describe(error);
    });
    return [result];
  };
  return asPoolWorker(process, { batch: 1, ready: process.ready, run });
}

function errorOf(cause: WorkerError): DocconvError {
  const { reason, usage } = cause;
  if (cause.isCompromised) return compromised(cause);
  if (reason === 'memory' || reason === 'cpu' || reason === 'processes' || reason === 'disk')
    return new DocconvError(
      'LIMIT_EXCEEDED.merge-usage',
      { reason: cause.message },
      { cause, detail: { limit: reason, ...usage } },
    );
  // V8 writes this to stderr before it aborts
  if (/heap out of memory/i.test(cause.message))
    return new DocconvError('LIMIT_EXCEEDED.merge-memory', {}, { cause, detail: { limit: 'memory' } });
  return new DocconvError('ENGINE_CRASHED.merge', {}, { cause });
}
