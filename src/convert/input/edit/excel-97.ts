/**
 * The workbooks of Excel 5 to 2003 ([MS-XLS]) while an edit writes into their records. The length of the stream stays the
 * same: other records, and the sectors of the file, are found by offsets.
 */
import { BIFF8, type BiffRecord, BOF, EOF, recordAt, records } from '../biff.js';
import { isCfb } from '../cfb.js';
import type { EditableDocument } from './document.js';

const FILE_PASS = 0x2f;
const BOUND_SHEET = 0x85;
const GLOBALS = 0x05;
const WORKSHEET = 0x10;
/** An Excel file of both versions has both; LibreOffice reads the newer one. */
const STREAMS = ['Workbook', 'Book'];

/** Bytes of a BOUNDSHEET record up to its name. */
const SHEET = 8;

export interface SheetRecords {
  /** False for charts, macros and modules. */
  readonly isWorksheet: boolean;
  /** Without those of embedded charts. */
  readonly records: Iterable<BiffRecord>;
}

export class Workbook97 {
  constructor(
    private readonly stream: Buffer,
    /** Puts the stream back into the document. */
    readonly save: () => void,
  ) {}

  get isBiff8(): boolean {
    return this.stream.readUInt16LE(4) === BIFF8;
  }

  /** The records in front of the sheets. */
  *globals(): Generator<BiffRecord> {
    for (const record of records(this.stream, recordAt(this.stream, 0)!.end)) {
      if (record.type === EOF || record.type === BOF) return;
      yield record;
    }
  }

  /** Their BOUNDSHEET records; one that is cut off does not count. */
  boundSheets(): BiffRecord[] {
    return [...this.globals()].filter(({ type, data }) => type === BOUND_SHEET && data.length >= SHEET);
  }

  /** Each record is read once: a hostile file may name the same sheet any number of times. */
  *sheets(): Generator<SheetRecords> {
    const seen = new Uint8Array(this.stream.length);
    for (const start of this.isBiff8 ? this.#offsets() : this.#positions()) {
      const first = recordAt(this.stream, start);
      if (!first) continue;
      const isWorksheet = first.type !== BOF || (first.data.length >= 4 && first.data.readUInt16LE(2) === WORKSHEET);
      yield { isWorksheet, records: this.#sheet(start, seen) };
    }
  }

  #offsets(): Set<number> {
    return new Set(this.boundSheets().map(({ data }) => data.readUInt32LE(0)));
  }

  /** Before Excel 97, LibreOffice reads the sheets in the order of the stream. */
  *#positions(): Generator<number> {
    let depth = 0;
    for (const { type, at } of records(this.stream)) {
      if (type === EOF) depth = Math.max(0, depth - 1);
      else if (type === BOF && depth++ === 0 && at > 0) yield at;
    }
  }

  *#sheet(start: number, seen: Uint8Array): Generator<BiffRecord> {
    let depth = 0;
    for (const record of records(this.stream, start)) {
      if (seen[record.at]) return;
      seen[record.at] = 1;
      if (record.type === BOF) depth += record.at === start ? 0 : 1;
      else if (record.type === EOF && depth-- === 0) return;
      else if (record.type !== EOF && depth === 0) yield record;
    }
  }
}

/** Null for workbooks of Excel 4 and earlier, and for those that are damaged or encrypted. */
export function openWorkbook97(document: EditableDocument): Workbook97 | null {
  const bytes = Buffer.from(document.whole);
  // no edit changes the directory of the file
  const places = isCfb(bytes)
    ? STREAMS.map(name => document.source.compound.ranges(name))
    : [[{ from: 0, to: bytes.length }]];
  for (const ranges of places) {
    const pieces = ranges.map(({ from, to }) => bytes.subarray(from, to));
    const stream = Buffer.concat(pieces);
    const workbook = workbookOf(stream, () => {
      let at = 0;
      for (const piece of pieces) at += stream.copy(piece, 0, at, at + piece.length);
      document.whole = bytes;
    });
    if (workbook) return workbook;
  }
  return null;
}

function workbookOf(stream: Buffer, save: () => void): Workbook97 | null {
  const first = recordAt(stream, 0);
  if (first?.type !== BOF || first.data.length < 4 || first.data.readUInt16LE(2) !== GLOBALS) return null;
  const workbook = new Workbook97(stream, save);
  for (const { type } of workbook.globals()) if (type === FILE_PASS) return null;
  return workbook;
}
