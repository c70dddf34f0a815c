/** Parses cross-reference streams (ISO 32000-2, 7.5.8). */
import { isCount, MalformedObject, PdfArray, type PdfDict, type PdfObject } from '../syntax/objects.js';
import type { XrefEntry } from '../types.js';

/** Entries from the decoded bytes. `base` is added to every offset. Throws MalformedObject. */
export function parseXrefStream(dict: PdfDict, bytes: Uint8Array, base: number): Map<number, XrefEntry> {
  const [kindWidth, secondWidth, thirdWidth] = integers(dict.get('W')) ?? [];
  if (kindWidth === undefined || secondWidth === undefined || thirdWidth === undefined) {
    throw new MalformedObject('a cross-reference stream has no /W');
  }
  const width = kindWidth + secondWidth + thirdWidth;
  if (width === 0 || width > 24) throw new MalformedObject('a cross-reference stream has an invalid /W');
  const entries = new Map<number, XrefEntry>();
  let at = 0;
  for (const [first, count] of subsections(dict)) {
    for (let i = 0; i < count && at + width <= bytes.length; i++, at += width) {
      const kind = kindWidth === 0 ? 1 : field(bytes, at, kindWidth);
      const second = field(bytes, at + kindWidth, secondWidth);
      const third = field(bytes, at + kindWidth + secondWidth, thirdWidth);
      if (!entries.has(first + i)) entries.set(first + i, entryOf(kind, second, third, base));
    }
  }
  return entries;
}

/** Entries of an unknown type are null objects (7.5.8.3). */
function entryOf(kind: number, second: number, third: number, base: number): XrefEntry {
  if (kind === 1 && second > 0) return { kind: 'offset', offset: second + base, gen: third };
  if (kind === 2) return { kind: 'stream', container: second, index: third };
  return { kind: 'free', gen: third };
}

function subsections(dict: PdfDict): [number, number][] {
  const index = integers(dict.get('Index')) ?? integers(new PdfArray([0, dict.get('Size') ?? null], null));
  if (!index || index.length % 2 !== 0) throw new MalformedObject('a cross-reference stream has no usable /Index');
  return Array.from({ length: index.length / 2 }, (_, i) => [index[2 * i]!, index[2 * i + 1]!]);
}

function integers(value: PdfObject | undefined): number[] | null {
  if (!(value instanceof PdfArray)) return null;
  const numbers = value.items.filter(item => isCount(item));
  return numbers.length === value.items.length ? numbers : null;
}

/** Big-endian; exact up to 2^53. */
function field(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + bytes[at + i]!;
  return value;
}
