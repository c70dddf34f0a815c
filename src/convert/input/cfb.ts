/**
 * Reads compound files ([MS-CFB]): the container of Office 97 documents and of encrypted OOXML. Sectors are read where they
 * are needed: tables and streams of a hostile file may name the same sector any number of times.
 */
import { DocconvError } from '../../errors.js';
import { asBuffer } from '../../system/bytes.js';
import { type Limits, requireWithin } from '../limits.js';

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Higher sector numbers have a special meaning (end of chain, free, FAT), [MS-CFB] 2.1. */
const LAST_SECTOR = 0xfffffffa;
const NO_STREAM = 0xffffffff;
const ENTRY_LENGTH = 128;
const MINI_SECTOR = 64;
const MINI_CUTOFF = 4096;
const STORAGE = 1;
const STREAM = 2;

export function isCfb(bytes: Uint8Array): boolean {
  return bytes.length >= 512 && SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** Throws CORRUPT_DOCUMENT for sector numbers outside the file or in a cycle, LIMIT_EXCEEDED (entries). */
export function readCfb(bytes: Uint8Array, limits: Limits): CompoundFile {
  const file = asBuffer(bytes);
  return guarded(() => new CompoundFile(file, limits));
}

/**
 * Its streams directly below the root: those of embedded objects do not count. Names compare without case (2.6.4). The name of
 * a storage ends in a slash.
 */
export class CompoundFile {
  readonly #sectors: Sectors;
  readonly #directory: Chain;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(
    private readonly file: Buffer,
    limits: Limits,
  ) {
    this.#sectors = new Sectors(file);
    this.#directory = new Chain(this.#sectors, file.readUInt32LE(48));
    this.#entries = rootEntries(this.#directory, limits);
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /** Null when there is none of this name. Throws CORRUPT_DOCUMENT. */
  stream(name: string): Buffer | null {
    return this.head(name, Number.POSITIVE_INFINITY);
  }

  /** The first `length` bytes of a stream, or all. */
  head(name: string, length: number): Buffer | null {
    const entry = this.#entries.get(keyOf(name));
    return entry ? guarded(() => this.#read(entry, Math.min(entry.size, length))) : null;
  }

  /** Where a stream is in the file, in the order of its bytes, without what a damaged file lacks. */
  ranges(name: string): { readonly from: number; readonly to: number }[] {
    const entry = this.#entries.get(keyOf(name));
    const found: { from: number; to: number }[] = [];
    try {
      for (const piece of entry ? this.#pieces(entry, Math.min(entry.size, this.file.length)) : []) {
        const from = piece.byteOffset - this.file.byteOffset;
        found.push({ from, to: from + piece.length });
      }
    } catch {
      // the rest is missing
    }
    return found;
  }

  #read(entry: Entry, wanted: number): Buffer {
    if (entry.size > this.file.length) throw new DocconvError('CORRUPT_DOCUMENT.cfb-stream-size');
    const bytes = Buffer.concat([...this.#pieces(entry, wanted)]);
    if (bytes.length < wanted) throw new DocconvError('CORRUPT_DOCUMENT.cfb-stream-truncated');
    return bytes;
  }

  *#pieces(entry: Entry, wanted: number): Generator<Buffer> {
    let left = wanted;
    for (const piece of entry.size < MINI_CUTOFF ? this.#miniSectors(entry) : this.#largeSectors(entry)) {
      if (left > 0) yield piece.subarray(0, left);
      left -= Math.max(1, piece.length); // a sector cut off at the end of the file may be in a cycle
      if (left <= 0) return;
    }
  }

  *#largeSectors({ start }: Entry): Generator<Buffer> {
    for (let index = start; index <= LAST_SECTOR; index = this.#sectors.next(index)) yield this.#sectors.at(index);
  }

  /** Small streams are in 64-byte sectors within the root's stream (2.6.3), with their own allocation table. */
  *#miniSectors({ start }: Entry): Generator<Buffer> {
    const container = new Chain(this.#sectors, this.#directory.record(0, ENTRY_LENGTH).readUInt32LE(116));
    const table = new Chain(this.#sectors, this.file.readUInt32LE(60));
    for (let index = start; index <= LAST_SECTOR; index = table.record(index, 4).readUInt32LE(0))
      yield container.record(index, MINI_SECTOR);
  }
}

/** The sectors of a file and their allocation table. */
class Sectors {
  readonly size: number;
  readonly count: number;
  /** The sectors of the allocation table, as many as the file needs. */
  readonly #tables: readonly number[];

  constructor(private readonly file: Buffer) {
    const shift = file.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw new DocconvError('CORRUPT_DOCUMENT.cfb-sector-size');
    this.size = 1 << shift;
    this.count = Math.ceil(file.length / this.size) - 1;
    this.#tables = this.#readTables();
  }

  at(index: number): Buffer {
    if (index >= this.count) throw new DocconvError('CORRUPT_DOCUMENT.cfb-sector-number');
    return this.file.subarray((index + 1) * this.size, (index + 2) * this.size);
  }

  /** The sector after this one in its chain. */
  next(index: number): number {
    const perTable = this.size / 4;
    const table = this.#tables[Math.floor(index / perTable)];
    return table === undefined ? NO_STREAM : this.at(table).readUInt32LE((index % perTable) * 4);
  }

  /** 109 sector numbers in the header, further ones in the DIFAT chain (2.5). */
  #readTables(): number[] {
    const perSector = this.size / 4;
    const needed = Math.ceil(this.count / perSector);
    const tables: number[] = [];
    const add = (numbers: Buffer, count: number) => {
      for (let i = 0; i < count && tables.length < needed; i++) {
        const number = numbers.readUInt32LE(i * 4);
        if (number <= LAST_SECTOR) tables.push(number);
      }
    };
    add(this.file.subarray(76), 109);
    let difat = this.file.readUInt32LE(68);
    for (let steps = 0; difat <= LAST_SECTOR && tables.length < needed; steps++) {
      if (steps > this.count) throw new DocconvError('CORRUPT_DOCUMENT.cfb-cycle');
      const sector = this.at(difat);
      add(sector, perSector - 1);
      difat = sector.readUInt32LE(this.size - 4);
    }
    return tables;
  }
}

/** The sectors of one stream. */
class Chain {
  readonly #path: number[] = [];

  constructor(
    private readonly sectors: Sectors,
    first: number,
  ) {
    for (let index = first; index <= LAST_SECTOR; index = sectors.next(index)) {
      if (this.#path.length >= sectors.count) throw new DocconvError('CORRUPT_DOCUMENT.cfb-cycle');
      this.#path.push(index);
    }
  }

  /** `length` bytes at a multiple of `length`, which divides the size of a sector. Throws a RangeError behind the end. */
  record(index: number, length: number): Buffer {
    const { size } = this.sectors;
    const sector = this.#path[Math.floor((index * length) / size)];
    if (sector === undefined) throw new RangeError('behind the end of a stream');
    const start = (index * length) % size;
    return this.sectors.at(sector).subarray(start, start + length);
  }
}

interface Entry {
  name: string;
  start: number;
  size: number;
}

/** The streams in the tree below the root (2.6.4), whatever the order of its nodes. */
function rootEntries(directory: Chain, limits: Limits): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  const seen = new Set<number>();
  const waiting = [directory.record(0, ENTRY_LENGTH).readUInt32LE(76)];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (index === NO_STREAM || seen.has(index)) continue;
    seen.add(index);
    requireWithin(limits, 'entries', seen.size);
    const record = directory.record(index, ENTRY_LENGTH);
    const entry = entryOf(record);
    const key = keyOf(record[66] === STORAGE ? `${entry.name}/` : entry.name);
    if ((record[66] === STREAM || record[66] === STORAGE) && !entries.has(key)) entries.set(key, entry);
    waiting.push(record.readUInt32LE(68), record.readUInt32LE(72));
  }
  return entries;
}

const keyOf = (name: string): string => name.toUpperCase();

function entryOf(record: Buffer): Entry {
  const nameLength = Math.max(0, Math.min(64, record.readUInt16LE(64)) - 2);
  return {
    name: record.toString('utf16le', 0, nameLength),
    start: record.readUInt32LE(116),
    size: record.readUInt32LE(120),
  };
}

/** Text in a stream: UTF-16 up to the first zero, at most `length` bytes. */
export function utf16(bytes: Buffer, from: number, length: number): string {
  return bytes.toString('utf16le', from, from + length).split('\0')[0]!;
}

function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new DocconvError('CORRUPT_DOCUMENT.truncated');
    throw thrown;
  }
}
