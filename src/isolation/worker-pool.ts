/**
 * A pool of worker processes with a queue. When a job hangs or crashes, its worker is killed and replaced; the jobs of
 * other workers continue. A crashed job is retried once, alone in a new worker.
 */
import { DocconvError } from '../errors.js';
import { type Deferred, defer } from '../system/deferred.js';
import { Deadline } from './deadline.js';
import { WorkerError, type WorkerErrorReason } from './worker-error.js';
import { type PoolWorker, type WorkerLife, WorkerSlot } from './worker-slot.js';

/** The errors that the pool itself raises: each domain has its own codes and messages. */
export interface PoolErrors {
  closed(): DocconvError;
  queueFull(limit: number): DocconvError;
  timedOut(milliseconds: number): DocconvError;
}

export interface PoolSettings<Job, Result> extends WorkerLife {
  /** Resolves when the worker takes a job. Rejects with a DocconvError; its cause is the WorkerError of a process that failed. */
  start(signal: AbortSignal): Promise<PoolWorker<Job, Result>>;
  errors: PoolErrors;
  /** Maximum number of busy workers. While a worker is about to be replaced, there is one more process. */
  size: number;
  /** Maximum number of waiting jobs. */
  queueLimit: number;
  /** Idle workers beyond `size`, so that a new one is ready when one is used up. */
  spares?: number;
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
  /** Its worker ended before: it now runs alone, and is not retried again; 'anew': in a process that has done nothing. */
  retried: boolean | 'anew';
}

type Slot<Job, Result> = WorkerSlot<Job, Result, Task<Job, Result>>;

