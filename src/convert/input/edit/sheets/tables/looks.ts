/** What a style gives each cell of a table: what a part of the table says counts more than what a larger one says. */
import type { Line, Look, Side, TableStyle } from './styles.js';

export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface Table extends Area {
  readonly style: TableStyle;
  /** Numbers of rows. */
  readonly headers: number;
  readonly totals: number;
  readonly standsOut: Readonly<Record<'firstColumn' | 'lastColumn' | 'rowStripes' | 'columnStripes', boolean>>;
}

export type CellLook = Pick<Look, 'isBold' | 'color' | 'fill' | Side>;

/** A row or a column of a table. */
export interface Strip {
  /** What is the same for all that have the same looks. */
  readonly key: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Of those that are shown, as Excel counts them. */
  readonly isStriped: boolean;
}

export interface RowStrip extends Strip {
  readonly isHeader: boolean;
  readonly isTotal: boolean;
}

/** `hidden`: the numbers of hidden rows of the sheet in ascending order. */
export function rowStrip(table: Table, row: number, hidden: readonly number[]): RowStrip {
  const { top, bottom, headers, totals } = table;
  const [isHeader, isTotal] = [row < top + headers, row > bottom - totals];
  const isStriped = table.standsOut.rowStripes && shownBetween(top + headers, row, hidden) % 2 === 0;
  return keyed({ isFirst: row === top, isLast: row === bottom, isHeader, isTotal, isStriped });
}

/** `hidden`: as above, of columns. */
export function columnStrip({ left, right, standsOut }: Table, column: number, hidden: readonly number[]): Strip {
  const isStriped = standsOut.columnStripes && shownBetween(left, column, hidden) % 2 === 0;
  return keyed({ isFirst: column === left, isLast: column === right, isStriped });
}

function keyed<T extends object>(strip: T): T & { readonly key: string } {
  return { ...strip, key: Object.values(strip).map(Number).join('') };
}

function shownBetween(first: number, end: number, hidden: readonly number[]): number {
  return end - first - (countBelow(hidden, end) - countBelow(hidden, first));
}

function countBelow(ascending: readonly number[], end: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < end) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function lookOf(table: Table, row: RowStrip, column: Strip): CellLook {
  return Object.assign({}, ...partsOf(table, row, column));
}

/** From the largest. */
function partsOf({ style, standsOut }: Table, row: RowStrip, column: Strip): CellLook[] {
  const isData = !row.isHeader && !row.isTotal;
  const isColumn = (standsOut.firstColumn && column.isFirst) || (standsOut.lastColumn && column.isLast);
  const hasLine = isData && style.rowLine && standsOut.rowStripes;
  const ofRow = (look: Look) => within(look, ONLY, column);
  return [
    within(style.whole, row, column),
    ...(isData && (row.isStriped || column.isStriped) ? [ofRow(style.stripe)] : []),
    ...(hasLine ? [ofRow({ top: style.rowLine })] : []),
    ...(isColumn ? [within(style.column, row, ONLY)] : []),
    ...(row.isHeader ? [ofRow(style.header)] : []),
    ...(row.isTotal ? [ofRow(style.total)] : []),
  ];
}

type Ends = Pick<Strip, 'isFirst' | 'isLast'>;
const ONLY: Ends = { isFirst: true, isLast: true };

/** Of a cell in these rows and columns of a part of the table. */
function within({ vertical, horizontal, ...look }: Look, row: Ends, column: Ends): CellLook {
  const lines: [Side, Line | undefined][] = [
    ['left', column.isFirst ? look.left : vertical],
    ['right', column.isLast ? look.right : vertical],
    ['top', row.isFirst ? look.top : horizontal],
    ['bottom', row.isLast ? look.bottom : horizontal],
  ];
  const { left: _left, right: _right, top: _top, bottom: _bottom, ...rest } = look;
  return { ...rest, ...Object.fromEntries(lines.filter(([, line]) => line !== undefined)) };
}
