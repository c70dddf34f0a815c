/** Writes a ZIP package from parts, most of which are packed already: an edited document needs no memory for the others. */
import { crc32 } from 'node:zlib';
import type { ZipEntry } from './zip.js';

/** The same part with other content, which is stored without compression. */
export function storedPart(name: string, content: Uint8Array): ZipEntry {
  return { name, deflated: false, packed: content, size: content.length, crc: crc32(content) };
}

/** The package with these parts, in their order. */
export function writeZip(parts: readonly ZipEntry[]): Buffer {
  const pieces: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const header = headerOf(part, name);
    pieces.push(Buffer.from('PK\x03\x04'), header, name, part.packed);
    directory.push(directoryRecord(header, name, offset));
    offset += 4 + header.length + name.length + part.packed.length;
  }
  const records = Buffer.concat(directory);
  return Buffer.concat([...pieces, records, endRecord(parts.length, records.length, offset)]);
}

/** What is known of a part that is stored without compression. */
export interface StoredSize {
  readonly size: number;
  readonly crc: number;
}

/** What precedes a stored part in the package. */
export function localHeader(name: string, part: StoredSize): Buffer {
  const bytes = Buffer.from(name);
  return Buffer.concat([Buffer.from('PK\x03\x04'), headerOf(stored(part), bytes), bytes]);
}

/** What follows the last of some stored parts, which ends at `end`. */
export function directoryOf(parts: readonly { name: string; offset: number; part: StoredSize }[], end: number): Buffer {
  const records = parts.map(({ name, offset, part }) => {
    const bytes = Buffer.from(name);
    return directoryRecord(headerOf(stored(part), bytes), bytes, offset);
  });
  const directory = Buffer.concat(records);
  return Buffer.concat([directory, endRecord(parts.length, directory.length, end)]);
}

const stored = ({ size, crc }: StoredSize): HeaderFields => ({ deflated: false, packed: { length: size }, size, crc });

const UTF8_NAME = 0x0800;
/** 1 January 1980: the first date that the format has. */
const DATE = 0x0021;

type HeaderFields = Pick<ZipEntry, 'deflated' | 'size' | 'crc'> & { packed: { readonly length: number } };

/** What a local header and a directory record have in common (APPNOTE 4.3.7). */
function headerOf({ deflated, packed, size, crc }: HeaderFields, name: Buffer): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(UTF8_NAME, 2);
  header.writeUInt16LE(deflated ? 8 : 0, 4);
  header.writeUInt16LE(DATE, 8);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(packed.length, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

/** APPNOTE 4.3.12. */
function directoryRecord(header: Buffer, name: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), header, rest, name]);
}

/** APPNOTE 4.3.16. */
function endRecord(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
