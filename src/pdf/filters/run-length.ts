import type { Decoded } from './index.js';

/** ISO 32000-2, 7.4.5: length bytes 0-127 copy, 129-255 repeat, 128 ends. */
export function decodeRunLength(bytes: Uint8Array, limit: number): Decoded {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at++]!;
    if (length === 128) return { bytes: Buffer.concat(parts), damaged: false };
    const part = length < 128 ? bytes.subarray(at, at + length + 1) : new Uint8Array(257 - length).fill(bytes[at] ?? 0);
    at += length < 128 ? length + 1 : 1;
    size += part.length;
    if (size > limit) break;
    parts.push(part);
  }
  return { bytes: Buffer.concat(parts), damaged: true };
}
