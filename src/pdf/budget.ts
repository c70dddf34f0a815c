/**
 * Limits on the work and the memory that one document may cost. Work is counted and not timed: the answer about a document
 * does not depend on the machine or its load. Exceeding a limit throws LIMIT_EXCEEDED; there are no partial results.
 */
import { DocconvError } from '../errors.js';

export const MAX_DEPTH = 500;
/** For processes with a time limit of their own. */
export const UNLIMITED_WORK = Number.POSITIVE_INFINITY;
const MAX_DECODED_BYTES = 512 << 20;
/** Of all cross-reference sections; each takes about 140 bytes of memory. */
const MAX_ENTRIES = 2_000_000;
/** Compressed objects with their entries are seldom this short. Small files may have many free entries. */
const BYTES_PER_ENTRY = 2;
const SPARE_ENTRIES = 100_000;
/** Bytes for one unit of work: searched for a word or an expression, read as objects, and decoded. */
const SEARCHED = 200;
const PARSED = 16;
const DECODED = 150;

export class Budget {
  #work = 0;
  #limit: number;
  #decoded = 0;
  #entries = 0;

  /** @param work units, each about one or two microseconds */
  constructor(work: number) {
    this.#limit = work;
  }

  /** Runs `action` with at most `work` units of what is left; null when they are exceeded, so that the caller can go on. */
  within<T>(work: number, action: () => T): T | null {
    const limit = this.#limit;
    this.#limit = Math.min(limit, this.#work + work);
    try {
      return withinLimits(action);
    } finally {
      this.#limit = limit;
    }
  }

  /** The same with an allowance of its own: what it spends is not taken from the rest. */
  apart<T>(work: number, action: () => T): T | null {
    const [limit, spent] = [this.#limit, this.#work];
    this.#limit = spent + work;
    try {
      return withinLimits(action);
    } finally {
      [this.#limit, this.#work] = [limit, spent];
    }
  }

  /** To be called in every loop whose length is determined by the file. */
  step(units = 1): void {
    this.#work += units;
    if (this.#work > this.#limit)
      throw new DocconvError('LIMIT_EXCEEDED.pdf-work', {}, { detail: { limit: this.#limit } });
  }

  spendSearched(bytes: number): void {
    this.step(1 + bytes / SEARCHED);
  }

  spendParsed(bytes: number): void {
    this.step(1 + bytes / PARSED);
  }

  spendDecoded(bytes: number): void {
    this.#decoded += bytes;
    this.step(1 + bytes / DECODED);
    if (this.#decoded <= MAX_DECODED_BYTES) return;
    throw new DocconvError(
      'LIMIT_EXCEEDED.pdf-streams',
      { limit: MAX_DECODED_BYTES >> 20 },
      { detail: { limit: MAX_DECODED_BYTES, actual: this.#decoded } },
    );
  }

  /** To be called before `count` more cross-reference entries are read from a file of this size in bytes. */
  spendEntries(count: number, fileSize: number): void {
    this.step(count);
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
