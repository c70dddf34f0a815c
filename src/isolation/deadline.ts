/** The time limit of the jobs that a worker runs together. */
import type { DocconvError } from '../errors.js';
import type { PoolWorker } from './worker-slot.js';

export class Deadline {
  /** Aborted when the time is over, or by the signal of a job that runs alone. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | null;
  readonly #ms: number;
  /** Null: the time stands still. */
  #startedAt: number | null = null;
  /** Milliseconds that counted before. */
  #counted = 0;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(
    jobs: readonly { timeoutMs: number; signal: AbortSignal }[],
    private readonly errors: { timedOut(milliseconds: number): DocconvError },
  ) {
    this.signal = this.#controller.signal;
    this.#ms = Math.max(...jobs.map(({ timeoutMs }) => timeoutMs));
    this.#caller = jobs.length === 1 ? jobs[0]!.signal : null;
    this.#caller?.addEventListener('abort', this.#abort, { once: true });
  }

  readonly #abort = () => this.#controller.abort(this.#caller?.reason);

  /** Counts the time in which the worker has the jobs, without that in which it starts. */
  follow({ inspected, ready }: Pick<PoolWorker<unknown, unknown>, 'inspected' | 'ready'>): void {
    if (inspected) this.#start();
    void inspected?.then(() => this.#pause());
    ready.then(
      () => this.#start(),
      () => {},
    );
  }

  /** Milliseconds that count. */
  elapsed(): number {
    return this.#counted + (this.#startedAt === null ? 0 : performance.now() - this.#startedAt);
  }

  #start(): void {
    if (this.#isStopped || this.#startedAt !== null) return;
    this.#timer = setTimeout(
      () => this.#controller.abort(this.errors.timedOut(this.#ms)),
      Math.max(0, this.#ms - this.#counted),
    );
    this.#startedAt = performance.now();
  }

  #pause(): void {
    this.#counted = this.elapsed();
    this.#startedAt = null;
    if (this.#timer) clearTimeout(this.#timer);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#abort);
  }
}
