/**
 * N workers of one engine and the queue before them. A hung or crashed document costs only itself: its worker is ended
 * and replaced, the others go on; a crash is tried once more in a fresh worker, alone.
 */

import { DocconvError } from '../errors.js';
import { type Deferred, defer } from '../system/deferred.js';
import type { Workspace } from './workspace.js';

/** A worker process as the pool sees it. */
export interface PoolWorker<Job> {
  /** How many jobs one call of `convert` may carry. */
  readonly batch: number;
  /** False as soon as the process is gone or must not be used again. */
  readonly healthy: boolean;
  /** Per job null or its error. Rejects for the whole batch when the worker is lost. */
  convert(jobs: readonly Job[], signal: AbortSignal): Promise<(DocconvError | null)[]>;
  /** Resident memory of the worker's processes in bytes; 0 where unknown. */
  memory(): number;
  /** Kills the whole process group; resolves when all of it has ended. */
  stop(): Promise<void>;
}

export interface WorkerSource<Job> {
  /** Bytes of resident memory at which an idle worker is replaced. */
  readonly memory: { recycle: number };
  start(workspace: Workspace, signal: AbortSignal): Promise<PoolWorker<Job>>;
}

export interface PoolSettings {
  /** Workers at most. */
  size: number;
  /** Jobs that may wait; one more is QUEUE_FULL. */
  queueLimit: number;
  /** Workers started beyond the size, so that a fresh one stands ready when one is used up. */
  spares?: number;
  /** A worker is replaced after so many documents, or so many milliseconds of life. */
  maxJobs: number;
  maxAgeMs: number;
  /** A worker with nothing to do for so long is stopped. */
  idleMs: number;
}

export interface PoolStatus {
  workers: number;
  busy: number;
  queued: number;
  /** Workers lost to a crash, a deadline or the memory limit since the start. */
  lost: number;
}

interface Task<Job> {
  job: Job;
  timeoutMs: number;
  signal: AbortSignal;
  done: Deferred<number>;
  /** Was in a worker that was lost: it goes alone into a fresh one, and not a third time. */
  retried: boolean;
}

interface Slot<Job> {
  worker: PoolWorker<Job> | null;
  running: Task<Job>[];
  served: number;
  startedAt: number;
  idleTimer: NodeJS.Timeout | null;
}

export class WorkerPool<Job> {
  readonly #slots = new Set<Slot<Job>>();
  readonly #ending = new Set<Promise<void>>();
  readonly #closed = new AbortController();
  #queue: Task<Job>[] = [];
  #lost = 0;
  /** In a row. */
  #failedStarts = 0;
  #drained: Deferred<void> | null = null;

  constructor(
    private readonly engine: WorkerSource<Job>,
    private readonly workspace: Workspace,
    private readonly settings: PoolSettings,
  ) {}

