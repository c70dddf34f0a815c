/** One document at a time, in the order of arrival. Who would wait long is better served without an engine. */
export const LONGEST_WAIT_MS = 10_000;

/** While short documents follow each other, waiting takes less than a LibreOffice for each. A long one lets none wait. */
const STALL_MS = 2000;

export class Mutex {
  readonly #waiting = new Set<(hasTurn: boolean) => void>();
  #isBusy = false;
  #isStalled = false;
  #stall: NodeJS.Timeout | undefined;

  constructor(private readonly periods = { waitMs: LONGEST_WAIT_MS, stallMs: STALL_MS }) {}

  /** Resolves to false when it takes too long, and on abort; otherwise release() must be called. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted || this.#isStalled) return false;
    if (this.#isBusy) return this.#wait(signal);
    this.#start();
    return true;
  }

  release(): void {
    clearTimeout(this.#stall);
    this.#isBusy = this.#isStalled = false;
    const [next] = this.#waiting;
    if (!next) return;
    this.#start();
    next(true);
  }

  #start(): void {
    this.#isBusy = true;
    this.#stall = setTimeout(() => {
      this.#isStalled = true;
      for (const settle of this.#waiting) settle(false);
    }, this.periods.stallMs);
  }

  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise(resolve => {
      const settle = (hasTurn: boolean) => {
        this.#waiting.delete(settle);
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        resolve(hasTurn);
      };
      const leave = () => settle(false);
      const timer = setTimeout(leave, this.periods.waitMs);
      signal.addEventListener('abort', leave);
      this.#waiting.add(settle);
    });
  }
}
