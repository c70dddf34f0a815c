/**
 * Reads the directory of a ZIP file (PKWARE APPNOTE) strictly: two readers must not find different documents in one
 * file, and no two entries may share bytes. Of parts with the same name the last one counts, as for LibreOffice; engines get
 * a package without the others.
 */
import { inflateRawSync } from 'node:zlib';
import { DocconvError } from '../../errors.js';
import { asView } from '../../system/bytes.js';
import { DEFAULT_LIMITS, type Limits, requireWithin } from '../limits.js';

export interface ZipEntry {
  readonly name: string;
  /** True for deflate (8), false for stored (0): documents use no other method. */
  readonly deflated: boolean;
  /** A view of the file's bytes. */
  readonly packed: Uint8Array;
  /** As declared; checked while inflating. */
  readonly size: number;
  /** CRC-32 of the unpacked bytes, as declared; not checked. */
  readonly crc: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const END_LENGTH = 22;
const UTF8 = new TextDecoder('utf-8');

export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && asView(bytes).getUint32(0, true) === LOCAL;
}

/** As readArchive(). */
export function readZip(bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS): readonly ZipEntry[] {
  return readArchive(bytes, limits).entries;
}

export interface Archive {
  readonly entries: readonly ZipEntry[];
  /** Names of parts that the file has more than once. */
  readonly repeated: ReadonlySet<string>;
  /**
   * Whether every LibreOffice opens such a file. Some refuse ZIP64, a comment, names with backslashes, fields with a second
   * name, stored parts whose size follows, and bytes that belong to no part (measured with 7.4, 24.8 and 25.2).
   */
  readonly isPlain: boolean;
}

/** Throws CORRUPT_DOCUMENT, ENCRYPTION_UNSUPPORTED (ZIP encryption) or LIMIT_EXCEEDED (entries). */
export function readArchive(bytes: Uint8Array, limits: Limits): Archive {
  const view = asView(bytes);
  try {
    const directory = findDirectory(view);
    const { count, start, end } = directory;
    requireWithin(limits, 'entries', count);
    const placed = readEntries(view, bytes, count, start, end);
    const ordered = placed.toSorted((a, b) => a.from - b.from);
    requireDisjoint(ordered, start);
    const isPlain = directory.isPlain && placed.every(each => each.isPlain) && hasNoGaps(ordered, start);
    const last = new Map(placed.map(({ entry }) => [entry.name, entry]));
    const repeated = new Set(placed.flatMap(({ entry }) => (last.get(entry.name) === entry ? [] : [entry.name])));
    return { entries: [...last.values()], repeated, isPlain };
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new DocconvError('CORRUPT_DOCUMENT.truncated');
    throw thrown;
  }
}

/** The unpacked bytes of a part. Throws CORRUPT_DOCUMENT when they are more than `max` or not the declared size. */
export function unpack(entry: ZipEntry, max = Number.POSITIVE_INFINITY): Uint8Array {
  const { packed } = entry;
  if (entry.size > max) throw new DocconvError('CORRUPT_DOCUMENT.part-too-large', { part: JSON.stringify(entry.name) });
  if (!entry.deflated || entry.size === 0) return packed.subarray(0, entry.size);
  try {
    const unpacked = inflateRawSync(packed, { maxOutputLength: entry.size });
    if (unpacked.length === entry.size) return unpacked;
  } catch (cause) {
    throw wrongSize(entry, cause);
  }
  throw wrongSize(entry);
}

export function wrongSize({ name }: ZipEntry, cause?: unknown): DocconvError {
  return new DocconvError('CORRUPT_DOCUMENT.part-unpacked-size', { part: JSON.stringify(name) }, { cause });
}

interface Directory {
  count: number;
  start: number;
  /** Offset behind the last directory record. */
  end: number;
  /** Without ZIP64 and comment. */
  isPlain: boolean;
}

