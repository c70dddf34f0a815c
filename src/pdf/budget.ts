/** Limits on the time and memory spent on one document. Exceeding one throws LIMIT_EXCEEDED; there are no partial results. */
import { DocconvError } from '../errors.js';
import { Stopwatch } from '../system/stopwatch.js';

export const MAX_DEPTH = 500;
const MAX_DECODED_BYTES = 512 << 20;
/** Of all cross-reference sections; each takes about 140 bytes of memory. */
const MAX_ENTRIES = 2_000_000;
/** Compressed objects with their entries are seldom this short. Small files may have many free entries. */
const BYTES_PER_ENTRY = 2;
const SPARE_ENTRIES = 100_000;
const STEPS_PER_CLOCK_READ = 256;

export class Budget {
  readonly #stopwatch = new Stopwatch();
  readonly #milliseconds: number;
  #limit: number;
  #decoded = 0;
  #entries = 0;
  #steps = 0;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#limit = milliseconds;
  }

  /** Runs `work` with at most `milliseconds` of what is left; null when they are exceeded, so that the caller can go on. */
  within<T>(milliseconds: number, work: () => T): T | null {
    const limit = this.#limit;
    this.#limit = Math.min(limit, this.#stopwatch.elapsed() + milliseconds);
    try {
      return withinLimits(work);
    } finally {
      this.#limit = limit;
    }
  }

  /** Runs `work`, which has a time limit of its own, without counting its time. */
  async pause<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#stopwatch.elapsed();
    try {
      return await work();
    } finally {
      this.#limit += this.#stopwatch.elapsed() - before;
    }
  }

  /** Milliseconds since the document was opened, with pauses. */
  elapsed(): number {
    return this.#stopwatch.elapsed();
  }

  /** To be called in every loop whose length is determined by the file. */
  step(): void {
    if (++this.#steps % STEPS_PER_CLOCK_READ === 0) this.checkTime();
  }

  checkTime(): void {
    if (!this.#stopwatch.exceeds(this.#limit)) return;
    throw new DocconvError(
      'LIMIT_EXCEEDED.pdf-time',
      { milliseconds: this.#milliseconds },
      { detail: { limit: this.#milliseconds } },
    );
  }

  spendDecoded(bytes: number): void {
    this.#decoded += bytes;
    this.checkTime();
    if (this.#decoded <= MAX_DECODED_BYTES) return;
    throw new DocconvError(
      'LIMIT_EXCEEDED.pdf-streams',
      { limit: MAX_DECODED_BYTES >> 20 },
      { detail: { limit: MAX_DECODED_BYTES, actual: this.#decoded } },
    );
  }

  /** To be called before `count` more cross-reference entries are read from a file of this size in bytes. */
  spendEntries(count: number, fileSize: number): void {
    this.checkTime();
    this.checkEntries(count, fileSize);
    this.#entries += count;
  }

  /** Throws where `count` more entries exceed what a file of this size can plausibly have. */
  checkEntries(count: number, fileSize: number): void {
    const limit = Math.min(MAX_ENTRIES, SPARE_ENTRIES + Math.floor(fileSize / BYTES_PER_ENTRY));
    const actual = this.#entries + count;
    if (actual <= limit) return;
    throw new DocconvError(
      'LIMIT_EXCEEDED.pdf-cross-reference',
      { actual, fileSize, limit },
      { detail: { limit, actual } },
    );
  }
}

/** The result of `work`; null if it exceeds a limit. */
export function withinLimits<T>(work: () => T): T | null {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof DocconvError && thrown.code === 'LIMIT_EXCEEDED') return null;
    throw thrown;
  }
}
