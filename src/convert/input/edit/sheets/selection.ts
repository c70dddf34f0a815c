/** Which sheets of a workbook are printed: those that `--sheets` names, or all that are not hidden. */
import { DocconvError } from '../../../../errors.js';
import { singleLine } from '../../../../text.js';
import type { PdfOptions } from '../../../options.js';

/** In the order of the workbook. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** The positions of the printed sheets, from 0 and ascending. Throws OPTION_INVALID, with a list of the sheets. */
export function printedSheets(sheets: readonly Sheet[], { sheets: wanted, to }: PdfOptions): ReadonlySet<number> {
  const visible = sheets.flatMap(({ isHidden }, at) => (isHidden ? [] : [at]));
  if (wanted === undefined) return new Set(visible);
  const found = new Set(entriesOf(wanted).flatMap(entry => find(entry, sheets, visible)));
  if (to === 'csv' && found.size !== 1) {
    throw new DocconvError('OPTION_INVALID.sheets-for-csv', { count: found.size }, ABOUT);
  }
  return new Set([...found].sort((a, b) => a - b));
}

/** The new positions of the sheets when this one becomes the first. */
export const movedToFront =
  (chosen: number) =>
  (position: number): number =>
    position === chosen ? 0 : position < chosen ? position + 1 : position;

/** Separated by commas; single quotes enclose a name with a comma, and are doubled inside, as in formulas. */
function entriesOf(list: string): string[] {
  const entries = list.match(/'(?:[^']|'')*'|[^,]+/g) ?? [];
  return entries.map(entry => entry.trim()).filter(entry => entry !== '');
}

/** A name comes before a number: sheets are often called as years. Numbers count the sheets that are not hidden. */
function find(entry: string, sheets: readonly Sheet[], visible: readonly number[]): number[] {
  const isQuoted = entry.length > 1 && entry.startsWith("'") && entry.endsWith("'");
  const name = isQuoted ? entry.slice(1, -1).replaceAll("''", "'") : entry;
  const exact = sheets.findIndex(sheet => sheet.name === name);
  const similar = sheets.findIndex(sheet => sheet.name.toLowerCase() === name.toLowerCase());
  if (exact >= 0 || similar >= 0) return [exact >= 0 ? exact : similar];
  const [, from = '', dash, to = ''] = (!isQuoted && /^(\d{1,5})(-)?(\d{0,5})$/.exec(entry)) || [];
  const last = dash ? Number(to || visible.length) : Number(from);
  const inRange = visible.slice(Math.max(0, Number(from) - 1), last);
  if (Number(from) > 0 && inRange.length === last - Number(from) + 1) return inRange;
  throw new DocconvError(
    'OPTION_INVALID.no-such-sheet',
    { name: JSON.stringify(singleLine(name, 60)), sheets: listOf(sheets) },
    ABOUT,
  );
}

const LISTED = 20;

function listOf(sheets: readonly Sheet[]): string {
  let number = 0;
  const rows = sheets
    .slice(0, LISTED)
    .map(({ name, isHidden }) => `${isHidden ? 'hidden' : ++number}: ${singleLine(name, 40)}`);
  const more = sheets.length > LISTED ? `, and ${sheets.length - LISTED} more` : '';
  return rows.join(', ') + more;
}

/**
 * The sheets that formulas refer to ([MS-XLS] 2.5.341; BrtExternSheet of [MS-XLSB]), behind their count: the index of a book,
 * the first and the last sheet. @param size bytes of a number @param own indexes of the books that stand for this workbook
 */
export function renumberReferences(
  table: Buffer,
  size: 2 | 4,
  own: ReadonlySet<number>,
  positionOf: (old: number) => number,
): void {
  for (let at = size; at + 3 * size <= table.length; at += 3 * size) {
    const [first, last] = [table.readIntLE(at + size, size), table.readIntLE(at + 2 * size, size)];
    if (!own.has(table.readUIntLE(at, size)) || first < 0 || last < first) continue;
    const positions = [positionOf(first), positionOf(last)].sort((a, b) => a - b);
    table.writeIntLE(positions[0]!, at + size, size);
    table.writeIntLE(positions[1]!, at + 2 * size, size);
  }
}

export const ABOUT = { detail: { option: 'sheets' } };
