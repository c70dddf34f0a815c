/** Collects the output of a filter in one growing buffer: a list of numbers or of small pieces takes 8 to 100 times the memory. */
export class ByteSink {
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A view of what was collected. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  // without a view for each call, which takes longer than what is written
  push(byte: number): void {
    const at = this.#extend(1);
    this.#bytes[at] = byte;
  }

  append(bytes: Uint8Array): void {
    const at = this.#extend(bytes.length);
    this.#bytes.set(bytes, at);
  }

  repeat(byte: number, count: number): void {
    const at = this.#extend(count);
    this.#bytes.fill(byte, at, at + count);
  }

  /** Appends this number of bytes, to be set by the caller at once. */
  extend(count: number): Uint8Array {
    const at = this.#extend(count);
    return this.#bytes.subarray(at, at + count);
  }

  /** Returns where the new bytes begin. */
  #extend(count: number): number {
    const at = this.#length;
    const end = at + count;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    this.#length = end;
    return at;
  }
}
