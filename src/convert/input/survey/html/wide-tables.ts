/**
 * Tables of an HTML page that are wider than the page: LibreOffice makes no column narrower than its words, and prints
 * what is before the edge of the page. The width is estimated with narrow letters: only tables count that are certainly cut.
 */
import type { PdfOptions } from '../../../options.js';
import { outputOf } from '../../../outputs.js';
import { PAPER } from '../../../paper.js';
import type { Finding, ReportContext, Surveyor } from '../surveyor.js';

/** What one row needs at least: the longest word of each cell, in em. */
interface Row {
  words: number;
  cells: number;
}

interface OpenTable {
  widest: Row;
  row: Row;
  /** The longest word of the cell, in em. */
  word: number;
}

/** In points: LibreOffice's default font size, the smallest one of HTML, and what stands around the text of a cell. */
const [FONT, SMALLEST, AROUND] = [12, 7, 2];
/** In points: LibreOffice's default margin. */
const MARGIN = 56;
/** In em: LibreOffice breaks words that are longer than a page is wide. */
const LONGEST_WORD = 12;
const MAX_TABLES = 10_000;
const SILENT = ['style', 'script', 'title', 'noscript', 'select', 'textarea'];
const FONT_SIZE = /font(?:-size)?\s*:([^;}"']*)/gi;
const SMALL = ['small', 'sub', 'sup', 'font'];

export class WideTables implements Surveyor {
  readonly names = null;
  readonly #open: OpenTable[] = [];
  readonly #widest: Row[] = [];
  #silent: string | null = null;
  /** The smallest size of the page. */
  #font = FONT;
  #pageRules = '';

  tag(text: string, name: string): void {
    if (SILENT.includes(name)) this.#silent = name;
    if (SMALL.includes(name)) this.#font = Math.min(this.#font, SMALLEST);
    if (/font/i.test(text)) this.#readStyle(text);
    const table = this.#open.at(-1);
    if (name === 'table') this.#open.push({ widest: { words: 0, cells: 0 }, row: { words: 0, cells: 0 }, word: 0 });
    else if (table && name === 'tr') endRow(table);
    else if (table && (name === 'td' || name === 'th')) endCell(table);
  }

  endTag(name: string): void {
    if (name === this.#silent) this.#silent = null;
    if (name === 'table') this.#endTable();
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    const table = this.#open.at(-1);
    if (this.#silent === null && !table) return;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
    if (this.#silent === 'style') this.#readStyle(text);
    else if (this.#silent === null && table) table.word = Math.max(table.word, longestWord(text));
  }

  end(): void {
    while (this.#open.length > 0) this.#endTable();
  }

  *warnings({ options, has }: ReportContext): Iterable<Finding> {
    const room = this.#room(options);
    const tables = this.#widest.filter(({ words, cells }) => words * this.#font + cells * AROUND > room).length;
    if (tables > 0 && has('htmlTableCut') && outputOf(options).exports === undefined) yield ['tables_cut', { tables }];
  }

  #endTable(): void {
    const table = this.#open.pop();
    if (!table) return;
    endRow(table);
    if (this.#widest.length < MAX_TABLES) this.#widest.push(table.widest);
  }

  #readStyle(text: string): void {
    for (const [, value] of text.matchAll(FONT_SIZE)) this.#font = Math.min(this.#font, pointsOf(value!));
    this.#pageRules += /@page[^}]*/i.exec(text)?.[0] ?? '';
  }

  /** From the left margin to the right edge of the page, in points. */
  #room({ paper, landscape }: PdfOptions): number {
    const margin = this.#pageRules === '' ? MARGIN : 0;
    if (!paper && !landscape && /size/i.test(this.#pageRules)) return Number.POSITIVE_INFINITY;
    const papers = paper ? [paper] : (['a4', 'letter'] as const); // the paper depends on the language
    return Math.max(...papers.map(name => PAPER[name].twips[landscape ? 1 : 0])) / 20 - margin;
  }
}

function endCell(table: OpenTable): void {
  table.row.words += table.word;
  table.row.cells++;
  table.word = 0;
}

function endRow(table: OpenTable): void {
  endCell(table);
  if (table.row.words + table.row.cells / 4 > table.widest.words + table.widest.cells / 4) table.widest = table.row;
  table.row = { words: 0, cells: 0 };
}

function pointsOf(value: string): number {
  const [, number, unit] = /([\d.]+)(pt|px|r?em|%)/i.exec(value) ?? [];
  const factors: Readonly<Record<string, number>> = { pt: 1, px: 0.75, em: FONT, rem: FONT, '%': FONT / 100 };
  return number === undefined ? SMALLEST : Number(number) * factors[unit!.toLowerCase()]!;
}

/** In em. Letters beyond Latin, Greek and Cyrillic may have breaks between them. `text`: UTF-8 as Latin-1. */
function longestWord(text: string): number {
  const words = text.replace(/&#?\w+;/g, ' ').match(/(?:[A-Za-z0-9]|[\xc3-\xdf][\x80-\xbf])+/g) ?? [];
  return words.reduce((longest, word) => Math.max(longest, Math.min(widthOf(word), LONGEST_WORD)), 0);
}

function widthOf(word: string): number {
  let width = 0;
  for (const letter of word)
    width += /[fijlrtIJ]/.test(letter) ? 0.27 : /[a-z\xc3-\xdf]/.test(letter) ? 0.42 : letter < '\x80' ? 0.48 : 0;
  return width;
}
