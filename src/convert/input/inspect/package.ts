/** Zip packages: every part is unpacked once, counted as it comes, and looked at by what its first bytes are. */
import { createInflateRaw } from 'node:zlib';
import { DocconvError } from '../../../errors.js';
import type { Format } from '../../formats.js';
import { type Limits, requireWithin } from '../../limits.js';
import { isZip, packedBytes, readZip, unpack, type ZipEntry } from '../zip.js';
import { inspectImage, isImage } from './images.js';
import { isMarkup, MarkupMeter, type TagWatch } from './markup.js';
import { tableWatch } from './tables.js';

/** Parts up to here are unpacked at once: a stream costs more than it saves. */
const AT_ONCE = 1024 * 1024;
/** Below this the ratio says nothing: empty tables and pictures of one colour pack well. */
const RATIO_FLOOR = 10 * 1024 * 1024;
/** Enough of a part to know an image's size: JPEGs carry up to some 64 KB segments of metadata before it. */
const IMAGE_HEAD = 1024 * 1024;

/** Counts over the whole document, embedded packages included. */
class Totals {
  entries = 0;
  unpackedBytes = 0;
  constructor(readonly limits: Limits) {}

  add(entries: readonly ZipEntry[]): void {
    this.entries += entries.length;
    this.unpackedBytes += entries.reduce((sum, { size }) => sum + size, 0);
    requireWithin(this.limits, 'entries', this.entries);
    requireWithin(this.limits, 'unpackedBytes', this.unpackedBytes);
  }
}

export async function inspectPackage(
  bytes: Uint8Array,
  format: Format,
  limits: Limits,
  signal?: AbortSignal,
): Promise<void> {
  await inspectLevel(bytes, readZip(bytes, limits), { format, totals: new Totals(limits), depth: 0, signal });
}

interface Level {
  format: Format;
  totals: Totals;
  depth: number;
  signal: AbortSignal | undefined;
}

async function inspectLevel(bytes: Uint8Array, entries: readonly ZipEntry[], level: Level): Promise<void> {
  const { limits } = level.totals;
  level.totals.add(entries);
  for (const entry of entries) requireRatio(entry, limits);
  const tables = tableWatch(level.format, limits);
  for (const entry of entries) {
    level.signal?.throwIfAborted();
    const part = new Part(entry, limits, tables);
    await unpackInto(bytes, entry, part);
    if (part.isPackage) await inspectEmbedded(part.content(), entry, level);
  }
}

/** The declared size is held to while unpacking, so that it can be judged before. */
function requireRatio({ name, size, packedSize }: ZipEntry, limits: Limits): void {
  if (size > RATIO_FLOOR) requireWithin(limits, 'ratio', Math.ceil(size / Math.max(1, packedSize)), name);
}

/** A package within the package counts towards the same totals; one that no reader can open does no harm. */
async function inspectEmbedded(bytes: Uint8Array, { name }: ZipEntry, level: Level): Promise<void> {
  let entries: readonly ZipEntry[];
  try {
    entries = readZip(bytes, level.totals.limits);
  } catch (thrown) {
    if (thrown instanceof DocconvError && thrown.code !== 'LIMIT_EXCEEDED') return;
    throw thrown;
  }
  requireWithin(level.totals.limits, 'nesting', level.depth + 1, name);
  await inspectLevel(bytes, entries, { ...level, depth: level.depth + 1 });
}

/** One part as it unpacks: markup is metered and thrown away, of an image the head is kept, of a package all. */
class Part {
  isPackage = false;
  #meter: MarkupMeter | null = null;
  #chunks: Uint8Array[] = [];
  #kept = 0;
  #keep = Number.POSITIVE_INFINITY;

  constructor(
    readonly entry: ZipEntry,
    readonly limits: Limits,
    readonly tables: TagWatch,
  ) {}

  start(head: Uint8Array): void {
    this.isPackage = isZip(head);
    if (isMarkup(head)) {
      requireWithin(this.limits, 'textBytes', this.entry.size, this.entry.name);
      this.#meter = new MarkupMeter(this.limits, this.entry.name, this.tables);
    }
    this.#keep = this.isPackage ? Number.POSITIVE_INFINITY : isImage(head) ? IMAGE_HEAD : 0;
  }

  take(chunk: Uint8Array): void {
    this.#meter?.feed(chunk);
    if (this.#kept < this.#keep) this.#chunks.push(chunk);
    this.#kept += chunk.length;
  }

  end(): void {
    this.#meter?.end();
    if (this.#keep === IMAGE_HEAD) inspectImage(this.content(), this.limits, this.entry.name);
  }

  content(): Uint8Array {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }
}

async function unpackInto(bytes: Uint8Array, entry: ZipEntry, part: Part): Promise<void> {
  if (entry.size <= AT_ONCE || !entry.deflated) {
    const content = unpack(bytes, entry, Number.POSITIVE_INFINITY);
    part.start(content);
    part.take(content);
  } else {
    let count = 0;
    for await (const chunk of inflated(bytes, entry)) {
      if (count === 0) part.start(chunk);
      count += chunk.length;
      if (count > entry.size) throw sizeLie(entry);
      part.take(chunk);
    }
    if (count !== entry.size) throw sizeLie(entry);
  }
  part.end();
}

async function* inflated(bytes: Uint8Array, entry: ZipEntry): AsyncIterable<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
  inflate.end(packedBytes(bytes, entry));
  try {
    yield* inflate;
  } catch (cause) {
    if (cause instanceof DocconvError) throw cause;
    throw sizeLie(entry, cause);
  } finally {
    inflate.destroy();
  }
}

function sizeLie({ name }: ZipEntry, cause?: unknown): DocconvError {
  const message = `The document is damaged: ${JSON.stringify(name)} does not unpack to the size it declares.`;
  return new DocconvError('CORRUPT_DOCUMENT', message, { cause });
}
