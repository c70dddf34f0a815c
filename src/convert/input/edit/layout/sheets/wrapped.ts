/** Whether the text of a cell may need more than one line: it is overestimated, since a cut line is worse than a high row. */
import { withoutUndefined } from '../../../../../system/collections.js';
import { columnNumber } from '../../../inspect/tables.js';
import { attributeIn, elementsIn, isOn, isPlain, numberIn, startTags } from '../tags.js';
import type { CellFont, CellStyle } from './styles.js';

/** A cell as far as its row needs it. */
export interface CellTag {
  /** From 1; NaN where the cell does not state its place. */
  readonly row: number;
  /** From 1; behind the one before where the cell does not state its place. */
  readonly column: number;
  readonly style: number;
  readonly type: string;
  readonly content: string;
  /** Number of the shared text that it refers to; null: none. */
  readonly shared: number | null;
}

export function* cellsIn(row: string): Generator<CellTag> {
  let column = 0;
  for (const { tag, content } of elementsIn(row, 'c')) {
    const type = attributeIn(tag, 't') ?? 'n';
    const place = placeIn(attributeIn(tag, 'r'));
    column = place.column || column + 1;
    yield {
      row: place.row,
      column,
      style: Number(attributeIn(tag, 's') ?? 0),
      type,
      content,
      shared: type === 's' && content !== '' ? Number(valueIn(content)) : null,
    };
  }
}

/** Row 12 and column 28 for "AB12"; NaN where it is not stated. */
export function placeIn(reference = ''): { row: number; column: number } {
  const [, letters = '', digits] = /^([A-Z]+)(\d+)$/i.exec(reference) ?? [];
  return { row: Number(digits), column: columnNumber(letters.toUpperCase()) || Number.NaN };
}

/** Of a column from 1, in points; 0 where it is not known. */
export type ColumnWidths = (column: number) => number;

/** Of a sheet. */
export const MAX_COLUMNS = 16_384;

/** `unit`: points of a character; `standard`: those of a column that states none. No width is known where columns overlap. */
export function columnWidths(text: string, unit: number, standard = 0): ColumnWidths {
  const widths = new Float64Array(MAX_COLUMNS + 1).fill(standard);
  let count = 0;
  for (const { tag } of startTags(text, 'col')) {
    const [min, max] = [numberIn(tag, 'min'), numberIn(tag, 'max')];
    count += max - min + 1;
    if (!(min >= 1 && min <= max && count <= MAX_COLUMNS)) return () => 0;
    const width = isOn(tag, 'hidden') ? 0 : numberIn(tag, 'width') * unit;
    widths.fill(width >= 0 ? width : standard, min, max + 1);
  }
  return column => widths[column] ?? 0;
}

/** Types of cells whose text is one line: numbers and dates, truth values, errors. */
const SHORT = ['n', 'b', 'e', 'd'];

/** Widths of characters, in ems: not less than those of Arial. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\u2e80-\uffff\u{10000}-\u{10ffff}mw%@MW—…]/u, 1],
  [/[ijl.,:;'|!I ]/, 0.28],
  [/[-ftr()[\]{}/\\"*`]/, 0.39],
  [/[a-z0-9$#?_]/, 0.56],
];
/** Of all others. */
const CAPITAL = 0.8;

/** How much wider bold letters may be. */
export const BOLD = 1.12;

/** Left and right of a text, and the line between two cells, in points. */
export const PADDING = 6;

export function linesMayBreak(
  cell: CellTag,
  { isWrapped, isIrregular, font }: CellStyle,
  widths: ColumnWidths,
  shared: SharedTexts,
): boolean {
  const text = textOf(cell, shared);
  if (text === null || isIrregular) return true;
  if (!isWrapped || text === '') return false;
  if (lettersOf(cell, font, shared)?.length !== 0) return true;
  return shared.widthOf(text) * font.size * (font.isBold ? BOLD : 1) > widths(cell.column) - PADDING;
}

