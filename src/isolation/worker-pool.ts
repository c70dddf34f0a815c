/**
 * A pool of worker processes with a queue. When a job hangs or crashes, its worker is killed and replaced; the jobs of
 * other workers continue. A crashed job is retried once, alone in a new worker.
 */
import { DocconvError } from '../errors.js';
import { type Deferred, defer } from '../system/deferred.js';
import { WorkerError } from './worker-process.js';

/** A worker process as the pool uses it. */
export interface PoolWorker<Job, Result> {
  /** Maximum number of jobs in one call of `run`. */
  readonly batch: number;
  /** False when the process has ended or must not be used again. */
  readonly usable: boolean;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /** A result or an error for each job. Rejects, for the whole batch, when the worker ends; aborting kills the worker. */
  run(jobs: readonly Job[], signal: AbortSignal): Promise<(Result | DocconvError)[]>;
  /** Resident memory of the worker and its children in bytes; 0 where unknown. */
  memory(): number;
  /** Kills the worker and all that it started; resolves when they have ended. */
  stop(): Promise<void>;
}

/** The errors that the pool itself raises: each domain has its own codes and messages. */
export interface PoolErrors {
  closed(): DocconvError;
  queueFull(limit: number): DocconvError;
  timedOut(milliseconds: number): DocconvError;
}

export interface PoolSettings<Job, Result> {
  /** Rejects with a DocconvError; its cause is the WorkerError when the process failed. */
  start(signal: AbortSignal): Promise<PoolWorker<Job, Result>>;
  errors: PoolErrors;
  /** Maximum number of busy workers. */
  size: number;
  /** Maximum number of waiting jobs. */
  queueLimit: number;
  /** Idle workers beyond `size`, so that a new one is ready when one is used up. */
  spares?: number;
  /** Jobs after which a worker is replaced. */
  maxJobs: number;
  /** Milliseconds after which a worker is replaced. */
  maxAgeMs?: number;
  /** Bytes of memory after a job above which a worker is replaced. */
  maxMemory?: number;
  /** Milliseconds after which an idle worker is stopped. */
  idleMs: number;
  /** Whether a job is retried after a crash that may be the fault of an earlier job. */
  retryCrashes: boolean;
}

export interface PoolStatus {
  workers: number;
  busy: number;
  queued: number;
  /** Workers that crashed or were killed at a limit since the start. */
  lost: number;
}

export interface JobOutcome<Result> {
  result: Result;
  /** Run time without waiting; the share of one job in a batch. */
  milliseconds: number;
}

interface Task<Job, Result> {
  job: Job;
  timeoutMs: number;
  signal: AbortSignal;
  done: Deferred<JobOutcome<Result>>;
  /** Its worker ended before: it now runs alone in a new worker, and is not retried again. */
  retried: boolean;
}

interface Slot<Job, Result> {
  /** Null while it starts. */
  worker: PoolWorker<Job, Result> | null;
  running: Task<Job, Result>[];
  /** Jobs since the start. */
  served: number;
  startedAt: number;
  idleTimer: NodeJS.Timeout | null;
}

export class WorkerPool<Job, Result> {
  readonly #slots = new Set<Slot<Job, Result>>();
  /** Starts and stops that close() waits for. */
  readonly #transitions = new Set<Promise<void>>();
  readonly #closed = new AbortController();
  #queue: Task<Job, Result>[] = [];
  #lost = 0;
  /** Consecutive. */
  #failedStarts = 0;
  #drained: Deferred<void> | null = null;

  constructor(private readonly settings: PoolSettings<Job, Result>) {}

