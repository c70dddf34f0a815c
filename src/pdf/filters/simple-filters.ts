/** ASCIIHexDecode, ASCII85Decode and RunLengthDecode (ISO 32000-2, 7.4.2, 7.4.3 and 7.4.5). */
import { hexValue, isWhite } from '../syntax/chars.js';
import type { Decoded } from '../types.js';
import { ByteSink } from './byte-sink.js';

export function decodeAsciiHex(bytes: Uint8Array): Decoded {
  const out = new Uint8Array((bytes.length + 1) >> 1);
  let count = 0;
  let damaged = false;
  for (const byte of bytes) {
    if (byte === 0x3e) break;
    const value = hexValue(byte);
    if (value >= 0) out[count >> 1]! |= count++ & 1 ? value : value << 4;
    else damaged ||= !isWhite(byte);
  }
  return { bytes: out.subarray(0, (count + 1) >> 1), damaged };
}

export function decodeAscii85(bytes: Uint8Array, limit: number): Decoded {
  const out = new ByteSink();
  const group: number[] = [];
  for (const byte of bytes) {
    if (byte === 0x7e) return { bytes: lastGroup(group, out), damaged: false };
    if (out.length > limit) return { bytes: out.bytes, damaged: true };
    if (byte === 0x7a && group.length === 0) out.repeat(0, 4);
    else if (byte >= 0x21 && byte <= 0x75) group.push(byte - 0x21);
    else if (!isWhite(byte)) return { bytes: out.bytes, damaged: true };
    if (group.length === 5) pushGroup(group.splice(0), out, 4);
  }
  return { bytes: lastGroup(group, out), damaged: true };
}

function pushGroup(digits: readonly number[], out: ByteSink, count: number): void {
  const value = digits.reduce((sum, digit) => sum * 85 + digit, 0);
  for (let i = 0; i < count; i++) out.push(Math.floor(value / 256 ** (3 - i)) & 0xff);
}

/** n digits encode n-1 bytes. */
function lastGroup(group: readonly number[], out: ByteSink): Uint8Array {
  if (group.length > 1) pushGroup([...group, 84, 84, 84].slice(0, 5), out, group.length - 1);
  return out.bytes;
}

/** ISO 32000-2, 7.4.5: length bytes 0-127 copy, 129-255 repeat, 128 ends. */
export function decodeRunLength(bytes: Uint8Array, limit: number): Decoded {
  const out = new ByteSink();
  for (let at = 0; at < bytes.length && out.length <= limit; ) {
    const length = bytes[at++]!;
    if (length === 128) return { bytes: out.bytes, damaged: false };
    if (length < 128) out.append(bytes.subarray(at, at + length + 1));
    else out.repeat(bytes[at] ?? 0, 257 - length);
    at += length < 128 ? length + 1 : 1;
  }
  return { bytes: out.bytes, damaged: true };
}
