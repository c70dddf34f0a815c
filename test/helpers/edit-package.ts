/** A package with some of its parts changed. Packed by node:zlib: bombs are too much for a packer in JavaScript. */
import { crc32, deflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';

export type PartChange = string | Uint8Array | ((xml: string) => string | Uint8Array);

/** Parts by name: new ones as text or bytes, present ones also by a function of their text. */
export function editPackage(bytes: Uint8Array, changes: Readonly<Record<string, PartChange>>): Uint8Array {
  const parts: Record<string, Uint8Array> = unzipSync(bytes);
  for (const [name, change] of Object.entries(changes)) {
    const content = typeof change === 'function' ? change(partOf(bytes, name)) : change;
    parts[name] = typeof content === 'string' ? Buffer.from(content) : content;
  }
  return zip(parts);
}

export function partOf(bytes: Uint8Array, name: string): string {
  return Buffer.from(unzipSync(bytes, { filter: file => file.name === name })[name]!).toString();
}

interface Packed {
  content: Buffer;
  size: number;
  sum: number;
}

/** ODF's mimetype stands first and unpacked where the package had it first. */
function zip(parts: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const packed = new Map<Uint8Array, Packed>(); // the same content is packed once
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const stored = name === 'mimetype';
    const part = packed.get(content) ?? pack(content, stored);
    packed.set(content, part);
    const header = headerOf(name, part, stored);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name)]);
    locals.push(local, part.content);
    directory.push(directoryRecord(name, header, offset));
    offset += local.length + part.content.length;
  }
  return Buffer.concat([...locals, ...directory, endRecord(directory, offset)]);
}

function pack(content: Uint8Array, stored: boolean): Packed {
  return {
    content: stored ? Buffer.from(content) : deflateRawSync(content),
    size: content.length,
    sum: crc32(content),
  };
}

/** What a local header and a directory record have in common (APPNOTE 4.3.7). */
function headerOf(name: string, { content, size, sum }: Packed, stored: boolean): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(stored ? 0 : 8, 4);
  header.writeUInt32LE(sum, 10);
  header.writeUInt32LE(content.length, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}

function directoryRecord(name: string, header: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), header, rest, Buffer.from(name)]);
}

function endRecord(directory: readonly Buffer[], offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return end;
}
