/**
 * The grid of a table whose cells state other widths, or none, as libraries write it: Word follows the cells (ECMA-376-1, 17.4.71
 * and 17.18.87) or their text, LibreOffice the grid. A table is left as it is unless its cells agree on the width of each column.
 */

import { sum } from '../../../../../system/collections.js';
import type { Edit } from '../../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../../document.js';
import { stylesPart } from '../../word.js';
import { tablesIn } from '../sections.js';
import { attributeIn, elementsIn, numberIn, type StartTag, startTags, whereReadable, withAttributes } from '../tags.js';
import { fitted, larger, type Need, type NeedOf, needs } from './content.js';
import { type SizeOfStyle, sizesOfStyles, textWidths } from './room.js';

/** Widths that count as the same, in twips: they are rounded. */
const NEAR = 15;
/** Widths in percent are fiftieths of one (17.18.90). */
const WHOLE = 5000;
/** What is not read: tables within others, rows that begin or end within the grid, and tracked changes. */
const NOT_READ = /<w:(?:tbl|gridBefore|gridAfter|\w+Change|sdt|ins|del)[\s/>]/;
/** Word saves the widths that its columns have in the grid. */
const SAVED_BY_WORD = /\s(?:w:rsid\w*|w14:paraId)\s*=/;
const FIXED = /<w:tblLayout\s[^<>]*fixed/;
/** What a cell has beside words, or makes it wider than its widest word. */
const NOT_MEASURED = /<w:(?:drawing|pict|object|noWrap)[\s/>]/;
/** Twips of a letter for each half point of its size, and half points of the least size that counts. */
const LETTER = 5;
const SMALLEST = 22;
/** Of a cell, in twips: the text of a table begins where that of the page does. */
const MARGINS = 216;
/** Characters of a table whose text is measured. */
const MAX_MEASURED = 1_000_000;
/** Of a table in Word, which refuses others. */
const MAX_COLUMNS = 63;
const PARTS = /\.wordprocessingml\.(?:header|footer)\+/;

/** What a table has room for. */
interface Room {
  /** Twips of the text of a page: Word shrinks tables that are wider. */
  readonly width: number;
  /** Whether the text of all pages has this width. */
  readonly isSame: boolean;
  readonly sizeOf: SizeOfStyle;
  readonly needOf: NeedOf;
  /** Whether only tables are changed whose columns have no room for a letter: LibreOffice leaves out their text. */
  readonly isForLostText: boolean;
}

export const followCells: DocumentEdit = whereReadable(async (document, { options }) => {
  const main = await mainPart(document);
  if (main === null) return;
  let room: Room | null = null;
  for (const part of document.parts) {
    const isRead = part === main || PARTS.test(await document.contentType(part));
    if (!isRead || !document.text(part)!.includes('<w:tbl')) continue;
    room ??= await roomIn(document, main, options.layout === 'libreoffice');
    document.change(part, gridEdits(document.text(part)!, room));
  }
});

async function roomIn(document: EditableDocument, main: string, isForLostText: boolean): Promise<Room> {
  const part = await stylesPart(document);
  const styles = part === null ? '' : document.text(part)!;
  const sizeOf = sizesOfStyles(styles);
  const { narrowest, isSame } = textWidths(document.text(main)!);
  return { width: narrowest, isSame, sizeOf, needOf: needs(styles, sizeOf), isForLostText };
}

function gridEdits(text: string, room: Room): Edit[] {
  if (text.includes('<!')) return []; // in comments and CDATA sections, text looks like tags
  const edits: Edit[] = [];
  for (const { from, to } of tablesIn(text)) {
    for (const edit of tableEdits(text.slice(from, to), room))
      edits.push({ ...edit, from: edit.from + from, to: edit.to + from });
  }
  return edits;
}

