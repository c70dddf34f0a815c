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

export function lookOf(table: Table, row: number, column: number): CellLook {
  return Object.assign({}, ...partsOf(table, row, column).map(([look, area]) => within(look, area, row, column)));
}

/** From the largest. */
function partsOf(table: Table, row: number, column: number): [Look, Area][] {
  const { style, headers, totals, standsOut, top, left, bottom, right } = table;
  const whole = { top, left, bottom, right };
  const [isHeader, isTotal] = [row < top + headers, row > bottom - totals];
  const ofRow = { ...whole, top: row, bottom: row };
  const ofColumn = { ...whole, left: column, right: column };
  const isData = !isHeader && !isTotal;
  const isStriped =
    (standsOut.rowStripes && (row - top - headers) % 2 === 0) || (standsOut.columnStripes && (column - left) % 2 === 0);
  const isColumn = (standsOut.firstColumn && column === left) || (standsOut.lastColumn && column === right);
  const hasLine = style.rowLine && standsOut.rowStripes;
  return (
    [
      [style.whole, whole, true],
      [style.stripe, ofRow, isData && isStriped],
      [{ ...(hasLine && { top: style.rowLine }) }, ofRow, isData],
      [style.column, ofColumn, isColumn],
      [style.header, ofRow, isHeader],
      [style.total, ofRow, isTotal],
    ] as const
  )
    .filter(([, , counts]) => counts)
    .map(([look, area]) => [look, area]);
}

function within({ vertical, horizontal, ...look }: Look, area: Area, row: number, column: number): CellLook {
  const lines: [Side, Line | undefined][] = [
    ['left', column === area.left ? look.left : vertical],
    ['right', column === area.right ? look.right : vertical],
    ['top', row === area.top ? look.top : horizontal],
    ['bottom', row === area.bottom ? look.bottom : horizontal],
  ];
  const { left: _left, right: _right, top: _top, bottom: _bottom, ...rest } = look;
  return { ...rest, ...Object.fromEntries(lines.filter(([, line]) => line !== undefined)) };
}
