/** Inspects ZIP packages: unpacks every part once, counts its bytes, and inspects it by the type of its first bytes. */
import { createInflateRaw } from 'node:zlib';
import { DocconvError } from '../../../errors.js';
import { type Limits, requireWithin } from '../../limits.js';
import { isZip, readZip, unpack, wrongSize, type ZipEntry } from '../zip.js';
import { hasStructure, LARGEST_PICTURE, PictureCheck } from './damage/index.js';
import { inspectImage, isImage } from './images.js';
import { isMarkup, MarkupMeter } from './markup.js';
import type { TagIndex } from './tags.js';
import { Tally } from './tally.js';
import { type Inspection, type Observer, svgWatches, watchesOf } from './watches.js';

/** Up to this size a part is unpacked in one call, which is faster than a stream. */
const AT_ONCE = 1024 * 1024;
/** The ratio of smaller parts means nothing: empty tables and single-coloured images compress well. */
const RATIO_FLOOR = 10 * 1024 * 1024;
/** Parts that show something, in XML: drawings for old programs (VML) may be HTML. */
const SHOWN = /^(?!docProps\/|customXml\/|META-INF\/|_rels\/).*\.xml$/i;
/** Previews of the document for file managers, which are not printed. */
const THUMBNAIL = /^(?:docProps|Thumbnails)\//;

/** Counts over the document with its embedded packages. */
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

export async function inspectPackage(inspection: Inspection): Promise<void> {
  const { archive, limits } = inspection.document;
  await inspectLevel(archive.entries, { ...inspection, totals: new Totals(limits), depth: 0 });
}

interface Level extends Inspection {
  readonly totals: Totals;
  readonly depth: number;
}

async function inspectLevel(entries: readonly ZipEntry[], level: Level): Promise<void> {
  const { limits } = level.totals;
  const isEmbedded = level.depth > 0;
  level.totals.add(entries);
  for (const entry of entries) requireRatio(entry, limits);
  const tally = new Tally(limits);
  const reading: Reading = {
    tally,
    meter: new MarkupMeter(tally),
    watches: watchesOf(level, tally, isEmbedded),
    svg: svgWatches(level.observer, tally, isEmbedded),
  };
  const check = new PictureCheck();
  for (const entry of stylesFirst(entries)) {
    level.signal?.throwIfAborted();
    const part = new Part(entry, reading);
    await unpackInto(part);
    if (!isEmbedded) await observePart(part, level.observer, check);
    if (part.isPackage) await inspectEmbedded(part.content(), entry, level);
  }
}

async function observePart(part: Part, observer: Observer, check: PictureCheck): Promise<void> {
  const { entry } = part;
  observer.part(entry, part.picture, part.head);
  if (part.isBroken && SHOWN.test(entry.name)) observer.damagedPart(entry.name);
  if (part.isWholePicture && !THUMBNAIL.test(entry.name) && (await check.isDamaged(part.content())))
    observer.damagedPicture(entry.name);
}

/** The styles of OpenDocument, which show where pages begin, before the text that uses them. */
function stylesFirst(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  const styles = entries.filter(({ name }) => name === 'styles.xml');
  return styles.length === 0 ? entries : [...styles, ...entries.filter(entry => !styles.includes(entry))];
}

/** By the declared size: unpacking fails when it is wrong. */
function requireRatio({ name, size, packed }: ZipEntry, limits: Limits): void {
  if (size > RATIO_FLOOR) requireWithin(limits, 'ratio', Math.ceil(size / Math.max(1, packed.length)), name);
}

/** An embedded package counts towards the same totals; one that cannot be read is harmless. */
async function inspectEmbedded(bytes: Uint8Array, { name }: ZipEntry, level: Level): Promise<void> {
  let entries: readonly ZipEntry[];
  try {
    entries = readZip(bytes, level.totals.limits);
  } catch (thrown) {
    if (thrown instanceof DocconvError && thrown.code !== 'LIMIT_EXCEEDED') return;
    throw thrown;
  }
  requireWithin(level.totals.limits, 'nesting', level.depth + 1, name);
  await inspectLevel(entries, { ...level, depth: level.depth + 1 });
}

