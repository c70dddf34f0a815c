/**
 * Columns of a table whose preferred widths exceed that of the table, in Word: each keeps what its widest word needs, and
 * all give up the same share of the rest (measured in a PDF of Word, within 0.1 points). LibreOffice follows w:tblGrid. A
 * table is left as it is unless the widths of all its words are known.
 */
import { grouped, sum } from '../../../../../system/collections.js';
import { type advanceWidth, widthsWith } from '../../../../../system/fonts/letter-widths.js';
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { appendTo, type Edit, editStartTag, enclosing } from '../../../../xml.js';
import { type DocumentEdit, mainPart } from '../../document.js';
import { stylesPart } from '../../word.js';
import { type FirstChild, firstChildren } from '../children.js';
import { editsWithin, type Section, tablesIn } from '../sections.js';
import { numberIn, whereReadable } from '../tags.js';
import {
  CELL_MARGIN,
  propertiesOf,
  readTextStyles,
  stated,
  type TextProperties,
  type TextStyles,
  twipsOf,
} from '../text-styles.js';

const TWIPS = 20;
const NAMES = [
  ...['tbl', 'tblPr', 'tblW', 'tblLayout', 'tblStyle', 'tblCellMar', 'tblGrid', 'gridCol', 'tr'],
  ...['tc', 'tcPr', 'tcW', 'gridSpan', 'tcMar', 'left', 'start', 'right', 'end'],
  ...['p', 'pPr', 'pStyle', 'r', 'rPr', 'rStyle', 'rFonts', 'sz', 'b', 't'],
];
/** What is in a cell beside words, or makes them wider. */
const NOT_MEASURED = [
  ...['drawing', 'pict', 'object', 'sdt', 'sym', 'tab', 'br', 'noBreakHyphen', 'delText', 'instrText'],
  ...['numPr', 'ind', 'caps', 'smallCaps', 'w', 'fitText', 'textDirection', 'gridBefore', 'gridAfter'],
];
/** A formula, whose namespace is not that of Word. */
const FORMULA = /<(?:[\w.-]+:)?oMath/;

export const shrinkColumns: DocumentEdit = whereReadable(async (document, { fonts }) => {
  const part = await mainPart(document);
  const tables = part === null ? [] : wideTables(document.text(part)!);
  if (part === null || tables.length === 0) return;
  const styles = await readTextStyles(document, await stylesPart(document));
  const advance = widthsWith(await fonts());
  const edits: Edit[] = [];
  for (const table of tables) {
    const editTable = (elements: readonly XmlElement[]) => new Table(elements, styles, advance).edits();
    edits.push(...(await editsWithin(document, part, table, [...NAMES, ...NOT_MEASURED], editTable)));
  }
  document.change(part, edits);
});

/** Characters of all tables that are read: more would take a noticeable part of the time of the conversion. */
const MAX_LENGTH = 1_000_000;

/** Those whose columns may exceed them, by their tags alone. */
function wideTables(text: string): Section[] {
  const found: Section[] = [];
  let length = 0;
  for (const table of tablesIn(text)) {
    const tags = text.slice(table.from, table.to);
    if (!isWide(tags) || FORMULA.test(tags)) continue;
    length += table.to - table.from;
    if (length <= MAX_LENGTH) found.push(table);
  }
  return found;
}

/** Of a table in Word. */
const MAX_COLUMNS = 63;

function isWide(table: string): boolean {
  let width = Number.NaN;
  let column = 0;
  const columns: number[] = [];
  for (const { 0: tag, 1: name } of table.matchAll(/<w:(tblW|tr|tcW|gridSpan)(?=[\s/>])[^<>]*>/g)) {
    if (name === 'tblW') width = numberIn(tag, 'w:w');
    else if (name === 'tr') column = 0;
    else if (name === 'gridSpan') column += numberIn(tag, 'w:val') - 1;
    else columns[column] = Math.max(columns[column++] ?? 0, numberIn(tag, 'w:w'));
    if (!(column <= MAX_COLUMNS)) return false;
  }
  return sum(columns.filter(preferred => preferred > 0)) > width;
}

interface Cell {
  readonly element: XmlElement;
  readonly preferred: XmlElement | undefined;
  readonly span: number;
}

/** In twips, as all widths here. */
interface Column {
  readonly least: number;
  readonly preferred: number;
}

class Table {
  readonly #childOf: FirstChild;
  /** The cells of each row, and the rows and columns of the table. */
  readonly #parts: ReadonlyMap<XmlElement | null, XmlElement[]>;
  /** Of each cell. */
  readonly #texts: ReadonlyMap<XmlElement | null, XmlElement[]>;

  constructor(
    private readonly elements: readonly XmlElement[],
    private readonly styles: TextStyles,
    private readonly advance: typeof advanceWidth,
  ) {
    this.#childOf = firstChildren(elements);
    const parts = elements.filter(({ local }) => ['tr', 'tc', 'gridCol'].includes(local));
    this.#parts = grouped(parts, ({ parent }) => parent);
    const texts = elements.filter(({ local }) => local === 't');
    this.#texts = grouped(texts, text => enclosing(text, 'tc'));
  }

