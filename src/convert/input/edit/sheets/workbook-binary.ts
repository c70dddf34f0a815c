/**
 * The sheets of a binary workbook of Excel ([MS-XLSB]). As in workbook.ts: hidden sheets lose their print area, and none of
 * them is active. The first one that is not hidden is moved to the front for CSV. The part stays as long as it is.
 */
import { type DocumentEdit, mainPart } from '../document.js';
import { movedToFront, renumberReferences } from './selection.js';

/** [MS-XLSB] 2.3. */
const [NAME, SHEET, BOOK_VIEW] = [39, 156, 158];
const [SOURCE, OWN_BOOK, OWN_SHEET, ADD_IN, REFERENCES] = [355, 357, 358, 667, 362];

interface BinaryRecord {
  readonly type: number;
  /** A view of the part; shorter where that is cut off. */
  readonly data: Buffer;
  /** Of the record in the part. */
  readonly start: number;
  readonly end: number;
}

export const printBinarySheets: DocumentEdit = async (document, { options }) => {
  const part = await mainPart(document);
  if (part === null) return;
  const workbook = Buffer.from(document.bytes(part));
  const records = [...recordsOf(workbook)];
  const sheets = records.filter(({ type }) => type === SHEET);
  const hidden = sheets.map(({ data }) => data.length >= 4 && data.readUInt32LE(0) !== 0);
  const isText = options.to === 'csv';
  if (!hidden.includes(true) && !isText) return;
  const visible = hidden.flatMap((isHidden, position) => (isHidden ? [] : [position]));
  document.printSheets(new Set(visible), hidden.length);
  const [first = 0] = visible;
  if (isText) moveToFront(workbook, records, first);
  else leaveOut(records, hidden, first);
  document.replace(part, workbook);
};

function leaveOut(records: readonly BinaryRecord[], hidden: readonly boolean[], first: number): void {
  for (const name of dataOf(records, NAME, 13)) if (hidden[name.readUInt32LE(5)]) removePrintArea(name);
  for (const view of dataOf(records, BOOK_VIEW, 28)) if (hidden[view.readUInt32LE(24)]) view.writeUInt32LE(first, 24);
}

function dataOf(records: readonly BinaryRecord[], type: number, length: number): Buffer[] {
  return records.flatMap(record => (record.type === type && record.data.length >= length ? [record.data] : []));
}

function moveToFront(workbook: Buffer, records: readonly BinaryRecord[], chosen: number): void {
  for (const view of dataOf(records, BOOK_VIEW, 28)) view.writeUInt32LE(0, 24);
  if (chosen === 0) return;
  const positionOf = movedToFront(chosen);
  for (const name of dataOf(records, NAME, 13)) {
    const sheet = name.readUInt32LE(5);
    if (sheet !== ALL_SHEETS) name.writeUInt32LE(positionOf(sheet), 5);
  }
  for (const table of dataOf(records, REFERENCES, 4)) renumberReferences(table, 4, ownBooks(records), positionOf);
  const sheets = records.filter(({ type }) => type === SHEET);
  const [{ start: to }, { start, end }] = [sheets[0]!, sheets[chosen]!];
  const moved = Buffer.from(workbook.subarray(start, end));
  workbook.copyWithin(to + moved.length, to, start);
  moved.copy(workbook, to);
}

/** Of a name of the workbook. */
const ALL_SHEETS = 0xffff_ffff;

/** Indexes of the books that stand for this workbook. */
function ownBooks(records: readonly BinaryRecord[]): ReadonlySet<number> {
  const books = records.filter(({ type }) => [SOURCE, OWN_BOOK, OWN_SHEET, ADD_IN].includes(type));
  return new Set(books.flatMap(({ type }, i) => (type === OWN_BOOK ? [i] : [])));
}

const BUILT_IN = 0x20;

/** A name that is not built in has no meaning (BrtName, 2.4.712). */
function removePrintArea(name: Buffer): void {
  const text = name.toString('utf16le', 13, 13 + 2 * name.readUInt32LE(9));
  if (/^(?:_xlnm\.)?print_area$/i.test(text)) name[0]! &= ~BUILT_IN;
}

/** Type and length are numbers of seven bits in each byte (2.1.4). */
function* recordsOf(part: Buffer): Generator<BinaryRecord> {
  let at = 0;
  const number = (most: number) => {
    let value = 0;
    for (let i = 0; i < most && at < part.length; i++) {
      const byte = part[at++]!;
      value += (byte & 0x7f) << (7 * i);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < part.length) {
    const start = at;
    const type = number(2);
    const length = number(4);
    const data = part.subarray(at, at + length);
    at += length;
    yield { type, data, start, end: at };
  }
}
