/** Recovery mode: scans for 'N G obj' and returns the objects as one revision. The result is unsuitable as evidence. */

import { decodeBytes } from '../filters/decode.js';
import { latin1 } from '../syntax/chars.js';
import { directLength, type ObjectReader } from '../syntax/object-reader.js';
import { dictOf, isName, nullIfMalformed, PdfDict, PdfRef, PdfStream } from '../syntax/objects.js';
import type { XrefEntry } from '../types.js';
import type { Chain } from '../xref/chain.js';
import { memberNumbers } from './object-stream.js';

const CHUNK = 1 << 20;
/** Longer than any 'N G obj' or 'trailer' at the boundary of two chunks. */
const OVERLAP = 64;
const MAX_OBJECTS = 500_000;

interface Scan {
  readonly entries: Map<number, XrefEntry>;
  /** Of trailers and cross-reference streams, in file order. */
  readonly trailers: PdfDict[];
}

/** Null when there is no catalog. */
export function scanObjects(reader: ObjectReader): Chain | null {
  const scan: Scan = { entries: new Map(), trailers: [] };
  for (let from = 0; from < reader.source.size; from += CHUNK) {
    reader.budget.spendSearched(CHUNK);
    scanChunk(reader, from, scan);
  }
  const catalogs = inspectObjects(reader, scan);
  const trailer = usableTrailer(scan.trailers, catalogs);
  if (!trailer) return null;
  const { size } = reader.source;
  const ends = { xrefOffset: size, base: 0, sections: [], eofOffset: size, endOffset: size };
  return { revisions: [{ ...ends, trailer, entries: scan.entries }], broken: true };
}

function scanChunk(reader: ObjectReader, from: number, { entries, trailers }: Scan): void {
  const text = latin1(reader.source.read(from, CHUNK + OVERLAP));
  for (const match of text.matchAll(
    /(?<![0-9])(\d{1,10})\s{1,4}(\d{1,5})\s{1,4}obj(?![A-Za-z0-9])|(?<![a-z])trailer\b/g,
  )) {
    if (match.index >= CHUNK) return;
    const offset = from + match.index;
    if (match[1] === undefined) {
      const trailer = nullIfMalformed(() => reader.parseAt(offset + 'trailer'.length, parser => parser.value()));
      if (trailer instanceof PdfDict) trailers.push(trailer);
    } else if (entries.size < MAX_OBJECTS) {
      entries.set(Number(match[1]), { kind: 'offset', offset, gen: Number(match[2]) });
    }
  }
}

/** Adds members of object streams whose number no other object has. Returns the catalogs. */
function inspectObjects(reader: ObjectReader, { entries, trailers }: Scan): PdfRef[] {
  const catalogs: PdfRef[] = [];
  for (const [num, entry] of [...entries]) {
    if (entry.kind !== 'offset') continue;
    const value = nullIfMalformed(() => reader.objectAt(entry.offset, directLength))?.value;
    const dict = dictOf(value);
    if (isName(dict?.get('Type'), 'Catalog')) catalogs.push(new PdfRef(num, entry.gen));
    if (isName(dict?.get('Type'), 'XRef')) trailers.push(dict!);
    if (value instanceof PdfStream && isName(dict?.get('Type'), 'ObjStm')) {
      for (const [index, member] of membersOf(reader, value).entries()) {
        if (!entries.has(member)) entries.set(member, { kind: 'stream', container: num, index });
      }
    }
  }
  return catalogs;
}

/** Of an unencrypted object stream; encrypted ones are not supported here. */
function membersOf(reader: ObjectReader, { data, dict }: PdfStream): Float64Array {
  const raw = reader.source.read(data.start, data.end - data.start);
  const { bytes } = decodeBytes(raw, dict, value => value ?? null, reader.budget);
  return memberNumbers(bytes, dict.get('N'));
}

function usableTrailer(trailers: readonly PdfDict[], catalogs: readonly PdfRef[]): PdfDict | null {
  const trailer = trailers.findLast(candidate => candidate.get('Root') instanceof PdfRef);
  if (trailer) return trailer;
  const catalog = catalogs.at(-1);
  return catalog ? new PdfDict(new Map([['Root', catalog]]), null) : null;
}
