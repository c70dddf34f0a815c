/**
 * Counts the cells of tables in text and of sheets with their repeats, and the rectangle that a sheet uses. Prefixes are
 * ignored: a document may declare any.
 */
import type { Format } from '../../formats.js';
import { requireWithin } from '../../limits.js';
import type { TagWatch } from './tags.js';
import type { Tally } from './tally.js';

/**
 * Levels that a table of Word counts for: LibreOffice takes twice as long for each table within a table, a minute for 16
 * (measured with 7.4.7).
 */
export const TABLE_LEVELS = 30;

/** Counts over all parts of a document. */
export function tableWatch(format: Format, tally: Tally): TagWatch {
  if (format.family !== 'calc') return textTables(tally);
  return format.container === 'ooxml' ? workbook(tally) : openDocumentSheets(tally);
}

/** w:tc, a:tc, table:table-cell, td, th. Writer does not repeat rows (measured with 7.4.7). */
function textTables(tally: Tally): TagWatch {
  return {
    names: ['tc', 'table-cell', 'td', 'th'],
    tag(text, _, part) {
      tally.add('tableCells', repeats(text, COLUMNS), part);
    },
  };
}

/** Cells of SpreadsheetML (ECMA-376-1, 18.3.1.4): `<c r="XFD1048576">`. Empty cells, which only have a style, do not extend the range. */
function workbook(tally: Tally): TagWatch {
  let box = new Box();
  return {
    names: ['c'],
    tag(text, _, part) {
      tally.add('sheetCells', 1, part);
      const [, column = '', row = ''] = /\sr\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/.exec(text) ?? [];
      if (column && !text.endsWith('/')) box.add(columnNumber(column), Number(row));
      requireWithin(tally.limits, 'sheetRange', box.area, part);
    },
    end() {
      box = new Box();
    },
  };
}

/** Rows and cells may repeat (ODF 1.3 part 3, 19.675 and 19.678); only cells with content count. */
function openDocumentSheets(tally: Tally): TagWatch {
  let box = new Box();
  let row = { end: 0, repeated: 1 };
  let column = 0;
  return {
    names: ['table', 'table-row', 'table-cell', 'covered-table-cell'],
    tag(text, name, part) {
      if (name === 'table') {
        box = new Box();
        row = { end: 0, repeated: 1 };
      } else if (name === 'table-row') {
        const repeated = repeats(text, ROWS);
        row = { end: row.end + repeated, repeated };
        column = 0;
      } else {
        const repeated = repeats(text, COLUMNS);
        column += repeated;
        if (!/\s(?:[\w.-]+:)?(?:value-type|formula)\s*=/.test(text)) return;
        tally.add('sheetCells', repeated * row.repeated, part);
        box.add(column, row.end);
        requireWithin(tally.limits, 'sheetRange', box.area, part);
      }
    },
  };
}

/** The rectangle of the used cells. */
class Box {
  #left = Number.POSITIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #right = 0;
  #bottom = 0;

  add(column: number, row: number): void {
    this.#left = Math.min(this.#left, column);
    this.#right = Math.max(this.#right, column);
    this.#top = Math.min(this.#top, row);
    this.#bottom = Math.max(this.#bottom, row);
  }

  get area(): number {
    return this.#right === 0 ? 0 : (this.#right - this.#left + 1) * (this.#bottom - this.#top + 1);
  }
}

const ROWS = /number-rows-repeated\s*=\s*["'](\d{1,9})["']/;
const COLUMNS = /number-columns-repeated\s*=\s*["'](\d{1,9})["']/;

function repeats(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? 1 : Number(found);
}

/** 1 for A, 16384 for XFD. */
export const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
