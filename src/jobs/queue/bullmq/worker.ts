/** Takes jobs from a queue of BullMQ. */
import { type BackendFactory, type Job, type QueueOptions, Worker } from 'bullmq';
import { pause } from '../../../system/deferred.js';
import { RETRY_MS, type Workers } from '../dispatcher.js';
import { UNLIMITED } from './announcer.js';

interface WorkerSettings {
  readonly queue: string;
  readonly atOnce: number;
  readonly options: QueueOptions;
  readonly backend: BackendFactory;
  readonly lockMs: number;
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
 * The loop of BullMQ is not used: it runs none of the jobs that it has while no further one may be taken, and repeats itself
 * without a pause after a first connection that failed.
 */
export function startBullmqWorker(settings: WorkerSettings): BullmqWorker {
  const { atOnce, onError } = settings;
  const closed = new AbortController();
  const running = new Set<Promise<void>>();
  const noted = new Set<Promise<void>>();

  const takeJobs = async (worker: Worker): Promise<void> => {
    for (let n = 0; !closed.signal.aborted; n++) {
      const token = `${worker.id}:${n}`;
      const job = await worker.getNextJob(token);
      if (!job) continue;
      kept(noted, process(job, token));
      while (noted.size >= atOnce) await Promise.race(noted);
    }
  };
  const process = async (job: Job, token: string): Promise<void> => {
    const endRenewal = renewLock(job, token, settings);
    const outcome = await kept(running, settings.run(job.data, job.opts.priority ?? 1)).then(() => null, toError);
    endRenewal();
    // after an error here, the job is offered again when its lock has expired
    await (outcome ? job.moveToFailed(outcome, token) : job.moveToCompleted(null, token, false)).catch(onError);
  };
  const ended = (async () => {
    while (!closed.signal.aborted) {
      const worker = open(settings, closed.signal);
      await worker
        .waitUntilReady()
        .then(() => worker.startStalledCheckTimer())
        .then(() => takeJobs(worker))
        .catch(onError);
      await Promise.all(noted);
      await worker.close();
      await pause(RETRY_MS, closed.signal);
    }
  })().catch(onError);
  return {
    ended,
    async close() {
      closed.abort();
      await Promise.allSettled(running);
    },
  };
}

/** Until it is settled. */
function kept<Work extends Promise<void>>(all: Set<Promise<void>>, work: Work): Work {
  all.add(work);
  const remove = () => void all.delete(work);
  work.then(remove, remove);
  return work;
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function open(settings: WorkerSettings, closed: AbortSignal): Worker {
  const { queue, options, lockMs, onError } = settings;
  const given = {
    ...options,
    autorun: false,
    lockDuration: lockMs,
    skipLockRenewal: true, // that of BullMQ pauses when the clock of the machine is set back
    stalledInterval: (lockMs * 2) / 3,
    maxStalledCount: UNLIMITED,
  };
  const worker = new Worker<string>(queue, null, given as never, takingOnlyWhile(settings, closed) as never);
  worker.on('error', onError);
  return worker;
}

function renewLock(job: Job, token: string, { lockMs, onError }: WorkerSettings): () => void {
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
    const { moveToActive, moveStalledJobsToWait, waitForJob } = backend;
    closed.addEventListener('abort', () => void backend.disconnectBlocking(true).catch(onError), { once: true });
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
    return backend;
  };
}