  /**
   * Converts one job; resolves to the milliseconds it took, waiting not counted (of a batch: its share). Rejects with the
   * engine's error, TIMEOUT, QUEUE_FULL, CLOSED, or the signal's reason.
   */
  async run(job: Job, timeoutMs: number, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    if (this.#closed.signal.aborted || this.#drained) throw closed();
    if (this.#queue.length >= this.settings.queueLimit + this.#idle()) throw queueFull(this.settings.queueLimit);
    const task: Task<Job> = { job, timeoutMs, signal, done: defer(), retried: false };
    const leave = () => this.#leaveQueue(task);
    signal.addEventListener('abort', leave, { once: true });
    this.#queue.push(task);
    this.#dispatch();
    return task.done.promise.finally(() => signal.removeEventListener('abort', leave));
  }

  /** Starts a worker ahead of need. */
  warm(): void {
    if (this.#slots.size < this.#most) this.#open();
  }

  status(): PoolStatus {
    const busy = [...this.#slots].filter(slot => slot.running.length > 0).length;
    return { workers: this.#slots.size, busy, queued: this.#queue.length, lost: this.#lost };
  }

  /** Takes no more, finishes what runs and waits, then closes. */
  async drain(): Promise<void> {
    this.#drained ??= defer();
    this.#noteIdle();
    await this.#drained.promise;
    await this.close();
  }

  /** Ends everything now: what runs or waits is CLOSED. */
  async close(): Promise<void> {
    this.#closed.abort(closed());
    for (const task of this.#queue.splice(0)) task.done.reject(closed());
    for (const slot of [...this.#slots]) this.#retire(slot);
    while (this.#ending.size > 0) await Promise.all(this.#ending); // a start may end as a stop
    this.#drained?.resolve();
  }

  get #most(): number {
    return this.settings.size + (this.settings.spares ?? 0);
  }

  #dispatch(): void {
    if (this.#closed.signal.aborted) return; // a start that close() has ended must not bring another
    for (const slot of this.#slots) {
      if (this.#queue.length === 0 || this.status().busy >= this.settings.size) break;
      if (slot.worker?.healthy && slot.running.length === 0) void this.#serve(slot, slot.worker);
    }
    const starting = [...this.#slots].filter(slot => !slot.worker).length;
    const wanted = this.#queue.length - starting + (this.settings.spares ?? 0);
    for (let missing = wanted; missing > 0 && this.#slots.size < this.#most; missing--) this.#open();
    this.#noteIdle();
  }

  #open(): void {
    const slot: Slot<Job> = { worker: null, running: [], served: 0, startedAt: Date.now(), idleTimer: null };
    this.#slots.add(slot);
    const starting = this.engine.start(this.workspace, this.#closed.signal).then(
      worker => {
        slot.worker = worker;
        this.#failedStarts = 0;
        if (this.#closed.signal.aborted) this.#retire(slot);
        else this.#rest(slot);
      },
      error => this.#failToStart(slot, error),
    );
    this.#await(starting);
  }

  /** close() waits for it. */
  #await(work: Promise<void>): void {
    const ending = work.finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** An engine that does not come up twice will not for the next job either: whoever waits is told. */
  #failToStart(slot: Slot<Job>, error: DocconvError): void {
    this.#slots.delete(slot);
    if (this.#slots.size > 0) return; // the last of them decides
    this.#failedStarts++;
    const again = this.#failedStarts === 1 && wasKilled(error);
    if (!again) for (const task of this.#queue.splice(0)) task.done.reject(error);
    this.#dispatch();
  }

  async #serve(slot: Slot<Job>, worker: PoolWorker<Job>): Promise<void> {
    if (slot.idleTimer) clearTimeout(slot.idleTimer);
    const tasks = this.#take(worker.batch);
    slot.running = tasks;
    slot.served += tasks.length;
    const deadline = new Deadline(tasks);
    const started = performance.now();
    try {
      const outcomes = await worker.convert(
        tasks.map(task => task.job),
        deadline.signal,
      );
      for (const [i, task] of tasks.entries()) {
        if (outcomes[i]) task.done.reject(outcomes[i]);
        else task.done.resolve((performance.now() - started) / tasks.length);
      }
    } catch (error) {
      this.#lost++;
      this.#afterLoss(tasks, error as DocconvError);
    } finally {
      deadline.clear();
      slot.running = [];
    }
    if (this.#worn(slot, worker)) this.#replace(slot);
    else this.#rest(slot);
  }

  /** The next tasks for one worker: a fair share of the queue, one that was retried always alone. */
  #take(batch: number): Task<Job>[] {
    const share = Math.min(batch, Math.ceil(this.#queue.length / this.settings.size));
    const alone = this.#queue.findIndex(task => task.retried);
    const count = alone === 0 ? 1 : alone > 0 ? Math.min(share, alone) : share;
    return this.#queue.splice(0, count);
  }

  #afterLoss(tasks: Task<Job>[], error: DocconvError): void {
    const own = tasks.length === 1;
    for (const task of tasks) {
      const again = !task.retried && !task.signal.aborted && (error.code === 'ENGINE_CRASHED' || !own);
      if (again && !this.#closed.signal.aborted) {
        task.retried = true;
        this.#queue.unshift(task);
      } else {
        task.done.reject(task.signal.aborted ? task.signal.reason : error);
      }
    }
  }

  #worn(slot: Slot<Job>, worker: PoolWorker<Job>): boolean {
    const { maxJobs, maxAgeMs } = this.settings;
    if (!worker.healthy || slot.served >= maxJobs || Date.now() - slot.startedAt > maxAgeMs) return true;
    return worker.memory() > this.engine.memory.recycle;
  }

  #rest(slot: Slot<Job>): void {
    slot.idleTimer = setTimeout(() => this.#retire(slot), this.settings.idleMs).unref();
    this.#dispatch();
  }

  #replace(slot: Slot<Job>): void {
    this.#retire(slot);
    if (!this.#closed.signal.aborted && !this.#drained && this.#queue.length === 0) this.warm(); // ready when next asked
    this.#dispatch();
  }

  #retire(slot: Slot<Job>): void {
    if (slot.idleTimer) clearTimeout(slot.idleTimer);
    this.#slots.delete(slot);
    if (!slot.worker) return;
    this.#await(slot.worker.stop());
  }

  #leaveQueue(task: Task<Job>): void {
    const before = this.#queue.length;
    this.#queue = this.#queue.filter(other => other !== task);
    if (this.#queue.length < before) task.done.reject(task.signal.reason);
  }

  #idle(): number {
    const open = [...this.#slots].filter(slot => slot.running.length === 0).length;
    return open + this.settings.size - this.#slots.size;
  }

  #noteIdle(): void {
    if (this.#drained && this.#queue.length === 0 && this.status().busy === 0) this.#drained.resolve();
  }
}

/** One signal for a batch: the time limit of its slowest job, or a caller that leaves when it is the only one. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #leave = () => this.#controller.abort(this.#only?.signal.reason);
  readonly #only: Task<unknown> | null;

  constructor(tasks: readonly Task<unknown>[]) {
    const ms = Math.max(...tasks.map(task => task.timeoutMs));
    this.#timer = setTimeout(() => this.#controller.abort(timedOut(ms)), ms);
    this.#only = tasks.length === 1 ? tasks[0]! : null;
    this.#only?.signal.addEventListener('abort', this.#leave, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#only?.signal.removeEventListener('abort', this.#leave);
  }
}

/** Ended from outside before it could say anything, perhaps for want of memory. */
function wasKilled({ cause }: DocconvError): boolean {
  return cause instanceof DocconvError && cause.code === 'ENGINE_CRASHED';
}

const closed = () => new DocconvError('CLOSED', 'The converter is closed.');

const queueFull = (limit: number) =>
  new DocconvError('QUEUE_FULL', `${limit} documents are waiting already: try again later.`, { detail: { limit } });

const timedOut = (ms: number) =>
  new DocconvError('TIMEOUT', `The conversion took longer than ${ms / 1000} s and was ended. --timeout allows more.`, {
    detail: { milliseconds: ms },
  });
