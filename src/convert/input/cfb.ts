/** Reads compound files ([MS-CFB]): the container of Office 97 documents and of encrypted OOXML. */
import { corruptDocument } from '../limits.js';

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Higher sector numbers have a special meaning (end of chain, free, FAT), [MS-CFB] 2.1. */
const LAST_SECTOR = 0xfffffffa;
const NO_STREAM = 0xffffffff;
const ENTRY_LENGTH = 128;
const MINI_SECTOR = 64;
const MINI_CUTOFF = 4096;
const STREAM = 2;

export function isCfb(bytes: Uint8Array): boolean {
  return bytes.length >= 512 && SIGNATURE.every((byte, index) => bytes[index] === byte);
}

export interface CompoundFile {
  /** Streams directly below the root; those of embedded objects are not included. */
  readonly names: readonly string[];
  /** Content of a stream; null when there is none of this name. Throws CORRUPT_DOCUMENT. */
  read(name: string): Buffer | null;
}

/** Throws CORRUPT_DOCUMENT for sector numbers outside the file or in a cycle. */
export function readCfb(bytes: Uint8Array): CompoundFile {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return guarded(() => {
    const sectors = readSectors(file);
    const directory = Buffer.concat(chain(sectors, file.readUInt32LE(48)).map(sectors.at));
    const entries = rootEntries(directory);
    const find = (name: string) => entries.find(entry => entry.name === name);
    return {
      names: entries.map(({ name }) => name),
      read: name => guarded(() => readStream(file, sectors, directory, find(name))),
    };
  });
}

interface Sectors {
  readonly count: number;
  at(index: number): Buffer;
  /** The sector after this one in its chain. */
  next(index: number): number;
}

function readSectors(file: Buffer): Sectors {
  const shift = file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw corruptDocument('its sectors have an unknown size');
  const size = 1 << shift;
  const count = Math.ceil(file.length / size) - 1;
  const at = (index: number) => {
    if (index >= count) throw corruptDocument('a sector number lies outside the file');
    return file.subarray((index + 1) * size, (index + 2) * size);
  };
  const fat = readFat(file, size, count, at);
  return { count, at, next: index => fat[index] ?? NO_STREAM };
}

/** The allocation table: 109 sector numbers in the header, further ones in the DIFAT chain (2.5). */
function readFat(file: Buffer, size: number, count: number, at: (index: number) => Buffer): number[] {
  const numbers = uint32s(file.subarray(76, 512));
  let difat = file.readUInt32LE(68);
  for (let steps = 0; difat <= LAST_SECTOR; steps++) {
    if (steps > count) throw corruptDocument('its sectors form a cycle');
    const sector = uint32s(at(difat));
    difat = sector[size / 4 - 1] ?? NO_STREAM;
    numbers.push(...sector.slice(0, size / 4 - 1));
  }
  const used = numbers.filter(number => number <= LAST_SECTOR);
  if (used.length > count) throw corruptDocument('its allocation table is larger than the file');
  return used.flatMap(number => uint32s(at(number)));
}

function chain(sectors: Sectors, first: number): number[] {
  const path: number[] = [];
  for (let index = first; index <= LAST_SECTOR; index = sectors.next(index)) {
    if (path.length >= sectors.count) throw corruptDocument('its sectors form a cycle');
    path.push(index);
  }
  return path;
}

interface Entry {
  name: string;
  start: number;
  size: number;
}

/** The streams in the tree below the root (2.6.4), whatever the order of its nodes. */
function rootEntries(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  const seen = new Set<number>();
  const waiting = [directory.readUInt32LE(76)];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (index === NO_STREAM || seen.has(index)) continue;
    seen.add(index);
    const record = directory.subarray(index * ENTRY_LENGTH, (index + 1) * ENTRY_LENGTH);
    if (record[66] === STREAM) entries.push(entryOf(record));
    waiting.push(record.readUInt32LE(68), record.readUInt32LE(72));
  }
  return entries;
}

function entryOf(record: Buffer): Entry {
  const nameLength = Math.max(0, Math.min(64, record.readUInt16LE(64)) - 2);
  return {
    name: record.toString('utf16le', 0, nameLength),
    start: record.readUInt32LE(116),
    size: record.readUInt32LE(120),
  };
}

function readStream(file: Buffer, sectors: Sectors, directory: Buffer, entry: Entry | undefined): Buffer | null {
  if (!entry) return null;
  if (entry.size > file.length) throw corruptDocument('it declares a stream that is larger than the file');
  const bytes = entry.size < MINI_CUTOFF ? readMini(file, sectors, directory, entry) : readLarge(sectors, entry.start);
  if (bytes.length < entry.size) throw corruptDocument('a stream is truncated');
  return bytes.subarray(0, entry.size);
}

function readLarge(sectors: Sectors, start: number): Buffer {
  return Buffer.concat(chain(sectors, start).map(sectors.at));
}

/** Small streams are in 64-byte sectors within the root's stream (2.6.3), with their own allocation table. */
function readMini(file: Buffer, sectors: Sectors, directory: Buffer, entry: Entry): Buffer {
  const container = readLarge(sectors, directory.readUInt32LE(116));
  const table = uint32s(readLarge(sectors, file.readUInt32LE(60)));
  const mini: Sectors = {
    count: Math.ceil(container.length / MINI_SECTOR),
    at: index => container.subarray(index * MINI_SECTOR, (index + 1) * MINI_SECTOR),
    next: index => table[index] ?? NO_STREAM,
  };
  return readLarge(mini, entry.start);
}

function uint32s(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4));
}

function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) throw corruptDocument('it is truncated, or an offset lies outside the file');
    throw thrown;
  }
}
