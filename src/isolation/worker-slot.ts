/** A place of a pool for one worker process, from its start to its end: what it runs, and when it is replaced. */
import type { DocconvError } from '../errors.js';
import type { WorkerProcess } from './worker-process.js';

/** A worker process as the pool uses it. */
export interface PoolWorker<Job, Result> {
  /** Maximum number of jobs in one call of `run`. */
  readonly batch: number;
  /** False when the process has ended or must not be used again. */
  readonly usable: boolean;
  /** Resolves when its start is complete, before which it takes jobs. Rejects with a DocconvError. */
  readonly ready: Promise<unknown>;
  /** Resolves when it begins to start, if it inspects its first job before. Absent: it starts at once. */
  readonly inspected?: Promise<void>;
  /** Resolves when the process has ended and what it left is removed. */
  readonly ended: Promise<void>;
  /** Resolves, while jobs run, when the process must not be used again: its successor can start. Absent: it never does. */
  readonly last?: Promise<void>;
  /** A result or an error for each job. Rejects, for the whole batch, when the worker ends; aborting kills the worker. */
  run(jobs: readonly Job[], signal: AbortSignal): Promise<(Result | DocconvError)[]>;
  /** Resident memory of the worker and its children in bytes; 0 where unknown. */
  memory(): number;
  /** Kills the worker and all that it started; resolves when they have ended and what they left is removed. */
  stop(): Promise<void>;
}

type Process = Pick<WorkerProcess<unknown>, 'usable' | 'ended' | 'last' | 'memory' | 'stop'>;

/** A process as a worker of a pool. */
export function asPoolWorker<Job, Result>(
  process: Process,
  own: Pick<PoolWorker<Job, Result>, 'batch' | 'ready' | 'inspected' | 'run'>,
): PoolWorker<Job, Result> {
  const { ended, last } = process;
  return {
    ...own,
    ended,
    last,
    get usable() {
      return process.usable;
    },
    memory: () => process.memory,
    stop: () => process.stop(),
  };
}

/** When a worker is replaced. */
export interface WorkerLife {
  /** Jobs after which a worker is replaced at the latest. */
  maxJobs: number;
  /** Milliseconds after which a worker is replaced. */
  maxAgeMs?: number;
  /** Bytes of memory after a job above which a worker is replaced. */
  maxMemory?: number;
}

/** Share of its jobs and of its age after which the successor of a worker is started. */
const SUCCESSION = 0.9;

export class WorkerSlot<Job, Result, Task extends { job: Job }> {
  /** Null until it takes jobs. */
  worker: PoolWorker<Job, Result> | null = null;
  /** The start of the worker is complete. */
  isReady = false;
  running: readonly Task[] = [];
  #served = 0;
  readonly #startedAt = performance.now();
  #idleTimer: NodeJS.Timeout | null = null;

  /** @param predecessor the slot whose worker serves until this one is ready; null again when that one is retired */
  constructor(
    private readonly life: WorkerLife,
    public predecessor: WorkerSlot<Job, Result, Task> | null,
  ) {}

  get isBusy(): boolean {
    return this.running.length > 0;
  }

  /** It starts, and has no job. */
  get isStarting(): boolean {
    return !this.isReady && !this.isBusy;
  }

  /** The worker, if it can take jobs now. `early`: also a job that waits until it is ready. */
  idleWorker(early = false): PoolWorker<Job, Result> | null {
    const accepts = this.isReady || (early && !this.predecessor);
    return accepts && this.worker?.usable && !this.isBusy ? this.worker : null;
  }

  /** No job was sent to it. */
  get isNew(): boolean {
    return this.#served === 0;
  }

  /** Jobs that the worker may still take. */
  get jobsLeft(): number {
    return this.life.maxJobs - this.#served;
  }

  begin(tasks: readonly Task[]): void {
    this.stopTimer();
    this.running = tasks;
    this.#served += tasks.length;
  }

  /** Calls `expired` unless `begin` or `stopTimer` is called before. */
  startTimer(ms: number, expired: () => void): void {
    this.#idleTimer = setTimeout(expired, ms).unref();
  }

  stopTimer(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
  }

  /** The worker can take further jobs, but only few; or it does its last ones. */
  endsSoon(): boolean {
    if (this.worker?.usable === false) return true;
    return this.jobsLeft > 0 && (this.#served >= SUCCESSION * this.life.maxJobs || this.#isOlderThan(SUCCESSION));
  }

  isUsedUp(): boolean {
    const { maxMemory } = this.life;
    if (!this.worker?.usable || this.jobsLeft <= 0 || this.#isOlderThan(1)) return true;
    return maxMemory !== undefined && this.worker.memory() > maxMemory;
  }

  #isOlderThan(share: number): boolean {
    return performance.now() - this.#startedAt > share * (this.life.maxAgeMs ?? Number.POSITIVE_INFINITY);
  }
}
