/**
 * Limits how many operations run at once and queues the others fairly by caller. The next is of the caller with the
 * fewest running operations; ties are decided by start-time fair queueing (Goyal, Vin, Cheng 1996). A full queue evicts
 * the newest request of the caller that has the most in it.
 */

interface Waiting {
  readonly caller: string;
  /** Virtual start time: the number of requests of this caller before it, if all callers were served in turn. */
  readonly start: number;
  readonly evictable: boolean;
  /** False: evicted. */
  settle(admitted: boolean): void;
}

export class FairQueue {
  #running = 0;
  readonly #runningOf = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  /** Virtual start time of the operation that started last. */
  #now = 0;
  /** The virtual start time of a caller's next request, where it is later than `#now`. */
  readonly #nextStart = new Map<string, number>();

  /**
   * @param concurrency operations that may run at once
   * @param capacity requests that may wait
   * @param perCaller operations of one caller that may run at once
   */
  constructor(
    private readonly concurrency: number,
    private readonly capacity: number,
    private readonly perCaller = Number.POSITIVE_INFINITY,
  ) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether a request of `caller` would start or be queued now. */
  admits(caller: string): boolean {
    const hasRoom = this.#mayRun(caller) || this.#waiting.length < this.capacity;
    return hasRoom || this.#evictableFor(caller) !== null;
  }

  /**
   * Waits until an operation of `caller` may start. Resolves to a function that ends it, or to null when the queue is
   * full; rejects with the signal's reason. `mayExceed`: waits also in a full queue, and is not evicted.
   */
  async acquire(caller: string, signal: AbortSignal, mayExceed = false): Promise<(() => void) | null> {
    signal.throwIfAborted();
    if (this.#mayRun(caller)) this.#begin(caller, this.#startFor(caller));
    else if (!(mayExceed || this.#makeRoom(caller)) || !(await this.#wait(caller, signal, !mayExceed))) return null;
    return () => this.#end(caller);
  }

  #mayRun(caller: string): boolean {
    return this.#running < this.concurrency && this.#countOf(caller) < this.perCaller;
  }

  #makeRoom(caller: string): boolean {
    if (this.#waiting.length < this.capacity) return true;
    const evicted = this.#evictableFor(caller);
    if (evicted) this.#cancel(evicted).settle(false);
    return evicted !== null;
  }

  #startFor(caller: string): number {
    const start = Math.max(this.#now, this.#nextStart.get(caller) ?? 0);
    this.#nextStart.set(caller, start + 1);
    return start;
  }

  #wait(caller: string, signal: AbortSignal, evictable: boolean): Promise<boolean> {
    const start = this.#startFor(caller);
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#cancel(waiting);
        reject(signal.reason);
      };
      const settle = (admitted: boolean) => {
        signal.removeEventListener('abort', abort);
        resolve(admitted);
      };
      const waiting: Waiting = { caller, start, evictable, settle };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiting);
    });
  }

  #begin(caller: string, start: number): void {
    this.#running++;
    this.#runningOf.set(caller, this.#countOf(caller) + 1);
    this.#now = Math.max(this.#now, start);
    for (const [other, next] of this.#nextStart) if (next <= this.#now) this.#nextStart.delete(other);
  }

  #end(caller: string): void {
    this.#running--;
    const rest = this.#countOf(caller) - 1;
    if (rest > 0) this.#runningOf.set(caller, rest);
    else this.#runningOf.delete(caller);
    const next = this.#next();
    if (!next) return;
    this.#remove(next);
    this.#begin(next.caller, next.start); // now, and not when its promise is handled: no other request comes in between
    next.settle(true);
  }

  #next(): Waiting | undefined {
    const order = (a: Waiting, b: Waiting) => this.#countOf(a.caller) - this.#countOf(b.caller) || a.start - b.start;
    return this.#waiting.filter(({ caller }) => this.#mayRun(caller)).toSorted(order)[0];
  }

  /** The newest request of the caller with the most waiting; null when `caller` would itself have as many. */
  #evictableFor(caller: string): Waiting | null {
    const counts = new Map<string, number>();
    for (const waiting of this.#waiting) counts.set(waiting.caller, (counts.get(waiting.caller) ?? 0) + 1);
    const most = Math.max(0, ...counts.values());
    if (most <= (counts.get(caller) ?? 0) + 1) return null;
    return this.#waiting.findLast(({ caller: other, evictable }) => evictable && counts.get(other) === most) ?? null;
  }

  #remove(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
  }

  /** A request that never ran does not count against its caller. */
  #cancel(waiting: Waiting): Waiting {
    this.#remove(waiting);
    const next = this.#nextStart.get(waiting.caller);
    if (next !== undefined) this.#nextStart.set(waiting.caller, next - 1);
    return waiting;
  }

  #countOf(caller: string): number {
    return this.#runningOf.get(caller) ?? 0;
  }
}