function tableEdits(table: string, room: Room): Edit[] {
  if (NOT_READ.test(table.slice('<w:tbl'.length))) return isUnstated(table) ? equalEdits(table, room) : [];
  const grid = [...startTags(table, 'w:gridCol')];
  if (room.isForLostText && !hasNoRoom(grid)) return [];
  const columns = grid.map(({ tag }) => numberIn(tag, 'w:w'));
  const [preferred] = startTags(table, 'w:tblW');
  const total = preferred ? widthIn(preferred.tag) : null;
  const widths = isUnstated(table)
    ? widthsOfText(table, grid.length, { total, room })
    : statedWidths(table, { columns, total, room });
  const isSame = !widths || widths.every((width, i) => Math.abs(width - columns[i]!) <= NEAR);
  return isSame ? [] : grid.map((column, i) => withWidth(column, widths[i]!));
}

const withWidth = ({ tag, from, to }: StartTag, width: number): Edit => ({
  from,
  to,
  text: withAttributes(tag, { 'w:w': width }),
});

/** A table that is not read, with columns that have no room for a letter, gets equal ones; and tables in it their own. */
function equalEdits(table: string, room: Room): Edit[] {
  const grid = [...startTags(table.slice(0, Math.max(0, table.search(/<w:tr[\s/>]/))), 'w:gridCol')];
  const width = Math.floor(room.width / grid.length);
  const offset = '<w:tbl'.length;
  const inner = gridEdits(table.slice(offset), { ...room, width: width - MARGINS });
  return [
    ...(hasNoRoom(grid) ? grid.map(column => withWidth(column, width)) : []),
    ...inner.map(edit => ({ ...edit, from: edit.from + offset, to: edit.to + offset })),
  ];
}

/** Whether no column has room for a letter. */
const hasNoRoom = (grid: readonly StartTag[]): boolean => grid.every(({ tag }) => numberIn(tag, 'w:w') <= MARGINS);

/** Whether a library has left the widths to Word. */
function isUnstated(table: string): boolean {
  if (FIXED.test(table) || SAVED_BY_WORD.test(table)) return false;
  for (const { tag } of startTags(table, 'w:tcW')) {
    const { twips, share } = widthIn(tag);
    if (twips || share) return false;
  }
  return true;
}

/** Null for a table whose columns the grid does not tell. */
function widthsOfText(table: string, count: number, { total, room }: Omit<Stated, 'columns'>): number[] | null {
  const columns = needsOfColumns(table, count, room);
  const [indent] = startTags(table, 'w:tblInd');
  const free = room.width - Math.max(0, (indent && widthIn(indent.tag).twips) || 0);
  const share = total?.share === undefined ? null : total.share * room.width;
  return columns && count > 0 && free > 0 ? fitted(columns, total?.twips || share, free) : null;
}

/** With the margins of cells; null as widthsOfText(). */
function needsOfColumns(table: string, count: number, room: Room): Need[] | null {
  if (count > MAX_COLUMNS) return null;
  const isStyled = table.includes('<w:tblStyle');
  const margins = marginsIn(table);
  let columns: Need[] = Array.from({ length: count }, () => ({ least: margins, most: margins }));
  let isFirst = true;
  for (const row of elementsIn(table.slice(0, MAX_MEASURED), 'w:tr')) {
    let at = 0;
    for (const { content } of elementsIn(row.content, 'w:tc')) {
      const span = spanOf(content);
      if (!(Number.isInteger(span) && span >= 1 && at + span <= count)) return null;
      const { least, most } = room.needOf(content, isFirst && isStyled);
      const need = { least: (least + margins * span) / span, most: (most + margins * span) / span };
      columns = columns.map((column, i) => (i >= at && i < at + span ? larger(column, need) : column));
      at += span;
    }
    isFirst = false;
  }
  return columns;
}

/** Left and right of the cells of a table. */
function marginsIn(table: string): number {
  const [margins] = elementsIn(table, 'w:tblCellMar');
  const sides = ['left', 'right'].map(side => {
    const [margin] = margins ? startTags(margins.content, `w:${side}`) : [];
    return (margin && widthIn(margin.tag).twips) ?? MARGINS / 2;
  });
  return sum(sides);
}

