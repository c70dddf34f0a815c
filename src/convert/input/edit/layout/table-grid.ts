/**
 * The grid of a table whose cells state other widths, as libraries write it: Word follows the cells (ECMA-376-1, 17.4.71 and
 * 17.18.87), LibreOffice the grid. A table is left as it is unless its cells agree on the width of each column.
 */
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, mainPart } from '../document.js';
import { sectionAt } from './sections.js';
import { attributeIn, elementsIn, numberIn, startTags, whereReadable, withAttributes } from './tags.js';

/** Widths that count as the same, in twips: they are rounded. */
const NEAR = 15;
/** Twips that a table may have beside those of its grid: the text of A4 with margins of an inch. Word shrinks wider ones. */
const WIDEST = 9026;
/** Widths in percent are fiftieths of one (17.18.90). */
const WHOLE = 5000;
/** What is not read: tables within others, rows that begin or end within the grid, and tracked changes. */
const NOT_READ = /<w:(?:tbl|gridBefore|gridAfter|\w+Change|sdt|ins|del)[\s/>]/;
/** Word saves the widths that its columns have in the grid. */
const SAVED_BY_WORD = /\s(?:w:rsid\w*|w14:paraId)\s*=/;
const FIXED = /<w:tblLayout\s[^<>]*fixed/;
/** Of a letter and of the margins of a cell, in twips. */
const LETTER = 110;
const MARGINS = 216;
const PARTS = /\.wordprocessingml\.(?:header|footer)\+/;

export const followCells: DocumentEdit = whereReadable(async document => {
  const main = await mainPart(document);
  for (const part of document.parts) {
    const isRead = part === main || PARTS.test(await document.contentType(part));
    if (isRead) document.change(part, gridEdits(document.text(part)!));
  }
});

function gridEdits(text: string): Edit[] {
  const edits: Edit[] = [];
  const tables = /<w:tbl(?=[\s/>])/g;
  for (let start = tables.exec(text); start; start = tables.exec(text)) {
    const table = sectionAt(text, 'w:tbl', start.index);
    if (!table) return []; // not well-formed
    tables.lastIndex = table.to;
    const { from } = table;
    const own = tableEdits(text.slice(from, table.to));
    edits.push(...own.map(edit => ({ ...edit, from: edit.from + from, to: edit.to + from })));
  }
  return edits;
}

function tableEdits(table: string): Edit[] {
  if (NOT_READ.test(table.slice('<w:tbl'.length))) return [];
  const grid = [...startTags(table, 'w:gridCol')];
  const columns = grid.map(({ tag }) => numberIn(tag, 'w:w'));
  const [preferred] = startTags(table, 'w:tblW');
  const total = preferred ? widthIn(preferred.tag) : null;
  const widths = widthsOfCells(table, grid.length, total?.twips || Math.max(sum(columns), WIDEST));
  if (!widths || !fits(sum(widths), sum(columns), total)) return [];
  if (!FIXED.test(table) && (SAVED_BY_WORD.test(table) || !holdWords(table, widths))) return [];
  const isSame = widths.every((width, i) => Math.abs(width - columns[i]!) <= NEAR);
  return isSame
    ? []
    : grid.map(({ tag, from, to }, i) => ({ from, to, text: withAttributes(tag, { 'w:w': widths[i]! }) }));
}

/** Whether no word needs more than its column has, which Word would widen: by an estimate, since fonts are not read. */
function holdWords(table: string, widths: readonly number[]): boolean {
  for (const row of elementsIn(table, 'w:tr')) {
    let at = 0;
    for (const { content } of elementsIn(row.content, 'w:tc')) {
      const words = content
        .replaceAll('</w:p>', ' ')
        .replace(/<[^<>]*>/g, '')
        .split(/[\s-]+/);
      const longest = Math.max(...words.map(({ length }) => length));
      const columns = spanOf(content);
      if (longest * LETTER + MARGINS > sum(widths.slice(at, at + columns)) && longest > 0) return false;
      at += columns;
    }
  }
  return true;
}

/** Whether Word gives the cells these widths in sum: neither more than the page has nor others than the table states. */
function fits(width: number, grid: number, total: Width | null): boolean {
  if (total?.share) return true;
  if (total?.twips) return Math.abs(width - total.twips) <= total.twips / 50;
  return width <= Math.max(grid, WIDEST) + NEAR;
}

/** Of each column, in twips; null where one is not known, or cells of a column differ. `total`: of which widths are shares. */
function widthsOfCells(table: string, count: number, total: number): number[] | null {
  const widths: number[] = [];
  for (const row of elementsIn(table, 'w:tr')) {
    let at = 0;
    for (const { content } of elementsIn(row.content, 'w:tc')) {
      const [stated] = startTags(content, 'w:tcW');
      const columns = spanOf(content);
      const width = stated && columns === 1 ? twipsIn(stated.tag, total) : 0;
      if (columns === 1 && !(width > 0 && Math.abs(width - (widths[at] ?? width)) <= NEAR)) return null;
      if (columns === 1) widths[at] ??= width;
      at += columns;
    }
    if (at !== count) return null;
  }
  const known = Object.keys(widths).length;
  return known === count && count > 0 ? widths : null;
}

/** Columns of a cell (17.4.17). */
function spanOf(cell: string): number {
  const [span] = startTags(cell, 'w:gridSpan');
  return span ? numberIn(span.tag, 'w:val') : 1;
}

/** Of a table or cell (17.18.87): in twips, or a share of what contains it. */
interface Width {
  readonly twips?: number;
  readonly share?: number;
}

function widthIn(tag: string): Width {
  const stated = attributeIn(tag, 'w:w') ?? '';
  if (stated.endsWith('%')) return { share: Number.parseFloat(stated) / 100 };
  const type = attributeIn(tag, 'w:type') ?? 'dxa';
  if (type === 'pct') return { share: Number(stated) / WHOLE };
  return type === 'dxa' ? { twips: Number(stated) } : {};
}

function twipsIn(tag: string, total: number): number {
  const { twips, share } = widthIn(tag);
  return Math.round(twips ?? (share ?? 0) * total);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