  edits(): Edit[] {
    const [table, ...others] = this.elements;
    const properties = this.#childOf(table, 'tblPr');
    if (!table || !properties || others.some(({ local }) => local === 'tbl' || NOT_MEASURED.includes(local))) return [];
    const total = twipsOf(this.#childOf(properties, 'tblW'));
    const layout = this.#childOf(properties, 'tblLayout');
    if (!(total > 0) || (layout && attributeOf(layout, 'type') === 'fixed')) return [];
    if (this.styles.isIrregularTable(stated(this.#childOf(properties, 'tblStyle')))) return [];
    const grid = this.#parts.get(this.#childOf(table, 'tblGrid')!) ?? [];
    const rows = (this.#parts.get(table) ?? []).map(row => this.#cells(row));
    if (grid.length < 2 || !rows.every(cells => isFilled(cells, grid.length))) return [];
    const columns = this.#columns(rows, grid.length, this.#childOf(properties, 'tblCellMar'));
    const widths = columns && shrunk(columns, total);
    if (!widths) return [];
    const cells = rows.flatMap(atColumns);
    return [
      ...(layout ? [] : [appendTo(properties, '<w:tblLayout w:type="fixed"/>')]),
      ...grid.map((column, i) => withWidth(column, widths[i]!)),
      ...cells.map(({ cell, from, to }) => withWidth(cell.preferred!, sum(widths.slice(from, to)))),
    ];
  }

  #cells(row: XmlElement): Cell[] {
    return (this.#parts.get(row) ?? []).map(element => {
      const properties = this.#childOf(element, 'tcPr');
      const span = Number(stated(this.#childOf(properties, 'gridSpan')) ?? 1);
      return { element, preferred: this.#childOf(properties, 'tcW'), span };
    });
  }

  /** Null where a width is not known, or a cell of several columns needs more than they have. */
  #columns(rows: readonly Cell[][], count: number, margins: XmlElement | undefined): Column[] | null {
    const columns = Array.from({ length: count }, () => ({ least: 0, preferred: 0 }));
    const spanning: { from: number; to: number; least: number; preferred: number }[] = [];
    for (const { cell, from, to } of rows.flatMap(atColumns)) {
      const preferred = twipsOf(cell.preferred);
      const least = this.#leastWidth(cell.element, margins);
      if (!(preferred > 0) || least === null) return null;
      if (cell.span > 1) spanning.push({ from, to, least, preferred });
      else columns[from] = larger(columns[from]!, { least, preferred });
    }
    const fits = spanning.every(({ from, to, ...cell }) => {
      const spanned = columns.slice(from, to);
      return (['least', 'preferred'] as const).every(key => cell[key] <= sum(spanned.map(column => column[key])));
    });
    return fits ? columns : null;
  }

  /** Of the widest word, with the margins of the cell; null where it is not known. */
  #leastWidth(cell: XmlElement, ofTable: XmlElement | undefined): number | null {
    const own = this.#childOf(this.#childOf(cell, 'tcPr'), 'tcMar');
    const margin = (...sides: readonly [string, string]) => {
      const stating = [own, ofTable].flatMap(margins => sides.map(side => twipsOf(this.#childOf(margins, side))));
      return stating.find(twips => twips >= 0) ?? CELL_MARGIN;
    };
    const word = this.#widestWord(this.#texts.get(cell) ?? []);
    return word === null ? null : word * TWIPS + margin('left', 'start') + margin('right', 'end');
  }

  /** In points. A word may have several runs. */
  #widestWord(texts: readonly XmlElement[]): number | null {
    let paragraph: XmlElement | null = null;
    let word = 0;
    let widest = 0;
    for (const text of texts) {
      if (enclosing(text, 'p') !== paragraph) word = 0;
      paragraph = enclosing(text, 'p');
      const { latin = '', size = 0, bold = false, isWider } = this.#propertiesOf(text, paragraph);
      if (isWider) return null;
      for (const piece of text.text.split(BREAKS)) {
        const ems = this.advance(latin.toLowerCase(), bold, piece.trimEnd());
        if (ems === null) return null;
        word += ems * size;
        widest = Math.max(widest, word);
        if (BREAKS.test(`${piece}.`)) word = 0;
      }
    }
    return widest;
  }

  #propertiesOf(text: XmlElement, paragraph: XmlElement | null): TextProperties {
    const properties = this.#childOf(enclosing(text, 'r') ?? undefined, 'rPr');
    const style = stated(this.#childOf(this.#childOf(paragraph ?? undefined, 'pPr'), 'pStyle'));
    const own = propertiesOf(properties, this.#childOf);
    return this.styles.resolve(own, stated(this.#childOf(properties, 'rStyle')), style);
  }
}

function isFilled(row: readonly Cell[], columns: number): boolean {
  const spans = row.map(({ span }) => span);
  return spans.every(span => Number.isInteger(span) && span >= 1) && sum(spans) === columns;
}

/** Where a line may break in a text of a Western language. */
const BREAKS = /(?<=[ \t\n\u2013\u2014-])(?=.)/;

/** Widths of the columns; null where the table is wide enough, or too narrow for its words. */
function shrunk(columns: readonly Column[], total: number): number[] | null {
  const least = sum(columns.map(column => column.least));
  const preferred = sum(columns.map(column => Math.max(column.least, column.preferred)));
  if (preferred <= total || least >= total) return null;
  const share = (total - least) / (preferred - least);
  return columns.map(column => Math.round(column.least + Math.max(0, column.preferred - column.least) * share));
}

function atColumns(cells: readonly Cell[]): { cell: Cell; from: number; to: number }[] {
  let to = 0;
  return cells.map(cell => {
    const from = to;
    to += cell.span;
    return { cell, from, to };
  });
}

function larger(one: Column, other: Column): Column {
  return { least: Math.max(one.least, other.least), preferred: Math.max(one.preferred, other.preferred) };
}

function withWidth(element: XmlElement, twips: number): Edit {
  const prefix = element.name.slice(0, -element.local.length);
  return editStartTag(
    element,
    ({ local }) => local !== 'w' && local !== 'type',
    ` ${prefix}w="${twips}" ${prefix}type="dxa"`,
  );
}
