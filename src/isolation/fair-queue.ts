/**
 * So many at a time, and the others wait: no caller keeps the others out. Next is whoever has the least at work, among
 * these by start-time fair queueing (Goyal, Vin, Cheng 1996); a full queue makes room at the cost of who fills it.
 */

interface Waiting {
  readonly who: string;
  /** In virtual time: how many turns a caller had before it, if all who wait took turns. */
  readonly start: number;
  /** False: there is no place any more. */
  settle(turn: boolean): void;
}

export class FairQueue {
  #running = 0;
  readonly #runningOf = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  /** The start of the turn that began last. */
  #now = 0;
  /** Where it lies behind `#now`: the start of a caller's next turn. */
  readonly #nextStart = new Map<string, number>();

  /** @param places to wait in */
  constructor(
    private readonly atOnce: number,
    private readonly places: number,
  ) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether `who` would get a turn, or a place to wait in. */
  admits(who: string): boolean {
    return this.#running < this.atOnce || this.#waiting.length < this.places || this.#greediest(who) !== null;
  }

  /** Resolves when the turn has come, with what ends it; null: too many wait. Rejects with the signal's reason. */
  async take(who: string, signal: AbortSignal): Promise<(() => void) | null> {
    signal.throwIfAborted();
    if (this.#running < this.atOnce) this.#begin(who, this.#startFor(who));
    else if (!this.#makeRoom(who) || !(await this.#wait(who, this.#startFor(who), signal))) return null;
    return () => this.#end(who);
  }

  #makeRoom(who: string): boolean {
    if (this.#waiting.length < this.places) return true;
    const greediest = this.#greediest(who);
    if (greediest) this.#giveUp(greediest).settle(false);
    return greediest !== null;
  }

  #startFor(who: string): number {
    const start = Math.max(this.#now, this.#nextStart.get(who) ?? 0);
    this.#nextStart.set(who, start + 1);
    return start;
  }

  #wait(who: string, start: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#giveUp(waiting);
        reject(signal.reason);
      };
      const settle = (turn: boolean) => {
        signal.removeEventListener('abort', leave);
        resolve(turn);
      };
      const waiting: Waiting = { who, start, settle };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #begin(who: string, start: number): void {
    this.#running++;
    this.#runningOf.set(who, this.#of(who) + 1);
    this.#now = Math.max(this.#now, start);
    for (const [caller, next] of this.#nextStart) if (next <= this.#now) this.#nextStart.delete(caller);
  }

  #end(who: string): void {
    this.#running--;
    const rest = this.#of(who) - 1;
    if (rest > 0) this.#runningOf.set(who, rest);
    else this.#runningOf.delete(who);
    const next = this.#nextOne();
    if (!next) return;
    this.#remove(next);
    this.#begin(next.who, next.start); // at once, so that nobody comes in between
    next.settle(true);
  }

  #nextOne(): Waiting | undefined {
    const before = (a: Waiting, b: Waiting) => this.#of(a.who) - this.#of(b.who) || a.start - b.start;
    return this.#waiting.toSorted(before)[0];
  }

  /** The last one of the caller that fills the queue; null: none has more in it than `who` would. */
  #greediest(who: string): Waiting | null {
    const counts = new Map<string, number>();
    for (const waiting of this.#waiting) counts.set(waiting.who, (counts.get(waiting.who) ?? 0) + 1);
    const most = Math.max(0, ...counts.values());
    if (most <= (counts.get(who) ?? 0) + 1) return null;
    return this.#waiting.findLast(waiting => counts.get(waiting.who) === most) ?? null;
  }

  #remove(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
  }

  /** A turn that is not taken is not counted. */
  #giveUp(waiting: Waiting): Waiting {
    this.#remove(waiting);
    const next = this.#nextStart.get(waiting.who);
    if (next !== undefined) this.#nextStart.set(waiting.who, next - 1);
    return waiting;
  }

  #of(who: string): number {
    return this.#runningOf.get(who) ?? 0;
  }
}
