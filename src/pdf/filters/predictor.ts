/** Predictors of Flate and LZW data (ISO 32000-2, 7.4.4.4): TIFF 2 and the PNG filters. */
import type { Decoded } from '../types.js';

/** The number under a key, or a default. */
export type Parameters = (key: string, fallback: number) => number;

interface Layout {
  readonly colors: number;
  readonly bits: number;
  /** Bytes of one row, and of one pixel (at least 1). */
  readonly row: number;
  readonly pixel: number;
}

export function undoPredictor(decoded: Decoded, parameters: Parameters): Decoded {
  const predictor = parameters('Predictor', 1);
  if (predictor < 2) return decoded;
  const layout = layoutOf(parameters);
  if (!layout) return { bytes: new Uint8Array(0), damaged: true };
  const bytes = predictor === 2 ? undoTiff(decoded.bytes, layout) : undoPng(decoded.bytes, layout);
  return { bytes, damaged: decoded.damaged };
}

function layoutOf(parameters: Parameters): Layout | null {
  const colors = parameters('Colors', 1);
  const bits = parameters('BitsPerComponent', 8);
  const columns = parameters('Columns', 1);
  const sane = colors >= 1 && colors <= 64 && bits >= 1 && bits <= 16 && columns >= 1 && columns <= 1 << 24;
  if (!sane) return null;
  return { colors, bits, row: Math.ceil((columns * colors * bits) / 8), pixel: Math.max(1, (colors * bits) >> 3) };
}

function undoPng(bytes: Uint8Array, { row, pixel }: Layout): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1));
  const out = new Uint8Array(Math.max(0, bytes.length - rows));
  for (let r = 0; r < rows; r++) {
    const from = r * (row + 1);
    const line = bytes.subarray(from + 1, Math.min(from + 1 + row, bytes.length));
    undoRow(bytes[from]!, line, out, r * row, r === 0 ? 0 : row, pixel);
  }
  return out;
}

/** `up`: distance to the row above, 0 for none. Rows without a filter take the fast path: they are frequent. */
function undoRow(filter: number, line: Uint8Array, out: Uint8Array, at: number, up: number, pixel: number): void {
  if (filter === 0 || (filter === 2 && up === 0)) {
    out.set(line, at);
    return;
  }
  for (let i = 0; i < line.length; i++) {
    const left = i >= pixel ? out[at + i - pixel]! : 0;
    const above = up > 0 ? out[at + i - up]! : 0;
    const corner = up > 0 && i >= pixel ? out[at + i - up - pixel]! : 0;
    out[at + i] = line[i]! + predicted(filter, left, above, corner);
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Components of fewer than 8 bits are not decoded: they do not occur in practice, and the data is only compared. */
function undoTiff(bytes: Uint8Array, { colors, bits, row }: Layout): Uint8Array {
  const out = Uint8Array.from(bytes);
  const step = bits === 16 ? colors * 2 : colors;
  for (let at = 0; bits >= 8 && at < out.length; at++) {
    if (at % row < step) continue;
    if (bits === 8) out[at]! += out[at - step]!;
    else if (at % 2 === 1) addWide(out, at - 1, step);
  }
  return out;
}

function addWide(out: Uint8Array, at: number, step: number): void {
  const sum = ((out[at]! << 8) | out[at + 1]!) + ((out[at - step]! << 8) | out[at - step + 1]!);
  out[at] = sum >> 8;
  out[at + 1] = sum;
}
