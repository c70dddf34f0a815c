/** Compares what a worker uses with its limits as long as it lives: native code may go on after a request has ended. */
import { MAX_WATCHES } from './epoll-watches.js';
import { MAX_TASKS, ON_DISK, type Usage } from './usage.js';

/** Of one request. Memory and disk are limited until the next request, too. */
export interface UsageLimits {
  /** Bytes of memory. */
  memory: number;
  /** Seconds of processor time for this request. */
  cpu: number;
  /** Bytes written to disks for this request. */
  written?: number | undefined;
  /** Milliseconds in which the worker hardly uses a processor, and waits for none, after which it counts as stalled. */
  stallMs?: number | undefined;
}

/** What a start takes, and how long it waits for the disk, is not due to the document. The start has a limit of its own. */
export const duringStart = ({ memory, written }: UsageLimits): UsageLimits => ({
  memory,
  written,
  cpu: Number.POSITIVE_INFINITY,
});

export interface ExceededUsage {
  reason: 'memory' | 'cpu' | 'processes' | 'disk' | 'stalled' | 'watches';
  message: string;
  actual: number;
  max: number;
}

/** What takes longer than a check. */
export interface Counts {
  /** Entries of the private folder, at most `max`; rejects when that is not known now. */
  countFiles(max: number): Promise<number>;
  /** Of epoll, at least MAX_WATCHES + 1 where there are more. */
  countWatches(): Promise<number>;
  /** Whether the worker seems to go on once it gets a processor or the disk. */
  hasReadyThread(): boolean;
}

const CHECK_MS = 500;
/** Without a request, one of so many checks is made. */
const IDLE_CHECKS = 2;
/** Milliseconds in which a measurement is used again: it takes 0.4 ms, and a busy worker gets its next request at once. */
const FRESH_MS = 50;
/** Seconds of processor time without a request, in which an engine may tidy up. */
const IDLE_CPU = 1.5;
/** Share of one processor below which an event loop only waits; that of wasm after many documents takes 0.07. */
const IDLE_SHARE = 0.15;

/** One check in which a worker uses the processor cancels so many without: an engine that waits tidies up now and then. */
const AWAKE_CHECKS = 4;

const DISK = 'limit of written bytes';
const NO_LIMITS: UsageLimits = { memory: Number.POSITIVE_INFINITY, cpu: Number.POSITIVE_INFINITY };

export class UsageWatch {
  #limits = NO_LIMITS;
  #isBusy = false;
  /** At the start of the request, or of the time without one. */
  #before: Usage;
  #measuredAt = performance.now();
  #lastCpu = 0;
  #stalledChecks = 0;
  #checks = 0;
  #isCounting = { files: false, watches: false };
  #isStopped = false;
  readonly #timer: NodeJS.Timeout;

  /**
   * @param exceeded may be called again until `stop`
   * @param checkMs for tests
   */
  constructor(
    private readonly read: () => Usage,
    private readonly exceeded: (what: ExceededUsage) => void,
    private readonly counts: Counts,
    private readonly checkMs = CHECK_MS,
  ) {
    this.#before = read();
    this.#timer = setInterval(() => this.#check(), checkMs).unref();
  }

  /** Bytes when the last request began or ended. To read all anew takes half a millisecond. */
  get memory(): number {
    return this.#before.memory;
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  /** Limits one request, until the returned function is called. */
  begin(limits: UsageLimits = NO_LIMITS): () => void {
    if (performance.now() - this.#measuredAt > FRESH_MS) this.#measure();
    this.#start(limits, true);
    return () => {
      this.#measure();
      this.#start({ ...limits, cpu: IDLE_CPU, stallMs: undefined }, false);
    };
  }

  #measure(): void {
    this.#before = this.read();
    this.#measuredAt = performance.now();
  }

  #start(limits: UsageLimits, isBusy: boolean): void {
    this.#limits = limits;
    this.#isBusy = isBusy;
    this.#lastCpu = this.#before.cpu;
    this.#stalledChecks = 0;
  }

  #check(): void {
    if (!this.#isBusy && ++this.#checks % IDLE_CHECKS !== 0) return;
    const usage = this.read();
    const what = this.#exceededBy(usage);
    if (what) {
      this.exceeded(what);
    } else {
      void this.#checkFiles(usage);
      void this.#checkWatches();
    }
  }

  /** Files of others count as well, until their number exceeds the limit. Then those of the worker itself decide. */
  async #checkFiles({ written, files }: Usage): Promise<void> {
    const [before, { written: max = Number.POSITIVE_INFINITY }] = [this.#before, this.#limits];
    const used = written - before.written;
    if (this.#isCounting.files || used + (files - before.files) * ON_DISK <= max) return;
    this.#isCounting.files = true;
    const own = await this.counts.countFiles(Math.floor((max - used) / ON_DISK) + 1).catch(() => null);
    this.#isCounting.files = false;
    if (own === null || this.#isStopped || this.#before !== before) return;
    const actual = used + own * ON_DISK;
    if (actual > max) this.exceeded({ reason: 'disk', message: DISK, actual, max });
    else this.#before = { ...before, files: files - own }; // counted again only when it could exceed the limit
  }

  /** One count at a time, which may last longer than until the next check. */
  async #checkWatches(): Promise<void> {
    if (this.#isCounting.watches) return;
    this.#isCounting.watches = true;
    const actual = await this.counts.countWatches();
    this.#isCounting.watches = false;
    if (actual <= MAX_WATCHES || this.#isStopped) return;
    this.exceeded({ reason: 'watches', message: 'limit of watches of epoll', actual, max: MAX_WATCHES });
  }

  #exceededBy({ memory, cpu, tasks, written }: Usage): ExceededUsage | null {
    const { stallMs, ...limits } = this.#limits;
    const comparisons: readonly (readonly [ExceededUsage['reason'], string, number, number])[] = [
      ['processes', 'limit of processes and threads', tasks, MAX_TASKS],
      ['memory', 'memory limit', memory, limits.memory],
      ['cpu', 'processor time limit', cpu - this.#before.cpu, limits.cpu],
      ['disk', DISK, written - this.#before.written, limits.written ?? Number.POSITIVE_INFINITY],
    ];
    const exceeded = comparisons.find(([, , actual, max]) => actual > max);
    if (exceeded) {
      const [reason, message, actual, max] = exceeded;
      return { reason, message, actual, max };
    }
    if (stallMs === undefined || !this.#isStalled(cpu, stallMs)) return null;
    return { reason: 'stalled', message: 'the worker waited without doing anything', actual: 0, max: 0 };
  }

  /** Checks are counted instead of time because the machine may have been suspended. */
  #isStalled(cpu: number, stallMs: number): boolean {
    // cpu is 0 where usage is unknown
    const isIdle = cpu > 0 && cpu - this.#lastCpu < (IDLE_SHARE * this.checkMs) / 1000;
    // a thread of an engine that waits may be ready by chance
    const step = !isIdle ? -AWAKE_CHECKS : this.counts.hasReadyThread() ? -1 : 1;
    this.#stalledChecks = Math.max(0, this.#stalledChecks + step);
    this.#lastCpu = cpu;
    return this.#stalledChecks * this.checkMs >= stallMs;
  }
}
