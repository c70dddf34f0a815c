/**
 * The sheets of a binary workbook of Excel ([MS-XLSB]). As in workbook.ts: hidden sheets lose their print area, and none of them is
 * active. The part stays as long as it is.
 */
import { type DocumentEdit, mainPart } from '../document.js';

/** [MS-XLSB] 2.3. */
const [NAME, SHEET, BOOK_VIEW] = [39, 156, 158];

interface BinaryRecord {
  readonly type: number;
  /** A view of the part; shorter where that is cut off. */
  readonly data: Buffer;
}

export const hideBinarySheets: DocumentEdit = async document => {
  const part = await mainPart(document);
  if (part === null) return;
  const workbook = Buffer.from(document.bytes(part));
  const records = [...recordsOf(workbook)];
  const dataOf = (type: number, length: number) =>
    records.flatMap(record => (record.type === type && record.data.length >= length ? [record.data] : []));
  const hidden = dataOf(SHEET, 4).map(sheet => sheet.readUInt32LE(0) !== 0);
  if (!hidden.includes(true)) return;
  const visible = hidden.flatMap((isHidden, position) => (isHidden ? [] : [position]));
  document.printSheets(new Set(visible), hidden.length);
  for (const name of dataOf(NAME, 13)) if (hidden[name.readUInt32LE(5)]) removePrintArea(name);
  for (const view of dataOf(BOOK_VIEW, 28)) if (hidden[view.readUInt32LE(24)]) view.writeUInt32LE(visible[0] ?? 0, 24);
  document.replace(part, workbook);
};

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
    const type = number(2);
    const length = number(4);
    yield { type, data: part.subarray(at, at + length) };
    at += length;
  }
}
