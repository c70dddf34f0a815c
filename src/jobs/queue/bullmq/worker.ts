/** Takes jobs from a queue of BullMQ. */
import { type BackendFactory, type Job, type QueueOptions, Worker } from 'bullmq';
import { pause } from '../../../system/deferred.js';
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

export interface BullmqWorker extends Workers {
  /** BullMQ has noted the ends of the jobs, and closed its connections: it waits for the database, if need be. */
  readonly ended: Promise<void>;
}

/**
 * A worker of BullMQ that could not connect at first never does: it repeats its loop without a pause, which stops the whole
 * process. So it runs when it is connected, and one that failed is replaced.
 */
export function startBullmqWorker(settings: WorkerSettings): BullmqWorker {
  const { onError } = settings;
  const closed = new AbortController();
  const running = new Set<Promise<void>>();
  const run: WorkerSettings['run'] = (...job) => {
    const work = settings.run(...job).finally(() => running.delete(work));
    running.add(work);
    return work;
  };
  let worker: Worker;
  const ended = (async () => {
    while (!closed.signal.aborted) {
      worker = open({ ...settings, run }, closed.signal);
      await worker.waitUntilReady().then(() => worker.run(), onError);
      await worker.close();
      await pause(RETRY_MS, closed.signal);
    }
  })().catch(onError);
  return {
    ended,
    async close() {
      closed.abort();
      worker.close().catch(onError);
      await Promise.allSettled(running);
    },
  };
}

function open(settings: WorkerSettings, closed: AbortSignal): Worker {
  const { queue, atOnce, options, lockMs, maxStalledCount, run, onError } = settings;
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
    runRetryDelay: RETRY_MS,
  };
  const worker = new Worker<string>(queue, work, given as never, takingOnlyWhile(settings, closed) as never);
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

function takingOnlyWhile({ mayTake, backend: open, onError }: WorkerSettings, closed: AbortSignal): BackendFactory {
  return (...settings) => {
    const backend = open(...settings);
    const { moveToActive, moveToCompleted, moveToFailed, moveStalledJobsToWait, waitForJob } = backend;
    // After an error, BullMQ would ask again at once without end, or wait for 5 s even when it is closed.
    const orPause = <Result>(asked: Promise<Result>, otherwise: Result): Promise<Result> =>
      asked.catch(async thrown => {
        onError(thrown);
        await pause(RETRY_MS, closed);
        return otherwise;
      });
    backend.moveToActive = async (...given) => {
      while (!mayTake() && !closed.aborted) await pause(ASKED_MS, closed);
      return closed.aborted ? NO_JOB : orPause(moveToActive.apply(backend, given), NO_JOB);
    };
    backend.waitForJob = (...given) => {
      const woken = waitForJob.apply(backend, given).catch(async thrown => {
        await backend.reconnectBlocking();
        throw thrown;
      });
      return orPause(woken, null);
    };
    backend.moveStalledJobsToWait = (...given) => orPause(moveStalledJobsToWait.apply(backend, given), []);
    // the end of a job takes the next one as well
    backend.moveToCompleted = (job, value, keep, token, takesNext) =>
      moveToCompleted.call(backend, job, value, keep, token, takesNext && mayTake()) as never;
    backend.moveToFailed = (job, reason, keep, token, takesNext, fields) =>
      moveToFailed.call(backend, job, reason, keep, token, takesNext && mayTake(), fields);
    return backend;
  };
}
