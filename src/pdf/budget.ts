/** Limits on what one document may cost. Crossing one is LIMIT_EXCEEDED: nothing is guessed from half a document. */
import { DocconvError } from '../errors.js';

export const MAX_DEPTH = 500;
const MAX_DECODED = 512 << 20;
/** The clock is asked once in so many steps. */
const STRIDE = 256;

/** Milliseconds of a clock that never goes back; `performance` would load a module for it at each start. */
const now = (): number => process.uptime() * 1000;

export class Budget {
  readonly #deadline: number;
  readonly #milliseconds: number;
  #decoded = 0;
  #steps = 0;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#deadline = now() + milliseconds;
  }

  /** Called in every loop whose length the file decides. */
  step(): void {
    if (++this.#steps % STRIDE === 0) this.checkTime();
  }

  checkTime(): void {
    if (now() <= this.#deadline) return;
    throw new DocconvError(
      'LIMIT_EXCEEDED',
      `Reading this PDF takes longer than ${this.#milliseconds} ms: it is very large or made to keep readers busy.`,
      { detail: { limit: this.#milliseconds } },
    );
  }

  spendDecoded(bytes: number): void {
    this.#decoded += bytes;
    this.checkTime();
    if (this.#decoded <= MAX_DECODED) return;
    throw new DocconvError(
      'LIMIT_EXCEEDED',
      `The streams of this PDF unpack to more than ${MAX_DECODED >> 20} MB, which docconv refuses.`,
      { detail: { limit: MAX_DECODED, actual: this.#decoded } },
    );
  }
}