  /** Rejects with the error of the job, one of PoolErrors, or the signal's reason. */
  async run(job: Job, timeoutMs: number, signal: AbortSignal): Promise<JobOutcome<Result>> {
    const { errors, queueLimit } = this.settings;
    signal.throwIfAborted();
    if (this.#closed.signal.aborted || this.#drained) throw errors.closed();
    if (this.#queue.length >= queueLimit + this.#idleCount()) throw errors.queueFull(queueLimit);
    const task: Task<Job, Result> = { job, timeoutMs, signal, done: defer(), retried: false };
    const leave = () => this.#leaveQueue(task);
    signal.addEventListener('abort', leave, { once: true });
    this.#queue.push(task);
    this.#dispatch();
    return task.done.promise.finally(() => signal.removeEventListener('abort', leave));
  }

  status(): PoolStatus {
    const busy = [...this.#slots].filter(slot => slot.running.length > 0).length;
    return { workers: this.#slots.size, busy, queued: this.#queue.length, lost: this.#lost };
  }

  /** Accepts no more jobs, finishes those it has, then closes. */
  async drain(): Promise<void> {
    this.#drained ??= defer();
    this.#resolveDrained();
    await this.#drained.promise;
    await this.close();
  }

  /** Stops all workers now; running and waiting jobs are rejected. */
  async close(): Promise<void> {
    const closed = this.settings.errors.closed();
    this.#closed.abort(closed);
    for (const task of this.#queue.splice(0)) task.done.reject(closed);
    for (const slot of [...this.#slots]) this.#retire(slot);
    while (this.#transitions.size > 0) await Promise.all(this.#transitions); // a start may be followed by a stop
    this.#drained?.resolve();
  }

  get #maxWorkers(): number {
    return this.settings.size + (this.settings.spares ?? 0);
  }

  #dispatch(): void {
    if (this.#closed.signal.aborted) return; // a start that close() aborted must not cause another
    for (const slot of this.#slots) {
      if (this.#queue.length === 0 || this.status().busy >= this.settings.size) break;
      if (slot.worker?.usable && slot.running.length === 0) void this.#serve(slot, slot.worker);
    }
    const starting = [...this.#slots].filter(slot => !slot.worker).length;
    const wanted = this.#queue.length - starting + (this.settings.spares ?? 0);
    for (let missing = wanted; missing > 0 && this.#slots.size < this.#maxWorkers; missing--) this.#startWorker();
    this.#resolveDrained();
  }

  #startWorker(): void {
    const slot: Slot<Job, Result> = { worker: null, running: [], served: 0, startedAt: Date.now(), idleTimer: null };
    this.#slots.add(slot);
    const started = this.settings.start(this.#closed.signal).then(
      worker => {
        slot.worker = worker;
        this.#failedStarts = 0;
        void worker.ended.then(() => this.#removeEnded(slot));
        if (this.#closed.signal.aborted) this.#retire(slot);
        else this.#idle(slot);
      },
      error => this.#handleFailedStart(slot, error),
    );
    this.#track(started);
  }

  #track(transition: Promise<void>): void {
    const tracked = transition.finally(() => this.#transitions.delete(tracked));
    this.#transitions.add(tracked);
  }

  /** A worker that crashes while it starts is tried once more; after that all waiting jobs are rejected. */
  #handleFailedStart(slot: Slot<Job, Result>, error: DocconvError): void {
    this.#slots.delete(slot);
    if (this.#slots.size > 0) return; // others may still serve the queue
    this.#failedStarts++;
    const retry = this.#failedStarts === 1 && isCrash(error.cause);
    if (!retry) for (const task of this.#queue.splice(0)) task.done.reject(error);
    this.#dispatch();
  }

  /** An idle worker was killed from outside, for example by the system when memory ran out. */
  #removeEnded(slot: Slot<Job, Result>): void {
    if (slot.running.length > 0 || !this.#slots.has(slot)) return; // #serve() or #retire() handle it
    this.#retire(slot);
    this.#dispatch();
  }

  async #serve(slot: Slot<Job, Result>, worker: PoolWorker<Job, Result>): Promise<void> {
    if (slot.idleTimer) clearTimeout(slot.idleTimer);
    const tasks = this.#takeTasks(Math.min(worker.batch, this.settings.maxJobs - slot.served));
    slot.running = tasks;
    slot.served += tasks.length;
    const deadline = startDeadline(tasks, this.settings.errors);
    const started = performance.now();
    try {
      const jobs = tasks.map(task => task.job);
      const outcomes = await worker.run(jobs, deadline.signal);
      const milliseconds = (performance.now() - started) / tasks.length;
      for (const [i, task] of tasks.entries()) {
        const result = outcomes[i]!;
        if (result instanceof DocconvError) task.done.reject(result);
        else task.done.resolve({ result, milliseconds });
      }
    } catch (error) {
      this.#lost++;
      this.#retryOrReject(tasks, error);
    } finally {
      deadline.clear();
      slot.running = [];
    }
    if (this.#isUsedUp(slot, worker)) this.#replace(slot);
    else this.#idle(slot);
  }

  /** The next tasks for one worker: a fair share of the queue, and a retried one always alone. */
  #takeTasks(batch: number): Task<Job, Result>[] {
    const share = Math.min(batch, Math.ceil(this.#queue.length / this.settings.size));
    const retried = this.#queue.findIndex(task => task.retried);
    const count = retried === 0 ? 1 : retried > 0 ? Math.min(share, retried) : share;
    return this.#queue.splice(0, count);
  }

  /** In a batch any of the jobs may be the cause, so all are retried, each alone. */
  #retryOrReject(tasks: Task<Job, Result>[], error: unknown): void {
    const { retryCrashes, errors } = this.settings;
    const isClosed = this.#closed.signal.aborted;
    const isRetryable = tasks.length > 1 || (retryCrashes && isCrash((error as Error).cause));
    for (const task of tasks) {
      if (isClosed) task.done.reject(errors.closed());
      else if (task.signal.aborted) task.done.reject(task.signal.reason);
      else if (task.retried || !isRetryable) task.done.reject(error);
      else {
        task.retried = true;
        this.#queue.unshift(task);
      }
    }
  }

  #isUsedUp(slot: Slot<Job, Result>, worker: PoolWorker<Job, Result>): boolean {
    const { maxJobs, maxAgeMs = Number.POSITIVE_INFINITY, maxMemory } = this.settings;
    if (!worker.usable || slot.served >= maxJobs || Date.now() - slot.startedAt > maxAgeMs) return true;
    return maxMemory !== undefined && worker.memory() > maxMemory;
  }

  #idle(slot: Slot<Job, Result>): void {
    slot.idleTimer = setTimeout(() => this.#retire(slot), this.settings.idleMs).unref();
    this.#dispatch();
  }

  #replace(slot: Slot<Job, Result>): void {
    this.#retire(slot);
    const isOpen = !this.#closed.signal.aborted && !this.#drained;
    if (isOpen && this.#queue.length === 0 && this.#slots.size < this.#maxWorkers) this.#startWorker(); // for the next job
    this.#dispatch();
  }

  #retire(slot: Slot<Job, Result>): void {
    if (slot.idleTimer) clearTimeout(slot.idleTimer);
    this.#slots.delete(slot);
    if (slot.worker) this.#track(slot.worker.stop());
  }

  #leaveQueue(task: Task<Job, Result>): void {
    const before = this.#queue.length;
    this.#queue = this.#queue.filter(other => other !== task);
    if (this.#queue.length < before) task.done.reject(task.signal.reason);
  }

  #idleCount(): number {
    const idle = [...this.#slots].filter(slot => slot.running.length === 0).length;
    return idle + this.settings.size - this.#slots.size;
  }

  #resolveDrained(): void {
    if (this.#drained && this.#queue.length === 0 && this.status().busy === 0) this.#drained.resolve();
  }
}

/** One signal for a batch: the longest time limit of its jobs, or the signal of a job that runs alone. */
function startDeadline(tasks: readonly { timeoutMs: number; signal: AbortSignal }[], errors: PoolErrors) {
  const controller = new AbortController();
  const ms = Math.max(...tasks.map(task => task.timeoutMs));
  const timer = setTimeout(() => controller.abort(errors.timedOut(ms)), ms);
  const caller = tasks.length === 1 ? tasks[0]!.signal : null;
  const abort = () => controller.abort(caller?.reason);
  caller?.addEventListener('abort', abort, { once: true });
  const clear = () => {
    clearTimeout(timer);
    caller?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, clear };
}

/** The process ended unexpectedly, and not at a limit that docconv set. */
function isCrash(cause: unknown): boolean {
  return cause instanceof WorkerError && cause.reason === 'crashed';
}
