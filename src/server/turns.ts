/** So many at a time, and the others wait. Whoever has the least at work is next: one caller cannot keep the others out. */
import { createShares, type Shares } from './plugins/shares.js';

interface Waiting {
  readonly who: string;
  go(): void;
}

export class Turns {
  #running = 0;
  readonly #runningOf = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  readonly #places: Shares;

  /** @param places to wait in, of which one caller gets half */
  constructor(
    private readonly atOnce: number,
    places: number,
  ) {
    this.#places = createShares(places, places / 2);
  }

  /** Resolves when the turn has come, with what ends it; null: too many wait. Rejects with the signal's reason. */
  async take(who: string, signal: AbortSignal): Promise<(() => void) | null> {
    signal.throwIfAborted();
    if (this.#running >= this.atOnce) {
      const leavePlace = this.#places.take(who, 1);
      if (!leavePlace) return null;
      await this.#wait(who, signal).finally(leavePlace);
    } else this.#begin(who);
    return () => this.#end(who);
  }

  #wait(who: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { who, go };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #begin(who: string): void {
    this.#running++;
    this.#runningOf.set(who, this.#of(who) + 1);
  }

  #end(who: string): void {
    this.#running--;
    const rest = this.#of(who) - 1;
    if (rest > 0) this.#runningOf.set(who, rest);
    else this.#runningOf.delete(who);
    const next = this.#nextOne();
    if (!next) return;
    this.#begin(next.who); // at once, so that nobody comes in between
    next.go();
  }

  #nextOne(): Waiting | undefined {
    if (this.#waiting.length === 0) return undefined;
    const least = Math.min(...this.#waiting.map(({ who }) => this.#of(who)));
    const place = this.#waiting.findIndex(({ who }) => this.#of(who) === least);
    return this.#waiting.splice(place, 1)[0];
  }

  #of(who: string): number {
    return this.#runningOf.get(who) ?? 0;
  }
}
