/** Compound files ([MS-CFB]). */
import type { CostlyDocument } from './document.js';

const SECTOR = 512;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;

interface Layout {
  /** What follows each sector. */
  next(sector: number, count: number): number;
  directory?: number;
  difat?: number;
  /** Sectors of the allocation table in the header; default: as many as needed, from the end of the file. */
  fat?: readonly number[];
  /** Content of the sectors. */
  write?(file: Buffer, count: number): void;
}

/** A file of `size` bytes; the allocation table is at its end. */
function compound(size: number, { next, directory = 0, difat = END_OF_CHAIN, fat, write }: Layout): Uint8Array {
  const count = Math.max(8, Math.floor(size / SECTOR) - 1);
  const file = Buffer.alloc((count + 1) * SECTOR);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(directory, 48);
  file.writeUInt32LE(difat, 68);
  const tables = fat ?? Array.from({ length: Math.min(109, Math.ceil(count / 128)) }, (_, i) => count - 1 - i);
  for (let i = 0; i < 109; i++) file.writeUInt32LE(tables[i] ?? FREE, 76 + 4 * i);
  write?.(file, count);
  tables.forEach((table, i) => {
    for (let j = 0; j < 128; j++) file.writeUInt32LE(next(i * 128 + j, count), (table + 1) * SECTOR + 4 * j);
  });
  return file;
}

interface Entry {
  name: string;
  type: number;
  left?: number;
  right?: number;
  child?: number;
  start?: number;
  size?: number;
}

function writeEntry(file: Buffer, index: number, entry: Entry): void {
  const at = SECTOR + index * 128;
  if (at + 128 > file.length) return;
  const { name, type, left = FREE, right = FREE, child = FREE, start = 0, size = 0 } = entry;
  file.fill(0, at, at + 128);
  file.write(name, at, 'utf16le');
  file.writeUInt16LE(2 * name.length + 2, at + 64);
  file[at + 66] = type;
  file.writeUInt32LE(left, at + 68);
  file.writeUInt32LE(right, at + 72);
  file.writeUInt32LE(child, at + 76);
  file.writeUInt32LE(start, at + 116);
  file.writeUInt32LE(size, at + 120);
}

/** The directory is the whole file: its entries form a list. */
const list = (size: number, entry: (i: number) => Partial<Entry>): Uint8Array =>
  compound(size, {
    next: (sector, count) => (sector + 1 < count ? sector + 1 : END_OF_CHAIN),
    write: (file, count) => {
      const entries = (count - 120) * 4;
      writeEntry(file, 0, { name: 'Root Entry', type: 5, child: 1, start: 0, size: file.length });
      for (let i = 1; i < entries; i++)
        writeEntry(file, i, { name: `s${i}`, type: 2, right: i + 1 < entries ? i + 1 : FREE, ...entry(i) });
      writeEntry(file, 1, { name: 'WordDocument', type: 2, right: 2, start: 0, size: file.length - 1024, ...entry(1) });
    },
  });

const doc = (name: string, make: (size: number) => Uint8Array): CostlyDocument => ({
  name: `${name} (doc)`,
  file: 'document.doc',
  make,
});

/** The allocation table in the header reaches 13,952 sectors. */
const limited = (size: number) => Math.min(size, 109 * 128 * SECTOR);

export const COMPOUND: readonly CostlyDocument[] = [
  doc('a directory of streams', size => list(limited(size), () => ({}))),
  doc('a directory of streams with one name', size => list(limited(size), () => ({ name: 'WordDocument' }))),
  doc('a directory whose entries refer to each other', size => list(limited(size), i => ({ left: i - 1, child: 1 }))),
  doc('a small stream in a large container', size =>
    list(limited(size), i => (i === 1 ? { size: 4095, start: 0 } : {})),
  ),
  doc('sectors that form a cycle', size => compound(size, { next: sector => sector })),
  doc('a directory that begins again', size => compound(size, { next: (sector, count) => (sector + 1) % count })),
  doc('a DIFAT chain of the whole file', size =>
    compound(size, {
      difat: 0,
      next: () => END_OF_CHAIN,
      fat: [0],
      write: (file, count) => {
        for (let i = 0; i < count; i++) {
          for (let j = 0; j < 127; j++) file.writeUInt32LE(count - 1, (i + 1) * SECTOR + 4 * j);
          file.writeUInt32LE(i + 1 < count ? i + 1 : END_OF_CHAIN, (i + 1) * SECTOR + 508);
        }
      },
    }),
  ),
  doc('a DIFAT chain with one table for each sector', size =>
    compound(size, {
      difat: 0,
      directory: 3,
      next: () => END_OF_CHAIN,
      fat: [],
      write: (file, count) => {
        const chained = Math.floor(count / 130);
        for (let i = 0; i < chained; i++) {
          for (let j = 0; j < 127; j++) file.writeUInt32LE(count - 1, (i + 1) * SECTOR + 4 * j);
          file.writeUInt32LE(i + 1 < chained ? i + 1 : END_OF_CHAIN, (i + 1) * SECTOR + 508);
        }
      },
    }),
  ),
];
