/** The cells of a row of a table, with their looks; cells that the row does not state are added. */
import { MAX_COLUMNS } from '../../layout/sheets/wrapped.js';
import { attributeIn, isOn, startTags, withAttributes } from '../../layout/tags.js';
import type { Formats } from './formats.js';
import { columnStrip, lookOf, type RowStrip, rowStrip, type Strip, type Table } from './looks.js';
import { placeOf } from './parts.js';

export interface ColumnState {
  readonly format: number;
  readonly isHidden: boolean;
}

/** By the numbers of columns (ECMA-376-1, 18.3.1.13); elements for columns before, which Excel does not read, are left out. */
export function columnsIn(text: string): ReadonlyMap<number, ColumnState> {
  const columns = new Map<number, ColumnState>();
  let last = 0;
  for (const { tag } of startTags(text.slice(0, text.indexOf('<sheetData')), 'col')) {
    const [min, max] = [Number(attributeIn(tag, 'min')), Math.min(Number(attributeIn(tag, 'max')), MAX_COLUMNS)];
    if (!(min > last)) continue;
    const state = { format: Number(attributeIn(tag, 'style') ?? 0), isHidden: isOn(tag, 'hidden') };
    for (let column = min; column <= max; column++) columns.set(column, state);
    last = Math.max(min, max);
  }
  return columns;
}

interface Column extends Strip {
  readonly column: number;
  readonly letters: string;
  /** Of cells that are not stated. */
  readonly format: number;
}

export class DrawnTable {
  readonly #columns: readonly Column[];
  /** Numbers of formats by the own one of a cell, and its row and column. */
  readonly #known = new Map<string, number>();

  /** @param hidden Rows, in ascending order. */
  constructor(
    readonly table: Table,
    columns: ReadonlyMap<number, ColumnState>,
    readonly hidden: readonly number[],
    readonly formats: Formats,
  ) {
    const own = Array.from({ length: table.right - table.left + 1 }, (_, i) => table.left + i);
    const hiddenColumns = own.filter(column => columns.get(column)?.isHidden);
    this.#columns = own.map(column => ({
      ...columnStrip(table, column, hiddenColumns),
      ...{ column, letters: lettersOf(column), format: columns.get(column)?.format ?? 0 },
    }));
  }

  /**
   * @param xml The cells of a row. Where one does not state its place, all are left as they are.
   * @param format That of the row, undefined for none.
   */
  draw(xml: string, row: number, format: number | undefined): string {
    const strip = rowStrip(this.table, row, this.hidden);
    const tags = Array.from(startTags(xml, 'c'), tag => ({
      ...tag,
      column: placeOf(attributeIn(tag.tag, 'r') ?? '')?.column,
    }));
    if (tags.some(({ column }) => column === undefined)) return xml;
    let changed = '';
    let at = 0;
    let next = 0;
    for (const column of this.#columns) {
      while (next < tags.length && tags[next]!.column! < column.column) next++;
      const found = tags[next]?.column === column.column ? tags[next] : undefined;
      const from = found?.from ?? tags[next]?.from ?? xml.length;
      const own = found ? Number(attributeIn(found.tag, 's') ?? 0) : (format ?? column.format);
      const s = this.#format(own, strip, column);
      changed += xml.slice(at, from);
      changed += found ? withAttributes(found.tag, { s }) : `<c r="${column.letters}${row}" s="${s}"/>`;
      at = found?.to ?? from;
    }
    return changed + xml.slice(at);
  }

  #format(base: number, row: RowStrip, column: Strip): number {
    const key = `${base} ${row.key} ${column.key}`;
    const known = this.#known.get(key) ?? this.formats.with(base, lookOf(this.table, row, column));
    this.#known.set(key, known);
    return known;
  }
}

function lettersOf(column: number): string {
  const [rest, letter] = [Math.floor((column - 1) / 26), String.fromCharCode(65 + ((column - 1) % 26))];
  return rest === 0 ? letter : lettersOf(rest) + letter;
}
