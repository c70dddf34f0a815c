/**
 * Counts the cells of tables in text and of sheets with their repeats, and the rectangle that a sheet uses. Prefixes are
 * ignored: a document may declare any.
 */
import type { Format } from '../../formats.js';
import { type Limits, requireWithin } from '../../limits.js';
import type { TagWatch } from './markup.js';

/** Counts over all parts of a document. */
export function tableWatch(format: Format, limits: Limits): TagWatch {
  if (format.family !== 'calc') return textTables(limits);
  return format.container === 'ooxml' ? workbook(limits) : openDocumentSheets(limits);
}

/** w:tc, a:tc, table:table-cell, td, th. */
function textTables(limits: Limits): TagWatch {
  let cells = 0;
  return {
    interest: /^(?:[\w.-]+:)?(?:tc|table-cell|td|th)(?![\w.-])/i,
    tag(text, part) {
      cells += repeats(text, 'columns');
      requireWithin(limits, 'tableCells', cells, part);
    },
  };
}

/** Cells of SpreadsheetML (ECMA-376-1, 18.3.1.4): `<c r="XFD1048576">`. Empty cells, which only have a style, do not extend the range. */
function workbook(limits: Limits): TagWatch {
  let cells = 0;
  let box = new Box();
  return {
    interest: /^(?:[\w.-]+:)?c(?![\w.-])/,
    tag(text, part) {
      requireWithin(limits, 'sheetCells', ++cells, part);
      const [, column = '', row = ''] = /\sr\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']/.exec(text) ?? [];
      if (column && !text.endsWith('/')) box.add(columnNumber(column), Number(row));
      requireWithin(limits, 'sheetRange', box.area, part);
    },
    end() {
      box = new Box();
    },
  };
}

/** Rows and cells may repeat (ODF 1.3 part 3, 19.675 and 19.678); only cells with content count. */
function openDocumentSheets(limits: Limits): TagWatch {
  let cells = 0;
  let box = new Box();
  let row = { end: 0, repeated: 1 };
  let column = 0;
  return {
    interest: /^(?:[\w.-]+:)?(?:table|table-row|table-cell|covered-table-cell)(?![\w.-])/,
    tag(text, part) {
      if (/^(?:[\w.-]+:)?table(?![\w.:-])/.test(text)) {
        box = new Box();
        row = { end: 0, repeated: 1 };
      } else if (/^(?:[\w.-]+:)?table-row/.test(text)) {
        const repeated = repeats(text, 'rows');
        row = { end: row.end + repeated, repeated };
        column = 0;
      } else {
        const repeated = repeats(text, 'columns');
        column += repeated;
        if (!/\s(?:[\w.-]+:)?(?:value-type|formula)\s*=/.test(text)) return;
        cells += repeated * row.repeated;
        box.add(column, row.end);
        requireWithin(limits, 'sheetCells', cells, part);
        requireWithin(limits, 'sheetRange', box.area, part);
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

function repeats(text: string, what: 'rows' | 'columns'): number {
  const found = new RegExp(`number-${what}-repeated\\s*=\\s*["'](\\d{1,9})["']`).exec(text)?.[1];
  return found === undefined ? 1 : Number(found);
}

/** 1 for A, 16384 for XFD. */
function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