export class WorkerPool<Job, Result> {
  readonly #slots = new Set<Slot<Job, Result>>();
  /** Starts and stops that close() waits for. */
  readonly #transitions = new Set<Promise<void>>();
  readonly #closed = new AbortController();
  #queue: Task<Job, Result>[] = [];
  #lost = 0;
  /** Consecutive, of the last worker that there was. */
  #failedStarts = 0;
  /** A start has failed since the last one that succeeded. */
  #startFailed = false;
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
    const busy = [...this.#slots].filter(slot => slot.isBusy).length;
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

  #dispatch(): void {
    if (this.#closed.signal.aborted) return; // a start that close() aborted must not cause another
    this.#assign(slot => (this.#queue[0]?.retried === 'anew' && !slot.isNew ? null : slot.idleWorker()));
    // a retried one waits for a worker that is ready: when that crashes, it is the fault of the job
    this.#assign(slot => (this.#queue[0]?.retried ? null : slot.idleWorker(true)));
    const starting = [...this.#slots].filter(slot => slot.isStarting).length;
    const wanted = this.#queue.length - starting + (this.settings.spares ?? 0);
    for (let missing = wanted; missing > 0 && this.#hasRoom() && !this.#isOnTrial(); missing--) this.#startWorker();
    this.#resolveDrained();
  }

  #assign(workerOf: (slot: Slot<Job, Result>) => PoolWorker<Job, Result> | null): void {
    for (const slot of this.#slots) {
      if (this.#queue.length === 0 || this.status().busy >= this.settings.size) break;
      const worker = workerOf(slot);
      if (worker) void this.#serve(slot, worker);
    }
  }

  /** After a failed start, workers start one at a time: otherwise there would always be another one that may still start. */
  #isOnTrial(): boolean {
    return this.#startFailed && [...this.#slots].some(slot => !slot.isReady);
  }

  /** For one more worker, besides successors: they replace others. */
  #hasRoom(): boolean {
    const lasting = [...this.#slots].filter(slot => !this.#successorOf(slot)).length;
    return lasting < this.settings.size + (this.settings.spares ?? 0);
  }

  #startWorker(predecessor: Slot<Job, Result> | null = null): void {
    const slot: Slot<Job, Result> = new WorkerSlot(this.settings, predecessor);
    this.#slots.add(slot);
    this.#track(this.#start(slot).catch(error => this.#handleFailedStart(slot, error)));
  }

  async #start(slot: Slot<Job, Result>): Promise<void> {
    const worker = await this.settings.start(this.#closed.signal);
    slot.worker = worker;
    if (this.#closed.signal.aborted) return this.#retire(slot);
    this.#dispatch(); // a job can be sent now
    await worker.ready;
    slot.isReady = true;
    this.#failedStarts = 0;
    this.#startFailed = false;
    void worker.ended.then(() => this.#removeEnded(slot));
    void worker.last?.then(() => this.#startSuccessor(slot));
    if (slot.predecessor?.isBusy === false) this.#retire(slot.predecessor);
    if (!slot.isBusy) this.#idle(slot);
  }

  /** Before a worker is used up, so that no job waits for the start of the next one. One at a time, to bound memory. */
  #startSuccessor(slot: Slot<Job, Result>): void {
    const isOpen = !this.#closed.signal.aborted && !this.#drained;
    const hasOther = [...this.#slots].some(({ predecessor }) => predecessor);
    if (isOpen && !hasOther && slot.endsSoon()) this.#startWorker(slot);
  }

  #successorOf(slot: Slot<Job, Result>): Slot<Job, Result> | undefined {
    return [...this.#slots].find(({ predecessor }) => predecessor === slot);
  }

  #track(transition: Promise<void>): void {
    const tracked = transition.finally(() => this.#transitions.delete(tracked));
    this.#transitions.add(tracked);
  }

  /** Tried again once after a crash, then all waiting jobs are rejected. Not counted after a job: it may be to blame. */
  #handleFailedStart(slot: Slot<Job, Result>, error: DocconvError): void {
    if (!this.#slots.has(slot)) return; // #retire() has ended it
    this.#startFailed = true;
    if (slot.isBusy) return; // #serve() handles it
    this.#slots.delete(slot);
    if (this.#slots.size > 0) return; // others may still serve the queue
    if (slot.isNew) this.#failedStarts++;
    const retry = !slot.isNew || (this.#failedStarts === 1 && isOf(CRASHED, error.cause));
    if (!retry) for (const task of this.#queue.splice(0)) task.done.reject(error);
    this.#dispatch();
  }

  /** An idle worker was killed from outside, for example by the system when memory ran out. */
  #removeEnded(slot: Slot<Job, Result>): void {
    if (slot.isBusy || !this.#slots.has(slot)) return; // #serve() or #retire() handle it
    this.#retire(slot);
    this.#dispatch();
  }

  async #serve(slot: Slot<Job, Result>, worker: PoolWorker<Job, Result>): Promise<void> {
    const tasks = this.#takeTasks(Math.min(worker.batch, slot.jobsLeft));
    slot.begin(tasks);
    this.#startSuccessor(slot);
    const deadline = new Deadline(tasks, this.settings.errors);
    deadline.follow(worker);
    try {
      const jobs = tasks.map(task => task.job);
      const outcomes = await worker.run(jobs, deadline.signal);
      const milliseconds = deadline.elapsed() / tasks.length;
      for (const [i, task] of tasks.entries()) {
        const result = outcomes[i]!;
        if (result instanceof DocconvError) task.done.reject(result);
        else task.done.resolve({ result, milliseconds });
      }
    } catch (error) {
      if (!isOf(['unsuitable'], (error as Error).cause)) this.#lost++;
      this.#retryOrReject(tasks, error);
      await worker.stop(); // there is never more to remove than what the documents of `size` workers have left
    } finally {
      deadline.stop();
      slot.running = [];
    }
    if (slot.isUsedUp() || this.#successorOf(slot)?.isReady) this.#replace(slot);
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
    const { cause } = error as Error;
    const isRetryable = tasks.length > 1 || isOf(NOT_BEGUN, cause) || (retryCrashes && isOf(CRASHED, cause));
    for (const task of tasks) {
      if (isClosed) task.done.reject(errors.closed());
      else if (task.signal.aborted) task.done.reject(task.signal.reason);
      else if (task.retried || !isRetryable) task.done.reject(error);
      else {
        task.retried = isOf(['unsuitable'], cause) ? 'anew' : true;
        this.#queue.unshift(task);
      }
    }
  }

  #idle(slot: Slot<Job, Result>): void {
    if (slot.isReady) slot.startTimer(this.settings.idleMs, () => this.#retire(slot));
    this.#dispatch();
  }

  #replace(slot: Slot<Job, Result>): void {
    const hasSuccessor = this.#successorOf(slot) !== undefined;
    this.#retire(slot);
    const isOpen = !this.#closed.signal.aborted && !this.#drained;
    if (isOpen && !hasSuccessor && this.#queue.length === 0 && this.#hasRoom()) this.#startWorker(); // for the next job
    this.#dispatch();
  }

  #retire(slot: Slot<Job, Result>): void {
    slot.stopTimer();
    this.#slots.delete(slot);
    const successor = this.#successorOf(slot);
    if (successor) successor.predecessor = null;
    if (slot.worker) this.#track(slot.worker.stop());
  }

  #leaveQueue(task: Task<Job, Result>): void {
    const before = this.#queue.length;
    this.#queue = this.#queue.filter(other => other !== task);
    if (this.#queue.length < before) task.done.reject(task.signal.reason);
  }

  #idleCount(): number {
    const idle = [...this.#slots].filter(slot => !slot.isBusy).length;
    return idle + this.settings.size - this.#slots.size;
  }

  #resolveDrained(): void {
    if (this.#drained && this.#queue.length === 0 && this.status().busy === 0) this.#drained.resolve();
  }
}

/** The process ended unexpectedly, and not at a limit that docconv set. */
const CRASHED: readonly WorkerErrorReason[] = ['crashed', 'unread'];
/**
 * The process ended before it began the job: it was killed while idle, and the job sent before docconv noticed. Or the job
 * was sent while the worker started, whose start failed then: any of the two may be the cause.
 */
const NOT_BEGUN: readonly WorkerErrorReason[] = ['unread', 'unsuitable', 'unusable', 'start-timeout'];

function isOf(reasons: readonly WorkerErrorReason[], cause: unknown): boolean {
  return cause instanceof WorkerError && reasons.includes(cause.reason);
}
