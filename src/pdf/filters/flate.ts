import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import type { Decoded } from './decode.js';

/** Tolerates, as other readers do, data that ends early and a wrong checksum or header; the result is `damaged`. */
export function inflate(bytes: Uint8Array, limit: number): Decoded {
  if (bytes.length === 0) return { bytes, damaged: true };
  const bounds = { maxOutputLength: limit };
  try {
    return { bytes: inflateSync(bytes, bounds), damaged: false };
  } catch {
    return damagedInflate(bytes, { ...bounds, finishFlush: constants.Z_SYNC_FLUSH });
  }
}

function damagedInflate(bytes: Uint8Array, options: { maxOutputLength: number; finishFlush: number }): Decoded {
  for (const attempt of [() => inflateSync(bytes, options), () => inflateRawSync(bytes.subarray(2), options)]) {
    try {
      return { bytes: attempt(), damaged: true };
    } catch {
      // Try the next, more tolerant way.
    }
  }
  return { bytes: new Uint8Array(0), damaged: true };
}
