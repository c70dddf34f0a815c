/**
 * Measures the time of work with a limit: the clock or the processor time of this process, whichever is less. On a busy
 * machine the clock alone would end work that is not costly, and results would depend on the load.
 */
export class Stopwatch {
  readonly #started = now();
  readonly #processorStarted = processorTime();
  /** On the clock: when the processor time may be read again. */
  #readAgain = 0;

  /** In milliseconds. */
  elapsed(): number {
    return Math.min(this.clock(), processorTime() - this.#processorStarted);
  }

  /** Reads the processor time, which costs more, only if the clock exceeds the limit, and not each time. */
  exceeds(milliseconds: number): boolean {
    const clock = this.clock();
    if (clock <= milliseconds || clock < this.#readAgain) return false;
    const isExceeded = this.elapsed() > milliseconds;
    if (!isExceeded) this.#readAgain = clock + INTERVAL_MS;
    return isExceeded;
  }

  /** In milliseconds, however busy the machine is. */
  clock(): number {
    return now() - this.#started;
  }
}

const INTERVAL_MS = 5;

/** A monotonic clock in milliseconds; `performance` would load a module at each start. */
const now = (): number => process.uptime() * 1000;

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