function findDirectory(view: DataView): Directory {
  const end = findEnd(view);
  const small: Directory = {
    count: view.getUint16(end + 10, true),
    start: view.getUint32(end + 16, true),
    end: view.getUint32(end + 16, true) + view.getUint32(end + 12, true),
    isPlain: end + END_LENGTH === view.byteLength,
  };
  if (view.getUint16(end + 4, true) !== 0 && view.getUint16(end + 4, true) !== 0xffff)
    throw new DocconvError('CORRUPT_DOCUMENT.zip-split');
  const large = readEnd64(view, end);
  const directory = large ? merge(small, large.directory) : small;
  if (directory.end !== (large?.at ?? end)) throw new DocconvError('CORRUPT_DOCUMENT.zip-directory-offset');
  return directory;
}

/** The last end record: the one that LibreOffice uses. */
function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_LENGTH - 0xffff);
  for (let at = view.byteLength - END_LENGTH; at >= lowest; at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new DocconvError('CORRUPT_DOCUMENT.zip-directory-missing');
}

function readEnd64(view: DataView, endRecord: number): { at: number; directory: Directory } | null {
  const locator = endRecord - 20;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR64) return null;
  const at = uint64(view, locator + 8);
  if (view.getUint32(at, true) !== END64) throw new DocconvError('CORRUPT_DOCUMENT.zip64-record-missing');
  if (at + 12 + uint64(view, at + 4) !== locator) throw new DocconvError('CORRUPT_DOCUMENT.zip64-record-offset');
  const start = uint64(view, at + 48);
  const end = start + uint64(view, at + 40);
  return { at, directory: { count: uint64(view, at + 32), start, end, isPlain: false } };
}

/** Values in both records must agree: a reader without ZIP64 uses the small one. */
function merge(small: Directory, large: Directory): Directory {
  if (small.count !== 0xffff && small.count !== large.count) throw new DocconvError('CORRUPT_DOCUMENT.zip-end-records');
  if (small.start !== 0xffffffff && small.start !== large.start)
    throw new DocconvError('CORRUPT_DOCUMENT.zip-end-records');
  return large;
}

interface Placed {
  entry: ZipEntry;
  /** Offsets of the local header and behind the packed bytes. */
  from: number;
  to: number;
  /** The size and checksum follow the packed bytes. */
  sizeFollows: boolean;
  isPlain: boolean;
}

function readEntries(view: DataView, bytes: Uint8Array, count: number, start: number, end: number): Placed[] {
  const entries: Placed[] = [];
  let at = start;
  for (let index = 0; index < count; index++) {
    const length = 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const placed = readEntry(view, bytes, at);
    entries.push(placed);
    at += length;
  }
  if (at !== end) throw new DocconvError('CORRUPT_DOCUMENT.zip-directory-length');
  return entries;
}

function readEntry(view: DataView, bytes: Uint8Array, at: number): Placed {
  if (view.getUint32(at, true) !== CENTRAL) throw new DocconvError('CORRUPT_DOCUMENT.zip-directory-damaged');
  const nameLength = view.getUint16(at + 28, true);
  const rawName = bytes.subarray(at + 46, at + 46 + nameLength);
  const decoded = UTF8.decode(rawName);
  const name = decoded.replaceAll('\\', '/');
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  if (flags & 1) throw new DocconvError('ENCRYPTION_UNSUPPORTED.zip', { part: JSON.stringify(name) });
  if (method !== 0 && method !== 8)
    throw new DocconvError('CORRUPT_DOCUMENT.part-compression', { part: JSON.stringify(name) });
  const { size, packedSize, offset } = readSizes(view, at, nameLength);
  const deflated = method === 8;
  if (!deflated && size !== packedSize)
    throw new DocconvError('CORRUPT_DOCUMENT.part-two-sizes', { part: JSON.stringify(name) });
  const start = readLocal(view, bytes, offset, { rawName, method, flags, size, packedSize });
  const to = start + packedSize;
  const crc = view.getUint32(at + 16, true);
  const sizeFollows = (flags & 8) !== 0;
  const extra = at + 46 + nameLength;
  const isPlain =
    name === decoded &&
    (deflated || !sizeFollows) &&
    hasPlainFields(view, extra, extra + view.getUint16(at + 30, true));
  const entry = { name, deflated, packed: bytes.subarray(start, to), size, crc };
  return { entry, from: offset, to, sizeFollows, isPlain };
}

