/** Writes a ZIP package from parts, most of which are packed already: an edited document needs no memory for the others. */
import { crc32 } from 'node:zlib';
import type { ZipEntry } from './zip.js';

/** The same part with other content, which is stored without compression. */
export function storedPart(name: string, content: Uint8Array): ZipEntry {
  return { name, deflated: false, packed: content, size: content.length, crc: crc32(content) };
}

/** What the headers of a part state: of a ZipEntry, or of a part that is stored without compression. */
export interface PartSize {
  readonly size: number;
  readonly crc: number;
  readonly deflated?: boolean;
  readonly packed?: { readonly length: number };
}

interface Placed {
  readonly name: string;
  readonly offset: number;
  readonly part: PartSize;
}

/** The package with these parts, in their order. */
export function writeZip(parts: readonly ZipEntry[]): Buffer {
  const pieces: Uint8Array[] = [];
  const placed: Placed[] = [];
  let offset = 0;
  for (const part of parts) {
    const header = localHeader(part.name, part);
    pieces.push(header, part.packed);
    placed.push({ name: part.name, offset, part });
    offset += header.length + part.packed.length;
  }
  return Buffer.concat([...pieces, directoryOf(placed, offset)]);
}

/** What precedes a part in the package (APPNOTE 4.3.7). */
export function localHeader(name: string, part: PartSize): Buffer {
  const bytes = Buffer.from(name);
  return Buffer.concat([Buffer.from('PK\x03\x04'), headerOf(part, bytes), bytes]);
}

/** What follows the last of some parts, which ends at `end` (APPNOTE 4.3.12 and 4.3.16). */
export function directoryOf(parts: readonly Placed[], end: number): Buffer {
  const directory = Buffer.concat(parts.flatMap(directoryRecord));
  const last = Buffer.alloc(22);
  last.write('PK\x05\x06', 'latin1');
  last.writeUInt16LE(parts.length, 8);
  last.writeUInt16LE(parts.length, 10);
  last.writeUInt32LE(directory.length, 12);
  last.writeUInt32LE(end, 16);
  return Buffer.concat([directory, last]);
}

function directoryRecord({ name, offset, part }: Placed): Buffer[] {
  const bytes = Buffer.from(name);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return [Buffer.from('PK\x01\x02\x14\0'), headerOf(part, bytes), rest, bytes];
}

const UTF8_NAME = 0x0800;
/** 1 January 1980: the first date that the format has. */
const DATE = 0x0021;

/** What a local header and a directory record have in common. */
function headerOf({ size, crc, deflated = false, packed = { length: size } }: PartSize, name: Buffer): Buffer {
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
