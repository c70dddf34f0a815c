/** Runs jobs: begins an attempt, executes it, saves the result, and ends the job. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { DocconvError, type ErrorCode } from '../errors.js';
import { sum } from '../system/collections.js';
import { pause, untilAborted } from '../system/deferred.js';
import { serviceError } from '../system/files/file-errors.js';
import type { Documents, OpenBlocks } from './documents/documents.js';
import {
  type Job,
  type JobResult,
  jobErrorOf,
  LEFT_TO_OTHERS_MS,
  mustRunAlone,
  type Outcome,
  WAITS_FOR_DISK_MS,
} from './job.js';
import { type Dispatcher, RETRY_MS } from './queue/dispatcher.js';
import type { SharedExclusiveLock } from './shared-exclusive-lock.js';
import type { JobStore } from './store/store.js';

/** What an execution makes. */
export interface Executed {
  readonly open: OpenBlocks;
  readonly size: number;
  readonly name: string;
  /** See JobResult. */
  readonly headers: JobResult['headers'];
}

export interface RunnerSettings {
  readonly store: JobStore;
  readonly documents: Documents;
  readonly dispatcher: Dispatcher;
  readonly atOnce: number;
  /** Of all that runs in this process: a job that must run alone takes it. */
  readonly lock: SharedExclusiveLock;
  /** While it is false, no job is begun. */
  mayWork?: () => boolean;
  /**
   * Converts or verifies the documents of a job, and passes what it made to `save` before it removes its files. Rejects with the
   * error that the client gets, or with STORE_OUTDATED when this process cannot run the job because it is of another version or
   * has other settings.
   */
  execute(
    job: Job,
    documents: Pick<Documents, 'get'>,
    signal: AbortSignal,
    save: (made: Executed) => Promise<void>,
  ): Promise<void>;
  /** An attempt is to be repeated, or the store failed. */
  onError(error: Error): void;
  /** The error with which a job ends. */
  onFailure(job: Job, error: Error): void;
}

export interface Runner {
  /** Stops what runs, which is queued again, unless it ends within `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/**
 * The attempt failed perhaps through no fault of the document: it is repeated, up to MAX_CRASHES. Not WORKER_COMPROMISED: a
 * document that attacks a worker gets no other one.
 */
const REPEATED: ReadonlySet<ErrorCode> = new Set(['ENGINE_CRASHED', 'VERIFICATION_CRASHED', 'CLOSED']);
/** Files could not be written. */
const UNWRITTEN: ReadonlySet<ErrorCode> = new Set(['DISK_FULL', 'OUTPUT_UNWRITABLE']);
/** The store or this machine is in trouble: the attempt does not count. */
const RELEASED: ReadonlySet<ErrorCode> = new Set([
  'QUEUE_FULL',
  'OVERLOADED',
  ...UNWRITTEN,
  'NO_ENGINE',
  'STORE_OUTDATED',
  'STORE_UNAVAILABLE',
]);

export function startRunner(settings: RunnerSettings): Runner {
  const { store, dispatcher, atOnce, lock, mayWork = () => true, onError } = settings;
  const running = new Map<string, AbortController>();
  /** No further job is begun. */
  const stopping = new AbortController();
  /** What runs is given up. */
  const closing = new AbortController();
  const forget = store.onCancelled(id => running.get(id)?.abort(new DocconvError('CANCELLED.job')));

  const run = async (id: string) => {
    let isAlone = false;
    const mayShare = (job: Job) => {
      isAlone = mustRunAlone(job);
      return !isAlone;
    };
    await lock.shared(() => runNow(id, () => store.begin(id, false, mayShare)));
    if (isAlone) await lock.exclusive(() => runNow(id, () => store.begin(id, true)));
  };
  const runNow = async (id: string, begin: () => Promise<Job | null>) => {
    if (stopping.signal.aborted) throw new DocconvError('CLOSED.service-stops'); // it waited until now
    const job = await begin();
    if (!job) return;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const made = await attempt(job, controller.signal, settings);
      if (made) await end(job, made, settings);
    } catch (thrown) {
      const error = serviceError(thrown);
      const counts = !closing.signal.aborted && !RELEASED.has(error.code);
      onError(error);
      await release(job, counts, settings, stopping.signal);
      throw error; // offered again
    } finally {
      running.delete(id);
    }
  };
  // what it took would wait for the job that runs alone
  const mayTake = () => mayWork() && !lock.isExclusive;
  const workers = dispatcher.work(atOnce, run, mayTake);
  return {
    async close(graceMs) {
      stopping.abort();
      const timer = setTimeout(() => {
        closing.abort();
        for (const controller of running.values()) controller.abort(new DocconvError('CLOSED.service-stops'));
      }, graceMs);
      await workers.close();
      clearTimeout(timer);
      forget();
    },
  };
}