/** Not decoded; null where it is not known. */
export function textOf({ type, content, shared: index }: CellTag, shared: SharedTexts): string | null {
  if (SHORT.includes(type) || content === '') return '';
  if (index !== null) return shared.text(index);
  if (type === 'inlineStr') return readText(content).text;
  return type === 'str' ? valueIn(content) : null;
}

const valueIn = (content: string): string => /<v(?:\s[^<>]*)?>([^<]*)<\/v>/.exec(content)?.[1] ?? '';

/** Fonts that letters of the cell have in place of its own; null where there are too many. */
export function lettersOf(
  { type, content, shared: index }: CellTag,
  font: CellFont,
  shared: SharedTexts,
): CellFont[] | null {
  const ofCell = type === 'inlineStr' ? lettersIn(content) : [];
  const letters = index === null ? ofCell : shared.letters(index);
  return letters?.map(own => ({ ...font, ...own })) ?? null;
}

/** What letters state of their font. */
type Letters = Partial<Pick<CellFont, 'name' | 'size'>>;

/** Each font once; null where there are too many. */
function lettersIn(text: string): Letters[] | null {
  const found = new Map<string, Letters>();
  for (const { content } of elementsIn(text, 'rPr')) {
    const [name, size] = [stated(content, 'rFont')?.toLowerCase(), stated(content, 'sz')];
    found.set(`${size} ${name}`, withoutUndefined({ name, size: size === undefined ? size : Number(size) }));
    if (found.size > MAX_LETTERS) return null;
  }
  return [...found.values()];
}

function stated(properties: string, name: string): string | undefined {
  const [found] = startTags(properties, name);
  return found && attributeIn(found.tag, 'val');
}

/** In ems; infinite for several lines. */
export function widthOf(text: string): number {
  if (/[\r\n]|&#(?:10|13|x[ad]);/i.test(text)) return Number.POSITIVE_INFINITY;
  let ems = 0;
  for (const character of text) ems += WIDTHS.find(([of]) => of.test(character))?.[1] ?? CAPITAL;
  return ems;
}

/** Characters of the shared texts that are read. */
const MAX_SHARED = 32 * 1024 * 1024;
/** Fonts within one text. */
const MAX_LETTERS = 20;

interface SharedText {
  /** Not decoded. */
  readonly text: string;
  /** Null where there are too many. */
  readonly letters: readonly Letters[] | null;
}

/** The texts that cells refer to (18.4.8), read when one is asked for. */
export class SharedTexts {
  #contents: string[] | null = null;
  /** Many cells may refer to one text. */
  readonly #read = new Map<number, SharedText | null>();
  /** Many cells may have the same text. */
  readonly #widths = new Map<string, number>();

  constructor(readonly part: string) {}

  /** Not decoded; null where it is not known. */
  text(index: number): string | null {
    return this.#at(index)?.text ?? null;
  }

  /** Fonts within the text; null where they are too many. */
  letters(index: number): readonly Letters[] | null {
    const text = this.#at(index);
    return text ? text.letters : [];
  }

  #at(index: number): SharedText | null {
    const known = this.#read.get(index);
    if (known !== undefined) return known;
    this.#contents ??= isPlain(this.part, 'sst') && this.part.length <= MAX_SHARED ? sharedTexts(this.part) : [];
    const content = this.#contents[index];
    const text = content === undefined ? null : readText(content);
    this.#read.set(index, text);
    return text;
  }

  widthOf(text: string): number {
    const width = this.#widths.get(text) ?? widthOf(text);
    this.#widths.set(text, width);
    return width;
  }
}

function readText(content: string): SharedText {
  const pieces = [...content.matchAll(/<t(?:\s[^<>]*)?>([^<]*)<\/t>/g)];
  return { text: pieces.map(({ 1: text }) => text).join(''), letters: lettersIn(content) };
}

const sharedTexts = (part: string): string[] => Array.from(elementsIn(part, 'si'), ({ content }) => content);
