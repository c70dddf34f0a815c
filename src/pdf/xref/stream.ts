/** Parses cross-reference streams (ISO 32000-2, 7.5.8). */
import { isCount, isName, MalformedObject, PdfArray, PdfDict, type PdfObject, PdfRef } from '../syntax/objects.js';
import type { XrefEntry } from '../types.js';
import { hasSize } from './table.js';

interface XrefStreamEntries {
  readonly entries: Map<number, XrefEntry>;
  /** An object has two entries, or the data ends before the last one. */
  readonly malformed: boolean;
  /** An entry is of a type that the standard does not define. */
  readonly unknownKind: boolean;
}

/** What the dictionary states about the rows of the decoded data. */
export interface XrefStreamLayout {
  readonly widths: readonly [kind: number, second: number, third: number];
  /** First object number and number of objects. */
  readonly subsections: readonly (readonly [first: number, count: number])[];
  /** Of all subsections. */
  readonly count: number;
}

/** Throws MalformedObject. */
export function xrefStreamLayout(dict: PdfDict): XrefStreamLayout {
  const [kind, second, third] = integers(dict.get('W')) ?? [];
  if (kind === undefined || second === undefined || third === undefined) {
    throw new MalformedObject('a cross-reference stream has no /W');
  }
  const width = kind + second + third;
  if (width === 0 || width > 24) throw new MalformedObject('a cross-reference stream has an invalid /W');
  const found = subsections(dict);
  return { widths: [kind, second, third], subsections: found, count: found.reduce((sum, [, count]) => sum + count, 0) };
}

/** Entries that a program reads before it can resolve references (7.5.8.2). */
const DIRECT = ['Type', 'Length', 'Filter', 'DecodeParms'];

/** Whether it is written as the standard requires; other streams are not accepted by all programs. */
export function isRegular(dict: PdfDict, { subsections: found }: XrefStreamLayout): boolean {
  const size = found.reduce((end, [first, count]) => Math.max(end, first + count), 0);
  const isDirect = DIRECT.every(key => !hasReference(dict.get(key)));
  return isName(dict.get('Type'), 'XRef') && isDirect && !dict.has('F') && hasSize(dict, size);
}

function hasReference(value: PdfObject | undefined): boolean {
  if (value instanceof PdfArray) return value.items.some(hasReference);
  return value instanceof PdfDict ? [...value.entries.values()].some(hasReference) : value instanceof PdfRef;
}

/** Entries from the decoded bytes. `base` is added to every offset. */
export function parseXrefStream(layout: XrefStreamLayout, bytes: Uint8Array, base: number): XrefStreamEntries {
  const [kindWidth, secondWidth, thirdWidth] = layout.widths;
  const width = kindWidth + secondWidth + thirdWidth;
  const entries = new Map<number, XrefEntry>();
  let [malformed, unknownKind] = [false, false];
  let at = 0;
  for (const [first, count] of layout.subsections) {
    for (let i = 0; i < count; i++, at += width) {
      if (at + width > bytes.length) return { entries, malformed: true, unknownKind };
      const kind = kindWidth === 0 ? 1 : field(bytes, at, kindWidth);
      const second = field(bytes, at + kindWidth, secondWidth);
      const third = field(bytes, at + kindWidth + secondWidth, thirdWidth);
      unknownKind ||= kind > 2;
      if (entries.has(first + i)) malformed = true;
      else entries.set(first + i, entryOf(kind, second, third, base));
    }
  }
  return { entries, malformed, unknownKind };
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