/**
 * Also after the store was away: a job that is not released looks as if its process had died. When the signal is aborted, this
 * waits for no further try.
 */
async function release(
  { id, attempts }: Job,
  counts: boolean,
  { store, onError }: Pick<RunnerSettings, 'store' | 'onError'>,
  stopping: AbortSignal,
): Promise<void> {
  const releaseNow = () => store.release(id, attempts, counts).then(() => null, serviceError);
  let failure = await releaseNow();
  while (failure?.code === 'STORE_UNAVAILABLE' && !stopping.aborted) {
    await pause(RETRY_MS, stopping);
    if (stopping.aborted) break;
    failure = await untilAborted(releaseNow(), stopping).catch(() => failure);
  }
  if (failure) onError(failure);
}

interface Made {
  readonly outcome: Outcome;
  /** The bytes of the result that are saved with the end of the job; null: they are saved already, or there is none. */
  readonly content: Buffer | null;
}

/** Large documents are removed afterwards: their removal takes time, and its failure must not undo the end. */
async function end({ id, attempts, documents: given }: Job, made: Made, settings: RunnerSettings): Promise<void> {
  const { store, documents, onError } = settings;
  const { outcome, content } = made;
  const ids = given.map(({ id }) => id);
  const areJoined = documents.joins(sum(given.map(({ size }) => size)));
  const isOver = await store.end(id, attempts, outcome, { content, removed: areJoined ? ids : [] });
  const savedBefore = 'result' in outcome && !content ? [outcome.result.id] : [];
  const left = isOver ? ids.filter(() => !areJoined) : savedBefore;
  if (left.length > 0) await documents.remove(left).catch(thrown => onError(serviceError(thrown))); // they expire with the job
}

/** Null: the job was cancelled. Rejects when the attempt is to be repeated. */
async function attempt(job: Job, signal: AbortSignal, settings: RunnerSettings): Promise<Made | null> {
  const { documents } = settings;
  let made: Made | null = null;
  const failed = (error: DocconvError): Made => {
    settings.onFailure(job, error);
    return { outcome: { error: jobErrorOf(error) }, content: null };
  };
  try {
    await documents.requireQuotaForResult();
    await settings.execute(job, documents, signal, async ({ open, size, name, headers }) => {
      const content = documents.joins(size) ? await buffer(open()) : null;
      const id = content ? randomUUID() : await documents.put(open, { account: job.account, size, isResult: true });
      made = { outcome: { result: { id, name, size, headers } }, content };
    });
    return made;
  } catch (thrown) {
    const error = serviceError(signal.aborted ? signal.reason : thrown);
    if (error.code === 'CANCELLED') return null;
    const waitedMs = job.startedAt! - job.createdAt;
    if (UNWRITTEN.has(error.code) && waitedMs >= WAITS_FOR_DISK_MS) return failed(error);
    if (error.code === 'STORE_OUTDATED' && waitedMs >= LEFT_TO_OTHERS_MS)
      return failed(DocconvError.received('OPTION_INVALID', error.message, { cause: error }));
    if (REPEATED.has(error.code) || RELEASED.has(error.code)) throw error;
    return failed(error);
  }
}
