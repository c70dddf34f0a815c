/** The same package in ZIP files of other writers: what some versions of LibreOffice refuse. */
import { readZip, unpack, type ZipEntry } from '../../../src/convert/input/zip.js';

interface Style {
  stored?: boolean;
  sizeFollows?: boolean;
  zip64?: boolean;
  backslashes?: boolean;
  comment?: string;
  /** Of each record of the directory. */
  field?: Buffer;
  /** Bytes behind each part. */
  gap?: number;
}

export const STYLES: readonly [what: string, style: Style][] = [
  ['a long comment', { comment: 'x'.repeat(3000) }],
  ['ZIP64 records', { zip64: true }],
  ['names with backslashes', { backslashes: true }],
  ['a second name in Unicode', { field: Buffer.from('757008000100000000616263', 'hex') }],
  ['an incomplete extra field', { field: Buffer.from([1, 2, 3]) }],
  ['stored parts whose size follows', { stored: true, sizeFollows: true }],
  ['bytes between the parts', { gap: 7 }],
];

/** The entries of `bytes`, written in another way. */
export function restyled(bytes: Uint8Array, style: Style): Buffer {
  const pieces: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  const entries = readZip(bytes);
  for (const entry of entries) {
    const { part, record } = written(entry, style, offset);
    pieces.push(part);
    records.push(record);
    offset += part.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(style.comment?.length ?? 0, 20);
  return Buffer.concat([...pieces, directory, end, Buffer.from(style.comment ?? '')]);
}

function written(entry: ZipEntry, style: Style, offset: number): { part: Buffer; record: Buffer } {
  const content = style.stored ? unpack(entry) : entry.packed;
  const name = Buffer.from(style.backslashes ? entry.name.replaceAll('/', '\\') : entry.name);
  const sizes = [entry.crc, content.length, entry.size].map(uint32);
  const field = style.zip64 ? zip64(entry.size, content.length) : Buffer.alloc(0);
  const head = Buffer.alloc(10);
  head.writeUInt16LE(style.zip64 ? 45 : 20, 0);
  head.writeUInt16LE(style.sizeFollows ? 8 : 0, 2);
  head.writeUInt16LE(entry.deflated && !style.stored ? 8 : 0, 4);
  head.writeUInt16LE(0x21, 8);
  const shown = style.zip64 ? [sizes[0]!, MAX, MAX] : sizes;
  const local = style.sizeFollows ? [uint32(0), uint32(0), uint32(0)] : shown;
  const follows = style.sizeFollows ? [Buffer.from('PK\x07\x08', 'latin1'), ...sizes] : [];
  const start = [Buffer.from('PK\x03\x04', 'latin1'), head, ...local, uint16(name.length), uint16(field.length)];
  const part = Buffer.concat([...start, name, field, content, ...follows, Buffer.alloc(style.gap ?? 0)]);
  const fields = Buffer.concat([field, style.field ?? Buffer.alloc(0)]);
  const lengths = [uint16(name.length), uint16(fields.length), Buffer.alloc(10), uint32(offset)];
  const version = Buffer.from('PK\x01\x02\x14\0', 'latin1');
  return { part, record: Buffer.concat([version, head, ...shown, ...lengths, name, fields]) };
}

const MAX = Buffer.alloc(4, 0xff);

function zip64(size: number, packed: number): Buffer {
  const field = Buffer.alloc(20);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(16, 2);
  field.writeBigUInt64LE(BigInt(size), 4);
  field.writeBigUInt64LE(BigInt(packed), 12);
  return field;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
