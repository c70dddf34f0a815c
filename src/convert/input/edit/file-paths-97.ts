/**
 * Paths in workbooks of Excel 5 to 2003: &Z in headers and footers, and formulas that ask for the name of the file, which
 * become their saved values.
 */
import { type BiffRecord, readText } from '../biff.js';
import type { EditableDocument } from './document.js';
import { openWorkbook97, type Workbook97 } from './excel-97.js';

const HEADER = 0x14;
const FOOTER = 0x15;
const NAME = 0x18;
const FORMULA = 0x06;

export function hidePaths97(document: EditableDocument): void {
  const workbook = openWorkbook97(document);
  if (!workbook) return;
  const names = namesWithPath(workbook);
  let isChanged = false;
  for (const { records } of workbook.sheets()) {
    /** Cells whose formulas others share. */
    const shared = new Set<number>();
    for (const record of records) {
      const { type } = record;
      if (type === HEADER || type === FOOTER) isChanged = removePath(record.data, workbook.isBiff8) || isChanged;
      else if (type === FORMULA && asksForPath(record, names, shared)) {
        keepValue(record);
        isChanged = true;
      }
    }
  }
  if (isChanged) workbook.save();
}

/** The text becomes shorter in a record of the same length. */
function removePath(data: Buffer, isBiff8: boolean): boolean {
  const countLength = isBiff8 ? 2 : 1;
  if (data.length < countLength + 1) return false;
  const { text, end } = readText(data, 0, countLength, isBiff8);
  const shorter = text.replace(/&[&Z]/gi, code => (code === '&&' ? code : ''));
  if (shorter === text) return false;
  const start = countLength + (isBiff8 ? 1 : 0);
  data.writeUIntLE(shorter.length, 0, countLength);
  data.fill(0, start, Math.min(end, data.length));
  data.write(shorter, start, isBiff8 && (data[2]! & 1) !== 0 ? 'utf16le' : 'latin1');
  return true;
}

/** PtgFuncVar ([MS-XLS] 2.5.198.63): a count of arguments, and the number of the function. */
const FUNCTION_TOKENS = [0x22, 0x42, 0x62];
const CELL = 125;

/** Bytes that only look like it cost nothing but the formula: its value stays. */
function containsPath(tokens: Buffer): boolean {
  const text = tokens.toString('latin1').replaceAll('\0', '').toLowerCase();
  return text.includes('filename') && hasToken(tokens, FUNCTION_TOKENS, at => tokens.readUInt16LE(at + 2) === CELL);
}

/** A token of four bytes or more that begins with one of `types`. */
function hasToken(tokens: Buffer, types: readonly number[], isMeant: (at: number) => boolean): boolean {
  for (let at = 0; at + 4 <= tokens.length; at++) if (types.includes(tokens[at]!) && isMeant(at)) return true;
  return false;
}

/** Numbers, from 1, of the defined names whose formulas ask for the path, themselves or by a name before them. */
function namesWithPath(workbook: Workbook97): ReadonlySet<number> {
  const found = new Set<number>();
  let number = 0;
  for (const { type, data } of workbook.globals()) {
    if (type !== NAME) continue;
    number++;
    if (containsPath(data) || usesName(data.subarray(14), found)) found.add(number);
  }
  return found;
}

/** PtgName (2.5.198.76). */
const NAME_TOKENS = [0x23, 0x43, 0x63];

function usesName(tokens: Buffer, names: ReadonlySet<number>): boolean {
  return names.size > 0 && hasToken(tokens, NAME_TOKENS, at => names.has(tokens.readUInt16LE(at + 1)));
}

/** Of the first cell of a shared formula, an array or a table: they stand behind it. */
const SHARED = [0x4bc, 0x221, 0x236];
const TOKENS = 22;
/** PtgExp (2.5.198.58), with the row and the column of the first cell. */
const REFERENCE = 0x01;

function asksForPath({ data, next }: BiffRecord, names: ReadonlySet<number>, shared: Set<number>): boolean {
  const tokens = data.subarray(TOKENS);
  const asks = (formula: Buffer) => containsPath(formula) || usesName(formula, names);
  if (tokens[0] !== REFERENCE || tokens.length < 5) return asks(tokens);
  const cell = tokens.readUInt32LE(1);
  if (next && SHARED.includes(next.type) && asks(next.data)) shared.add(cell);
  return shared.has(cell);
}

const [BLANK, NUMBER, LABEL, BOOL_ERR, STRING] = [0x201, 0x203, 0x204, 0x205, 0x207];
/** DBCell: LibreOffice ignores it. */
const IGNORED = 0xd7;

/** Bytes of the row, the column and the format of a cell, with which every record of a cell begins. */
const PLACE = 6;

/** The value of a formula (2.5.133) is a number unless its last bytes are these. */
const OTHER_VALUE = 0xffff;
const [TEXT, BOOLEAN, ERROR] = [0, 1, 2];

/** The records of the formula become one of its value; LibreOffice ignores bytes behind the value. */
function keepValue(formula: BiffRecord): void {
  const { data } = formula;
  const isNumber = data.readUInt16LE(PLACE + 6) !== OTHER_VALUE;
  const [kind, value] = [data[PLACE]!, data[PLACE + 2]!];
  const { last, text } = partsOf(formula);
  if (!isNumber && kind === TEXT && text && replaceByText(formula, text)) return;
  for (let part = formula.next; part && last && part.at <= last.at; part = part.next) part.type = IGNORED;
  if (isNumber) formula.type = NUMBER;
  else if (kind === BOOLEAN || kind === ERROR) {
    formula.type = BOOL_ERR;
    data[PLACE] = value;
    data[PLACE + 1] = kind === ERROR ? 1 : 0;
  } else formula.type = BLANK;
}

/** The records behind a formula that belong to it; `text`: its saved text. */
function partsOf(formula: BiffRecord): { last: BiffRecord | null; text: BiffRecord | null } {
  let last: BiffRecord | null = null;
  for (let part = formula.next; part; part = part.next) {
    if (part.type === STRING) return { last: part, text: part };
    if (!SHARED.includes(part.type)) break;
    last = part;
  }
  return { last, text: null };
}

/** A record that is ignored, and a label that ends where the text ended: the text may continue in the next record. */
function replaceByText({ stream, at, data }: BiffRecord, text: BiffRecord): boolean {
  const label = Buffer.concat([data.subarray(0, PLACE), text.data]);
  const start = text.end - label.length - 4;
  if (label.length > 0xffff || start - at - 4 > 0xffff) return false;
  stream.writeUInt16LE(IGNORED, at);
  stream.writeUInt16LE(start - at - 4, at + 2);
  stream.writeUInt16LE(LABEL, start);
  stream.writeUInt16LE(label.length, start + 2);
  label.copy(stream, start + 4);
  return true;
}
