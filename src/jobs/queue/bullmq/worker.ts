/** Takes jobs from a queue of BullMQ. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BackendFactory, type Job, type QueueOptions, Worker } from 'bullmq';
import { RETRY_MS, type Workers } from '../dispatcher.js';

interface WorkerSettings {
  readonly queue: string;
  readonly atOnce: number;
  readonly options: QueueOptions;
  readonly backend: BackendFactory;
  readonly lockMs: number;
  readonly maxStalledCount: number;
  /** While it is false, jobs are left to other processes. */
  mayTake(): boolean;
  run(id: string, priority: number): Promise<void>;
  onError(error: Error): void;
}

/**
 * A worker of BullMQ that could not connect at first never does: it repeats its loop without a pause, which stops the whole
 * process. So it runs when it is connected, and one that failed is replaced.
 */
export function startBullmqWorker(settings: WorkerSettings): Workers {
  const { onError } = settings;
  const closed = new AbortController();
  let worker: Worker;
  const ended = (async () => {
    while (!closed.signal.aborted) {
      worker = open(settings, closed.signal);
      await worker.waitUntilReady().then(() => worker.run(), onError);
      if (closed.signal.aborted) return;
      await worker.close();
      await sleep(RETRY_MS);
    }
  })().catch(onError);
  return {
    async close() {
      closed.abort();
      await worker.close();
      await ended;
    },
  };
}

function open(settings: WorkerSettings, closed: AbortSignal): Worker {
  const { queue, atOnce, options, backend, lockMs, maxStalledCount, mayTake, run, onError } = settings;
  const work = async (job: Job<string>, token = '') => {
    const endRenewal = renewLock(job, token, lockMs, onError);
    try {
      await run(job.data, job.opts.priority ?? 1);
    } finally {
      endRenewal();
    }
  };
  const given = {
    ...options,
    autorun: false,
    concurrency: atOnce,
    lockDuration: lockMs,
    skipLockRenewal: true, // that of BullMQ pauses when the clock of the machine is set back
    stalledInterval: (lockMs * 2) / 3,
    maxStalledCount,
  };
  const worker = new Worker<string>(queue, work, given as never, takingOnlyWhile(mayTake, backend, closed) as never);
  worker.on('error', onError);
  return worker;
}

function renewLock(job: Job, token: string, lockMs: number, onError: (error: Error) => void): () => void {
  const renew = async () => {
    if ((await job.extendLock(token, lockMs)) === 0) onError(new Error(`The lock of ${job.id} was lost.`));
  };
  const timer = setInterval(() => void renew().catch(onError), lockMs / 3).unref();
  return () => clearInterval(timer);
}

/** As BullMQ states that no job waits. */
const NO_JOB = [null, '', 0, 0];
const ASKED_MS = 100;

function takingOnlyWhile(mayTake: () => boolean, open: BackendFactory, closed: AbortSignal): BackendFactory {
  return (...settings) => {
    const backend = open(...settings);
    const { moveToActive, moveToCompleted, moveToFailed } = backend;
    backend.moveToActive = async (...given) => {
      while (!mayTake() && !closed.aborted) await sleep(ASKED_MS);
      return closed.aborted ? NO_JOB : moveToActive.apply(backend, given);
    };
    // the end of a job takes the next one as well
    backend.moveToCompleted = (job, value, keep, token, takesNext) =>
      moveToCompleted.call(backend, job, value, keep, token, takesNext && mayTake()) as never;
    backend.moveToFailed = (job, reason, keep, token, takesNext, fields) =>
      moveToFailed.call(backend, job, reason, keep, token, takesNext && mayTake(), fields);
    return backend;
  };
}
