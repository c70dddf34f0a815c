/** Inline images in content streams (ISO 32000-2, 8.9.7). Where they end has to be found: the data has no stated length. */
import { inflateSync } from 'node:zlib';
import { ownValue } from '../../system/collections.js';
import { isRegular, isWhite } from '../syntax/chars.js';
import { isCount, MalformedObject, PdfArray, PdfDict, PdfName, type PdfObject } from '../syntax/objects.js';
import type { Parser } from '../syntax/parser.js';

const MAX_ENTRIES = 64;
/** Bytes inflated to find the ends of all images of one content stream. */
const MAX_INFLATED = 16 << 20;

export class InlineImages {
  #inflated = 0;

  /**
   * The dictionary of the next image, with the parser behind its `EI`. Throws MalformedObject where two readers could find
   * different ends: they would execute different operators after it.
   */
  next(parser: Parser): PdfDict {
    const dict = parseEntries(parser);
    parser.position++; // one white space after ID
    const start = parser.position;
    const end = nextEnd(parser.bytes, start);
    if (end === null) throw new MalformedObject('an inline image has no end');
    if (!this.#isCertain(parser.bytes, start, end, dict))
      throw new MalformedObject('the end of an inline image is ambiguous');
    parser.position = end + 2;
    return dict;
  }

  /** Whether the data is complete at its first possible end, or no other end exists. */
  #isCertain(bytes: Uint8Array, start: number, end: number, dict: PdfDict): boolean {
    const length = unfilteredLength(dict);
    if (length !== null) return isBlank(bytes, start + length, end);
    let last = end;
    while (last > start && isWhite(bytes[last - 1]!)) last--;
    const filter = firstFilter(dict);
    if (filter === 'Fl' || filter === 'FlateDecode') return this.#inflates(bytes.subarray(start, end));
    return COMPLETE.get(filter)?.(bytes, last) || nextEnd(bytes, end + 2) === null;
  }

  #inflates(data: Uint8Array): boolean {
    try {
      this.#inflated += inflateSync(data, { maxOutputLength: MAX_INFLATED - this.#inflated }).length + 1;
      return true;
    } catch {
      return false;
    }
  }
}

type IsComplete = (bytes: Uint8Array, end: number) => boolean;
const endsWithGreater: IsComplete = (bytes, end) => bytes[end - 1] === 0x3e;
const endsWithEoi: IsComplete = (bytes, end) => bytes[end - 2] === 0xff && bytes[end - 1] === 0xd9;

/** The data of these filters has an end mark. */
const COMPLETE = new Map<string | null, IsComplete>([
  ['AHx', endsWithGreater],
  ['ASCIIHexDecode', endsWithGreater],
  ['A85', endsWithGreater],
  ['ASCII85Decode', endsWithGreater],
  ['DCT', endsWithEoi],
  ['DCTDecode', endsWithEoi],
]);

function parseEntries(parser: Parser): PdfDict {
  const entries = new Map<string, PdfObject>();
  for (let count = 0; count < MAX_ENTRIES; count++) {
    parser.skipWhite();
    if (parser.take('ID')) return new PdfDict(entries, null);
    const key = parser.value();
    if (!(key instanceof PdfName)) throw new MalformedObject('a key of an inline image is not a name');
    parser.skipWhite();
    entries.set(key.name, parser.value());
  }
  throw new MalformedObject(`an inline image has more than ${MAX_ENTRIES} entries`);
}

const entry = (dict: PdfDict, short: string, long: string): PdfObject => dict.get(short) ?? dict.get(long) ?? null;

function firstFilter(dict: PdfDict): string | null {
  const filter = entry(dict, 'F', 'Filter');
  const first = filter instanceof PdfArray ? (filter.items[0] ?? null) : filter;
  return first instanceof PdfName ? first.name : null;
}

const COMPONENTS: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
  I: 1,
  Indexed: 1,
};

/** Null where a filter or a colour space from the resources determines it. */
function unfilteredLength(dict: PdfDict): number | null {
  const filter = entry(dict, 'F', 'Filter');
  if (filter !== null && !(filter instanceof PdfArray && filter.items.length === 0)) return null;
  const [width, height] = [entry(dict, 'W', 'Width'), entry(dict, 'H', 'Height')];
  if (!isCount(width) || !isCount(height)) return null;
  if (entry(dict, 'IM', 'ImageMask') === true) return Math.ceil(width / 8) * height;
  const space = entry(dict, 'CS', 'ColorSpace');
  const family = space instanceof PdfArray ? space.items[0] : space;
  const components = family instanceof PdfName ? ownValue(COMPONENTS, family.name) : undefined;
  const bits = entry(dict, 'BPC', 'BitsPerComponent');
  if (components === undefined || !isCount(bits)) return null;
  return Math.ceil((width * components * bits) / 8) * height;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && isWhite(bytes[at]!)) at++;
  return at === to;
}

function nextEnd(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0x45, from); at >= 0; at = bytes.indexOf(0x45, at + 1)) if (isEnd(bytes, at)) return at;
  return null;
}

/** An `EI` that neither begins nor ends within a word. */
const isEnd = (bytes: Uint8Array, at: number): boolean =>
  bytes[at + 1] === 0x49 && !isRegular(bytes[at - 1]!) && (at + 2 >= bytes.length || !isRegular(bytes[at + 2]!));