/** Of cells that agree on them. */
function statedWidths(table: string, { columns, total, room }: Stated): number[] | null {
  const widths = widthsOfCells(table, columns.length, total?.twips || Math.max(sum(columns), room.width));
  if (!widths || !agrees(sum(widths), total)) return null;
  if (FIXED.test(table)) return widths;
  const held = onPage(table, widths, { total, room });
  return isHeld(table, held, { columns, total, room }) ? held : null;
}

/** Columns that exceed the page keep what their words need, and give up the same share of the rest, as those of wide tables. */
function onPage(table: string, widths: readonly number[], { total, room }: Omit<Stated, 'columns'>): number[] {
  const isStated = total?.twips || total?.share !== undefined;
  const needs =
    isStated || !room.isSame || sum(widths) <= room.width + MARGINS ? null : needsOfColumns(table, widths.length, room);
  const columns = needs?.map(({ least }, i) => ({ least: Math.min(least, widths[i]!), most: widths[i]! }));
  return columns ? fitted(columns, null, room.width) : [...widths];
}

/** Whether Word gives the cells these widths in sum, not others that the table states. */
function agrees(width: number, total: Width | null): boolean {
  return !total?.twips || Math.abs(width - total.twips) <= total.twips / 50;
}

interface Stated {
  readonly columns: readonly number[];
  readonly total: Width | null;
  readonly room: Room;
}

/** Whether Word leaves columns that are not fixed at these widths: on the page, and with room for the words. */
function isHeld(table: string, widths: readonly number[], { columns, total, room }: Stated): boolean {
  if (SAVED_BY_WORD.test(table) || NOT_MEASURED.test(table)) return false;
  const share = total?.share;
  const scale = share === undefined ? 1 : (share * room.width) / sum(widths);
  const [indent] = startTags(table, 'w:tblInd');
  const right = sum(widths) * scale + Math.max(0, (indent && widthIn(indent.tag).twips) || 0);
  const isOnPage = right <= Math.max(share === undefined ? sum(columns) : 0, room.width + MARGINS);
  return isOnPage && holdWords(table, ends(widths, scale), room.sizeOf);
}

/** Where each column begins and ends. */
function ends(widths: readonly number[], scale: number): number[] {
  const places = [0];
  for (const width of widths) places.push(places.at(-1)! + width * scale);
  return places;
}

/** Whether no word needs more than its column has, which Word would widen: by an estimate, since fonts are not read. */
function holdWords(table: string, places: readonly number[], sizeOf: SizeOfStyle): boolean {
  const ofTable = sizeOf(table.slice(0, table.search(/<w:tr[\s/>]/)), SMALLEST);
  for (const row of elementsIn(table, 'w:tr')) {
    let at = 0;
    for (const { content } of elementsIn(row.content, 'w:tc')) {
      const from = at;
      at += spanOf(content);
      const letters = longestWord(content);
      if (letters > 0 && letters * LETTER * sizeOf(content, ofTable) + MARGINS > places[at]! - places[from]!)
        return false;
    }
  }
  return true;
}

/** In letters. */
function longestWord(cell: string): number {
  const text = cell.replaceAll('</w:p>', ' ').replace(/<[^<>]*>/g, '');
  return text.split(/[\s-]+/).reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** Of each column, in twips; null where one is not known, or cells of a column differ. `total`: of which widths are shares. */
function widthsOfCells(table: string, count: number, total: number): number[] | null {
  const widths: number[] = [];
  for (const row of elementsIn(table, 'w:tr')) {
    let at = 0;
    for (const { content } of elementsIn(row.content, 'w:tc')) {
      const [stated] = startTags(content, 'w:tcW');
      const columns = spanOf(content);
      if (!(Number.isInteger(columns) && columns >= 1 && at + columns <= count)) return null;
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
