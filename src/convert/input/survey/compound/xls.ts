/** The fonts of the cells of an Excel 97 workbook ([MS-XLS]): FONT, XF and the records of cells with content. */
import { BIFF8, BOF, EOF, readText, records } from '../../biff.js';
import type { CompoundFile } from '../../cfb.js';

const FONT = 0x31;
const XF = 0xe0;
const MULRK = 0xbd;
/** FORMULA, RSTRING, LABELSST, NUMBER, LABEL, BOOLERR, RK: row, column and format begin each of them. */
const CELLS = new Set([0x06, 0xd6, 0xfd, 0x203, 0x204, 0x205, 0x27e]);

/** There is no font 4 ([MS-XLS] 2.5.129). */
const NO_FONT = 4;

export function sheetFonts(file: CompoundFile): ReadonlySet<string> | null {
  const workbook = file.stream('Workbook');
  if (!workbook || workbook.readUInt16LE(0) !== BOF || workbook.readUInt16LE(4) !== BIFF8) return null;
  const names: string[] = [];
  const formats: number[] = [];
  const used = new Set<number>();
  let isGlobal = true;
  for (const { type, data } of records(workbook)) {
    if (type === EOF) isGlobal = false;
    else if (type === FONT && isGlobal) {
      if (names.length === NO_FONT) names.push('');
      names.push(readText(data, 14, 1, true).text.split('\0')[0]!);
    } else if (type === XF && isGlobal) formats.push(data.readUInt16LE(0));
    else if (CELLS.has(type)) used.add(data.readUInt16LE(4));
    else if (type === MULRK) for (let at = 4; at + 6 < data.length; at += 6) used.add(data.readUInt16LE(at));
  }
  const found = [...used].map(format => names[formats[format] ?? -1] ?? '');
  return new Set(found.filter(name => name !== ''));
}
