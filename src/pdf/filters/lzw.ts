import type { Decoded } from './decode.js';

const CLEAR = 256;
const END = 257;
const MAX_CODES = 4096;

/** ISO 32000-2, 7.4.4: variable-length codes of 9 to 12 bits. `early`: the code length increases one entry earlier. */
export function decodeLzw(bytes: Uint8Array, limit: number, early: boolean): Decoded {
  const out: number[] = [];
  const codes = codeReader(bytes);
  let table = freshTable();
  let previous: Uint8Array | null = null;
  while (out.length <= limit) {
    const code = codes(widthFor(table.length + (early ? 1 : 0)));
    if (code === END) return { bytes: Uint8Array.from(out), damaged: false };
    if (code === null || code > table.length) break;
    if (code === CLEAR) {
      table = freshTable();
      previous = null;
      continue;
    }
    const sequence: Uint8Array | null = table[code] ?? (previous && extended(previous, previous[0]!));
    if (!sequence) break;
    for (const byte of sequence) out.push(byte);
    if (previous && table.length < MAX_CODES) table.push(extended(previous, sequence[0]!));
    previous = sequence;
  }
  return { bytes: Uint8Array.from(out), damaged: true };
}

/** Entries 256 and 257 are placeholders for the control codes. */
const freshTable = (): Uint8Array[] =>
  Array.from({ length: 258 }, (_, i) => (i < 256 ? Uint8Array.of(i) : new Uint8Array(0)));

function widthFor(next: number): number {
  if (next < 512) return 9;
  if (next < 1024) return 10;
  return next < 2048 ? 11 : 12;
}

function extended(sequence: Uint8Array, byte: number): Uint8Array {
  const longer = new Uint8Array(sequence.length + 1);
  longer.set(sequence);
  longer[sequence.length] = byte;
  return longer;
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
