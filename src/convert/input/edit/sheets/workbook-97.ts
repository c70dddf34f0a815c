/**
 * The sheets of a workbook of Excel 5 to 2003. As in workbook.ts: sheets that are not printed are hidden and lose their
 * print area.
 */
import { DocconvError } from '../../../../errors.js';
import { decodeWindows1252 } from '../../../../system/formats/windows-1252.js';
import { type BiffRecord, readText } from '../../biff.js';
import type { DocumentEdit } from '../document.js';
import { openWorkbook97, type Workbook97 } from '../excel-97.js';
import { ABOUT, movedToFront, printedSheets, renumberReferences, type Sheet } from './selection.js';

const NAME = 0x18;
const EXTERN_SHEET = 0x17;
const WINDOW1 = 0x3d;
const CODE_PAGE = 0x42;
const CONTINUE = 0x3c;
const SUP_BOOK = 0x1ae;

/** Flags of the state of a sheet ([MS-XLS] 2.4.28): hidden, and hidden from the menu, too. */
const HIDDEN = 1;
const STATES = 3;
/** A sheet of this type is a module of macros, which LibreOffice hides. */
const MODULE = 6;

interface Sheet97 extends Sheet {
  readonly record: BiffRecord;
}

export const printSheets97: DocumentEdit = async (document, { options }) => {
  const workbook = openWorkbook97(document);
  const sheets = workbook ? sheetsOf(workbook) : [];
  if (!workbook || sheets.length === 0) {
    if (options.sheets !== undefined) throw new DocconvError('OPTION_UNSUPPORTED.sheets-unreadable', {}, ABOUT);
    return;
  }
  const isText = options.to === 'csv';
  if (options.sheets === undefined && !isText && sheets.every(({ isHidden }) => !isHidden)) return;
  const printed = printedSheets(sheets, options);
  document.printSheets(printed, sheets.length);
  if (isText) moveToFront(workbook, sheets, [...printed][0] ?? 0);
  else hideOthers(workbook, sheets, printed);
  workbook.save();
};

function sheetsOf(workbook: Workbook97): Sheet97[] {
  const decode = decoderOf(workbook);
  return workbook.boundSheets().map(record => ({
    record,
    name: readText(record.data, 6, 1, workbook.isBiff8, decode).text,
    isHidden: (record.data[4]! & STATES) !== 0 || record.data[5] === MODULE,
  }));
}

/** Texts of one byte for each character: before Excel 97 in the code page of the file, since then Latin-1. */
function decoderOf(workbook: Workbook97): ((bytes: Buffer) => string) | undefined {
  if (workbook.isBiff8) return undefined;
  const page = [...workbook.globals()].find(({ type, data }) => type === CODE_PAGE && data.length >= 2);
  const number = page?.data.readUInt16LE(0) ?? 0;
  if (number < 1250 || number === 1252 || number > 1258) return decodeWindows1252;
  const decoder = new TextDecoder(`windows-${number}`);
  return bytes => decoder.decode(bytes);
}

function hideOthers(workbook: Workbook97, sheets: readonly Sheet97[], printed: ReadonlySet<number>): void {
  for (const [position, { record, isHidden }] of sheets.entries())
    if (printed.has(position) === isHidden) setHidden(record, !isHidden);
  for (const { type, data } of workbook.globals())
    if (type === NAME && !printed.has(sheetOfName(data))) removePrintArea(data, workbook.isBiff8);
  const [first = 0] = printed;
  activate(workbook, first, position => printed.has(position));
}

function setHidden({ data }: BiffRecord, isHidden: boolean): void {
  data[4] = (data[4]! & ~STATES) | (isHidden ? HIDDEN : 0);
}

/** The position of the sheet that a defined name belongs to; -1 for a name of the workbook. */
function sheetOfName(name: Buffer): number {
  return name.length >= 10 ? name.readUInt16LE(8) - 1 : -1;
}

const BUILT_IN = 0x20;
const PRINT_AREA = 0x06;
/** A built-in name without a meaning for LibreOffice. */
const SHEET_TITLE = 0x0c;

function removePrintArea(name: Buffer, isBiff8: boolean): void {
  const at = isBiff8 ? 15 : 14;
  const isArea = name.length > at && (name[0]! & BUILT_IN) !== 0 && name[at] === PRINT_AREA;
  if (isArea && sheetOfName(name) >= 0) name[at] = SHEET_TITLE;
}

/** LibreOffice prints the active sheet even if it is hidden. */
function activate(workbook: Workbook97, position: number, isFine: (position: number) => boolean): void {
  for (const { type, data } of workbook.globals()) {
    if (type !== WINDOW1 || data.length < 14 || isFine(data.readUInt16LE(10))) continue;
    data.writeUInt16LE(position, 10);
    data.writeUInt16LE(position, 12);
  }
}

/** LibreOffice writes the first sheet or, as a library, the active one as CSV: the chosen one becomes both. */
function moveToFront(workbook: Workbook97, sheets: readonly Sheet97[], chosen: number): void {
  const { record } = sheets[chosen]!;
  setHidden(record, false);
  activate(workbook, 0, position => position === 0);
  if (chosen === 0) return;
  const moved = [...workbook.globals()].filter(({ type }) => type === EXTERN_SHEET);
  const isPossible =
    workbook.isBiff8 &&
    sheets.every((sheet, i) => i === 0 || sheet.record.at === sheets[i - 1]!.record.end) &&
    moved.every(({ next }) => next?.type !== CONTINUE);
  if (!isPossible) throw new DocconvError('OPTION_UNSUPPORTED.sheets-too-old', {}, ABOUT);
  const positionOf = movedToFront(chosen);
  for (const each of moved) renumberReferences(each.data, 2, ownBooks(workbook), positionOf);
  for (const { type, data } of workbook.globals())
    if (type === NAME && sheetOfName(data) >= 0) data.writeUInt16LE(positionOf(sheetOfName(data)) + 1, 8);
  const order = [record, ...sheets.filter((_, i) => i !== chosen).map(sheet => sheet.record)];
  const bytes = Buffer.concat(order.map(({ stream, at, end }) => stream.subarray(at, end)));
  bytes.copy(record.stream, sheets[0]!.record.at);
}

/** Indexes of the SUPBOOK records that stand for this workbook (2.4.271). */
function ownBooks(workbook: Workbook97): ReadonlySet<number> {
  const books = [...workbook.globals()].filter(({ type }) => type === SUP_BOOK);
  return new Set(books.flatMap(({ data }, i) => (data.length >= 4 && data.readUInt16LE(2) === 0x0401 ? [i] : [])));
}
