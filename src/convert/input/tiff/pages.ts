/** Reads the directories of a TIFF file (TIFF 6.0, section 2): one for each page. */
import { asBuffer } from '../../../system/bytes.js';

export interface Field {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Offset of its values, which follow each other. */
  readonly values: number;
}

export interface TiffPage {
  readonly width: number;
  readonly height: number;
  /** Pixels per inch; null where the file does not say. */
  readonly resolution: readonly [horizontal: number, vertical: number] | null;
  readonly fields: ReadonlyMap<number, Field>;
}

const WIDTH = 256;
const HEIGHT = 257;
const X_RESOLUTION = 282;
const Y_RESOLUTION = 283;
const RESOLUTION_UNIT = 296;
const CENTIMETRE = 3;
const CENTIMETRES_PER_INCH = 2.54;

/** Bytes of one value by its type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const SHORT = 3;

export const sizeOf = ({ type, count }: Field): number => (SIZES[type] ?? 0) * count;

/** The pages in their order, each once. A directory outside the file ends the list. */
export function* readTiffPages({ u16, u32 }: TiffBytes): Generator<TiffPage> {
  const seen = new Set<number>();
  try {
    for (let offset = u32(4); offset !== 0 && !seen.has(offset); ) {
      seen.add(offset);
      const end = offset + 2 + u16(offset) * 12;
      yield readPage({ u16, u32 }, offset + 2, end);
      offset = u32(end);
    }
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
  }
}

function readPage({ u16, u32 }: TiffBytes, start: number, end: number): TiffPage {
  const fields = new Map<number, Field>();
  for (let at = start; at < end; at += 12) {
    const [tag, type, count] = [u16(at), u16(at + 2), u32(at + 4)];
    const isInline = (SIZES[type] ?? 0) * count <= 4;
    fields.set(tag, { tag, type, count, values: isInline ? at + 8 : u32(at + 8) });
  }
  const value = (tag: number) => {
    const field = fields.get(tag);
    return field ? numberAt({ u16, u32 }, field) : 0;
  };
  const ratio = (tag: number) => {
    const field = fields.get(tag);
    return field ? within(() => u32(field.values) / u32(field.values + 4)) : 0;
  };
  const perInch = value(RESOLUTION_UNIT) === CENTIMETRE ? CENTIMETRES_PER_INCH : 1;
  const [x, y] = [ratio(X_RESOLUTION) * perInch, ratio(Y_RESOLUTION) * perInch];
  const isUsable = x >= 1 && y >= 1 && Number.isFinite(x * y);
  return { width: value(WIDTH), height: value(HEIGHT), resolution: isUsable ? [x, y] : null, fields };
}

/** A value of a field of the type SHORT or LONG. */
export function numberAt({ u16, u32 }: TiffBytes, { type, values }: Field, index = 0): number {
  return type === SHORT ? u16(values + 2 * index) : u32(values + 4 * index);
}

/** 0 where the numbers lie outside of the file: programs read a page without them. */
function within(read: () => number): number {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) return 0;
    throw thrown;
  }
}

/** Numbers in the byte order that the file declares; a RangeError outside of it. */
export interface TiffBytes {
  u16(offset: number): number;
  u32(offset: number): number;
}

export function tiffBytes(file: Uint8Array): TiffBytes {
  const bytes = asBuffer(file);
  return isLittleEndian(file)
    ? { u16: at => bytes.readUInt16LE(at), u32: at => bytes.readUInt32LE(at) }
    : { u16: at => bytes.readUInt16BE(at), u32: at => bytes.readUInt32BE(at) };
}

export const isLittleEndian = (file: Uint8Array): boolean => file[0] === 0x49;
