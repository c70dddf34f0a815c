/** One document at a time, in the order of arrival. Who would wait long is better served without an engine. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #busy = false;

  /** Resolves to false after `waitMs`, and on abort; otherwise end() must be called. */
  async begin(waitMs: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (!this.#busy) {
      this.#busy = true;
      return true;
    }
    return new Promise(resolve => {
      const settle = (hasTurn: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        resolve(hasTurn);
      };
      const enter = () => settle(true);
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        settle(false);
      };
      const timer = setTimeout(leave, waitMs);
      signal.addEventListener('abort', leave);
      this.#waiting.push(enter);
    });
  }

  end(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }
}