/** What the parts of one package have in common. */
interface Reading {
  readonly tally: Tally;
  readonly meter: MarkupMeter;
  readonly watches: TagIndex;
  /** For images in SVG. */
  readonly svg: TagIndex;
}

/** LibreOffice looks for the root element in the first bytes only. */
const SVG = /<(?:[\w.-]+:)?svg[\s>]/;
const SVG_HEAD = 4096;
/** Bytes in which the format of a picture is recognised. */
const HEAD = 16;
const NONE = new Uint8Array();

/** A part while it is unpacked: markup is scanned and dropped, pictures up to their limit and packages are kept. */
class Part {
  isPackage = false;
  /** Size of a picture. */
  picture: ReturnType<typeof inspectImage> = null;
  /** Markup that XML parsers do not read to its end. */
  isBroken = false;
  /** Its first bytes. */
  head: Uint8Array = NONE;
  #isMarkup: boolean | null = null;
  #isPicture = false;
  #isBitmap = false;
  #chunks: Uint8Array[] = [];
  #kept = 0;
  #keep = Number.POSITIVE_INFINITY;

  constructor(
    readonly entry: ZipEntry,
    private readonly reading: Reading,
  ) {}

  /** Whether it is a picture whose structure is known, and content() has all of it. */
  get isWholePicture(): boolean {
    return this.#isPicture && this.#kept <= LARGEST_PICTURE;
  }

  start(head: Uint8Array): void {
    this.head = head.subarray(0, HEAD);
    this.isPackage = isZip(head);
    this.#isPicture = !this.isPackage && hasStructure(head);
    this.#isBitmap = isImage(head);
    const keep = this.#isPicture || this.#isBitmap ? LARGEST_PICTURE : 0;
    this.#keep = this.isPackage ? Number.POSITIVE_INFINITY : keep;
  }

  take(chunk: Uint8Array): void {
    this.#isMarkup ??= this.#startMarkup(chunk);
    if (this.#isMarkup) this.reading.meter.feed(chunk);
    if (this.#kept < this.#keep) this.#chunks.push(chunk);
    this.#kept += chunk.length;
  }

  end(): void {
    if (this.#isMarkup) {
      this.reading.meter.end();
      this.isBroken = this.reading.meter.isDamaged;
    }
    if (this.#isBitmap) this.picture = inspectImage(this.content(), this.reading.tally, this.entry.name);
  }

  /** Null where the chunk has white space only. */
  #startMarkup(chunk: Uint8Array): boolean | null {
    const found = isMarkup(chunk);
    if (!found) return found;
    const { tally, meter, watches, svg } = this.reading;
    const { name, size } = this.entry;
    requireWithin(tally.limits, 'textBytes', size, name);
    const head = Buffer.from(chunk.subarray(0, SVG_HEAD)).toString('latin1');
    meter.start(name, SVG.test(head.replaceAll('\0', '')) ? svg : watches);
    return true;
  }

  content(): Uint8Array {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }
}

async function unpackInto(part: Part): Promise<void> {
  const { entry } = part;
  if (entry.size <= AT_ONCE || !entry.deflated) {
    const content = unpack(entry);
    part.start(content);
    part.take(content);
  } else {
    let count = 0;
    for await (const chunk of inflated(entry)) {
      if (count === 0) part.start(chunk);
      count += chunk.length;
      if (count > entry.size) throw wrongSize(entry);
      part.take(chunk);
    }
    if (count !== entry.size) throw wrongSize(entry);
  }
  part.end();
}

async function* inflated(entry: ZipEntry): AsyncIterable<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
  inflate.end(entry.packed);
  try {
    yield* inflate;
  } catch (cause) {
    if (cause instanceof DocconvError) throw cause;
    throw wrongSize(entry, cause);
  } finally {
    inflate.destroy();
  }
}