/** Of the extra field of a directory record (APPNOTE 4.5): complete, without ZIP64 and a second name. */
function hasPlainFields(view: DataView, from: number, to: number): boolean {
  let at = from;
  for (; at + 4 <= to; at += 4 + view.getUint16(at + 2, true))
    if (UNUSUAL_FIELDS.includes(view.getUint16(at, true))) return false;
  return at === to;
}

/** ZIP64, and Info-ZIP's names and comments in UTF-8. */
const UNUSUAL_FIELDS = [0x0001, 0x7075, 0x6375];

interface Sizes {
  size: number;
  packedSize: number;
  offset: number;
}

/** Sizes of a directory record; those too large for it are in its ZIP64 field, in this order (APPNOTE 4.5.3). */
function readSizes(view: DataView, at: number, nameLength: number): Sizes {
  const sizes = { size: 24, packedSize: 20, offset: 42 };
  const extra = at + 46 + nameLength;
  let field = findZip64(view, extra, extra + view.getUint16(at + 30, true));
  const read = (offset: number) => {
    const value = view.getUint32(at + offset, true);
    if (value !== 0xffffffff || field === null) return value;
    const large = uint64(view, field);
    field += 8;
    return large;
  };
  return { size: read(sizes.size), packedSize: read(sizes.packedSize), offset: read(sizes.offset) };
}

function findZip64(view: DataView, from: number, to: number): number | null {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 1) return at + 4;
  }
  return null;
}

/** Offset of the packed bytes. The local header must agree with the directory. */
function readLocal(
  view: DataView,
  bytes: Uint8Array,
  offset: number,
  central: { rawName: Uint8Array; method: number; flags: number; size: number; packedSize: number },
): number {
  if (view.getUint32(offset, true) !== LOCAL) throw new DocconvError('CORRUPT_DOCUMENT.part-offset');
  const nameLength = view.getUint16(offset + 26, true);
  const name = bytes.subarray(offset + 30, offset + 30 + nameLength);
  const sizeFollows = (view.getUint16(offset + 6, true) & 8) !== 0;
  const packedSize = view.getUint32(offset + 18, true);
  const agrees =
    Buffer.compare(name, central.rawName) === 0 &&
    view.getUint16(offset + 8, true) === central.method &&
    (sizeFollows || packedSize === 0xffffffff || packedSize === central.packedSize);
  if (!agrees) throw new DocconvError('CORRUPT_DOCUMENT.part-record');
  return offset + 30 + nameLength + view.getUint16(offset + 28, true);
}

/** No byte may belong to two parts, or to a part and the directory: overlapping parts make bombs of any size. */
function requireDisjoint(ordered: readonly Placed[], directoryStart: number): void {
  let free = 0;
  for (const { entry, from, to } of ordered) {
    if (from < free) throw new DocconvError('CORRUPT_DOCUMENT.part-overlaps', { part: JSON.stringify(entry.name) });
    free = to;
  }
  if (free > directoryStart) throw new DocconvError('CORRUPT_DOCUMENT.part-overlaps-directory');
}

/** The most bytes of a record with the size and checksum of a part. */
const DATA_DESCRIPTOR = 24;

function hasNoGaps(ordered: readonly Placed[], directoryStart: number): boolean {
  const starts = [...ordered.map(({ from }) => from), directoryStart];
  const isAdjacent = ({ to, sizeFollows }: Placed, i: number) => {
    const gap = starts[i + 1]! - to;
    return sizeFollows ? gap >= 12 && gap <= DATA_DESCRIPTOR : gap === 0;
  };
  return starts[0] === 0 && ordered.every(isAdjacent);
}

function uint64(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new DocconvError('CORRUPT_DOCUMENT.impossible-size');
  return Number(value);
}
