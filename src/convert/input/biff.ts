/** Records of the workbooks of Excel 5 to 2003 ([MS-XLS] 2.1.4): a type, a length and data. */

export const BOF = 0x809;
export const EOF = 0x0a;
/** The version of Excel 97 and later in a BOF record; that of Excel 5 and 95 is 0x500. */
export const BIFF8 = 0x600;

const HEADER = 4;

/** A view of the stream: what is written into it changes the stream. */
export class BiffRecord {
  constructor(
    readonly stream: Buffer,
    readonly at: number,
  ) {}

  get type(): number {
    return this.stream.readUInt16LE(this.at);
  }

  set type(type: number) {
    this.stream.writeUInt16LE(type, this.at);
  }

  /** Behind the record, or the end of a stream that is cut off. */
  get end(): number {
    return Math.min(this.at + HEADER + this.stream.readUInt16LE(this.at + 2), this.stream.length);
  }

  /** Shorter where the stream is cut off. */
  get data(): Buffer {
    return this.stream.subarray(this.at + HEADER, this.end);
  }

  /** Null behind the last one. */
  get next(): BiffRecord | null {
    return recordAt(this.stream, this.end);
  }
}

export function recordAt(stream: Buffer, at: number): BiffRecord | null {
  return at + HEADER <= stream.length ? new BiffRecord(stream, at) : null;
}

/** A record may be replaced by others of the same length in total while it is the current one. */
export function* records(stream: Buffer, from = 0): Generator<BiffRecord> {
  for (let record = recordAt(stream, from); record; record = record.next) yield record;
}

/** A text with a count of characters in one byte or in two; in Excel 97 and later, a byte behind it tells their width. */
export interface BiffText {
  readonly text: string;
  /** Behind the text. */
  readonly end: number;
}

/** `decode`: for the characters of one byte each. Throws a RangeError where the count is cut off. */
export function readText(data: Buffer, at: number, countLength: 1 | 2, isBiff8: boolean, decode = latin1): BiffText {
  const count = data.readUIntLE(at, countLength);
  const from = at + countLength + (isBiff8 ? 1 : 0);
  const isWide = isBiff8 && (data.readUInt8(from - 1) & 1) !== 0;
  const end = from + (isWide ? 2 : 1) * count;
  const bytes = data.subarray(from, end);
  return { text: isWide ? bytes.toString('utf16le') : decode(bytes), end };
}

const latin1 = (bytes: Buffer): string => bytes.toString('latin1');
