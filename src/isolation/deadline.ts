/** The time limit of the jobs that a worker runs together. */
import type { DocconvError } from '../errors.js';

export class Deadline {
  /** Aborted when the time is over, or by the signal of a job that runs alone. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | null;
  readonly #ms: number;
  #startedAt = performance.now();
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

  /** The time counts from now on: not the time in which the worker starts. */
  start(): void {
    if (this.#isStopped) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => this.#controller.abort(this.errors.timedOut(this.#ms)), this.#ms);
  }

  /** Milliseconds since the start. */
  elapsed(): number {
    return performance.now() - this.#startedAt;
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#abort);
  }
}
