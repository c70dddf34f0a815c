import { DocconvError } from '../../../errors.js';
import { type Field, isLittleEndian, numberAt, sizeOf, type TiffPage, tiffBytes } from './pages.js';

/** Fields whose values are the offsets of data, and the fields with the lengths of these. */
const DATA: ReadonlyMap<number, number> = new Map([
  [273, 279], // StripOffsets
  [324, 325], // TileOffsets
  [513, 514], // JPEGInterchangeFormat
]);
/** Fields that lead to other directories, which no page needs: SubIFDs, Exif, GPS, interoperability. */
const DIRECTORIES: ReadonlySet<number> = new Set([330, 34665, 34853, 40965]);
const HEADER = 8;
const LONG = 4;

/** Throws CORRUPT_DOCUMENT where the data of the page is outside the file. */
export function singlePage(file: Uint8Array, { fields }: TiffPage): Buffer {
  const kept = [...fields.values()].filter(({ tag }) => !DIRECTORIES.has(tag)).toSorted((a, b) => a.tag - b.tag);
  const write = isLittleEndian(file) ? LITTLE : BIG;
  const directory = Buffer.alloc(2 + kept.length * 12 + 4);
  const pieces = [Buffer.from(file.subarray(0, 4)), write.u32(HEADER), directory];
  let end = HEADER + directory.length;
  const append = (piece: Buffer) => {
    const at = end;
    pieces.push(piece, Buffer.alloc(piece.length % 2));
    end += piece.length + (piece.length % 2);
    return at;
  };
  write.u16(kept.length).copy(directory);
  for (const [i, field] of kept.entries()) {
    const lengths = fields.get(DATA.get(field.tag) ?? 0);
    const { type, count, values } = lengths ? copyData(file, field, lengths, append, write) : asIs(file, field);
    const value = values.length <= 4 ? values : write.u32(append(values));
    const entry = [write.u16(field.tag), write.u16(type), write.u32(count), value];
    Buffer.concat(entry).copy(directory, 2 + i * 12);
  }
  return Buffer.concat(pieces);
}

interface Values {
  type: number;
  count: number;
  values: Buffer;
}

function asIs(file: Uint8Array, field: Field): Values {
  return { type: field.type, count: field.count, values: slice(file, field.values, sizeOf(field)) };
}

/** Appends the data and gives its new offsets. */
function copyData(
  file: Uint8Array,
  offsets: Field,
  lengths: Field,
  append: (piece: Buffer) => number,
  write: Writer,
): Values {
  const bytes = tiffBytes(file);
  const count = Math.min(offsets.count, lengths.count);
  const values = Array.from({ length: count }, (_, i) => {
    const data = slice(file, numberAt(bytes, offsets, i), numberAt(bytes, lengths, i));
    return write.u32(append(data));
  });
  return { type: LONG, count, values: Buffer.concat(values) };
}

function slice(file: Uint8Array, from: number, length: number): Buffer {
  if (from + length > file.length) throw new DocconvError('CORRUPT_DOCUMENT.tiff-page-data');
  return Buffer.from(file.buffer, file.byteOffset + from, length);
}

interface Writer {
  u16(value: number): Buffer;
  u32(value: number): Buffer;
}

const LITTLE: Writer = {
  u16: value => Buffer.from([value & 0xff, value >>> 8]),
  u32: value => Buffer.from([value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]),
};
const BIG: Writer = {
  u16: value => LITTLE.u16(value).reverse(),
  u32: value => LITTLE.u32(value).reverse(),
};
