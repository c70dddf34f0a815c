import type { Decoded } from '../types.js';
import { ByteSink } from './byte-sink.js';

const CLEAR = 256;
const END = 257;
const FIRST = 258;
const MAX_CODES = 4096;

/** ISO 32000-2, 7.4.4: variable-length codes of 9 to 12 bits. `early`: the code length increases one entry earlier. */
export function decodeLzw(bytes: Uint8Array, limit: number, early: boolean): Decoded {
  const out = new ByteSink();
  const codes = codeReader(bytes);
  const table = new CodeTable();
  let previous: number | null = null;
  while (out.length <= limit) {
    const code = codes(widthFor(table.next + (early ? 1 : 0)));
    if (code === END) return { bytes: out.bytes, damaged: false };
    if (code === null || code > table.next) break;
    if (code === CLEAR) {
      table.next = FIRST;
      previous = null;
      continue;
    }
    // the code that is being defined: the previous sequence and its first byte
    const isNew = code === table.next;
    if (isNew && previous === null) break;
    const first = table.firstOf(isNew ? previous! : code);
    if (previous !== null && table.next < MAX_CODES) table.add(previous, first);
    table.write(code, out);
    previous = code;
  }
  return { bytes: out.bytes, damaged: true };
}

/** A sequence is another one and a byte: storing each as a whole takes 8 MB for a table. */
class CodeTable {
  next = FIRST;
  readonly #prefix = new Uint16Array(MAX_CODES);
  readonly #last = new Uint8Array(MAX_CODES).map((_, code) => code);
  readonly #first = new Uint8Array(MAX_CODES).map((_, code) => code);
  readonly #length = new Uint16Array(MAX_CODES).fill(1);

  firstOf(code: number): number {
    return this.#first[code]!;
  }

  add(prefix: number, last: number): void {
    const code = this.next++;
    this.#prefix[code] = prefix;
    this.#last[code] = last;
    this.#first[code] = this.#first[prefix]!;
    this.#length[code] = this.#length[prefix]! + 1;
  }

  write(code: number, out: ByteSink): void {
    const sequence = out.extend(this.#length[code]!);
    for (let i = sequence.length - 1, at = code; i >= 0; i--, at = this.#prefix[at]!) sequence[i] = this.#last[at]!;
  }
}

function widthFor(next: number): number {
  if (next < 512) return 9;
  if (next < 1024) return 10;
  return next < 2048 ? 11 : 12;
}

function codeReader(bytes: Uint8Array): (width: number) => number | null {
  let at = 0;
  let buffer = 0;
  let bits = 0;
  return width => {
    while (bits < width) {
      if (at >= bytes.length) return null;
      buffer = ((buffer << 8) | bytes[at++]!) & 0xffffff;
      bits += 8;
    }
    bits -= width;
    return (buffer >> bits) & ((1 << width) - 1);
  };
}
