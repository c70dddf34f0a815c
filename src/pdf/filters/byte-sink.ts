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

  push(byte: number): void {
    this.extend(1)[0] = byte;
  }

  append(bytes: Uint8Array): void {
    this.extend(bytes.length).set(bytes);
  }

  /** Appends this number of bytes, to be set by the caller at once. */
  extend(count: number): Uint8Array {
    const end = this.#length + count;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    const added = this.#bytes.subarray(this.#length, end);
    this.#length = end;
    return added;
  }
}
