/** Waiting for the ends of jobs: one listener and one query for all that wait in this process. */
import type { Listener } from '../../postgres/index.js';

/** A notification may be lost with its connection: the jobs that are waited for are looked up at such intervals. */
const POLL_MS = 2_000;

interface AwaitedEnd {
  /** Resolves when the job may have ended, after `milliseconds`, or when the signal is aborted. */
  readonly happened: Promise<void>;
  cancel(): void;
}

export class EndListener {
  readonly #waiting = new Map<string, Set<() => void>>();
  #stop = () => {};

  /** @param openOf those of the given jobs that exist and have not ended */
  constructor(
    private readonly listener: Listener,
    private readonly openOf: (ids: readonly string[]) => Promise<readonly string[]>,
  ) {}

  /** To be called before the job is read, so that no end is missed. */
  expect(id: string, milliseconds: number, signal: AbortSignal): AwaitedEnd {
    let cancel = () => {};
    const happened = new Promise<void>(resolve => {
      const timer = setTimeout(() => cancel(), milliseconds);
      const onAbort = () => cancel();
      signal.addEventListener('abort', onAbort, { once: true });
      cancel = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#remove(id, cancel);
        resolve();
      };
      this.#add(id, cancel);
    });
    return { happened, cancel };
  }

  #add(id: string, waiter: () => void): void {
    if (this.#waiting.size === 0) this.#stop = this.#start();
    this.#waiting.set(id, (this.#waiting.get(id) ?? new Set()).add(waiter));
  }

  #remove(id: string, waiter: () => void): void {
    const waiters = this.#waiting.get(id);
    waiters?.delete(waiter);
    if (waiters?.size !== 0) return;
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#stop();
  }

  #start(): () => void {
    const off = this.listener.on(text => {
      const [event, id] = text.split(' ');
      if (event === 'end' && id) this.#wake(id);
    });
    const timer = setInterval(() => void this.#poll(), POLL_MS);
    return () => {
      off();
      clearInterval(timer);
    };
  }

  /** Without the database all wake up, and learn that when they read their job. */
  async #poll(): Promise<void> {
    const asked = [...this.#waiting.keys()];
    const open = new Set(await this.openOf(asked).catch(() => []));
    for (const id of asked) if (!open.has(id)) this.#wake(id);
  }

  #wake(id: string): void {
    for (const waiter of [...(this.#waiting.get(id) ?? [])]) waiter();
  }
}
