/** Whether the text of a cell may need more than one line: it is overestimated, since a cut line is worse than a high row. */
import type { CellStyle } from './styles.js';
import { attributeIn, isOn, isPlain, numberIn } from './tags.js';

/** A cell as far as its row needs it. */
export interface CellTag {
  readonly style: number;
  /** Column, from 1; NaN where the cell does not state its place. */
  readonly column: number;
  readonly type: string;
  readonly content: string;
}

export function* cellsIn(row: string): Generator<CellTag> {
  for (const { 1: attributes = '', 2: content = '' } of row.matchAll(/<c(?=[\s/>])([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g))
    yield {
      style: Number(attributeIn(attributes, 's') ?? 0),
      column: columnNumber(attributeIn(attributes, 'r') ?? ''),
      type: attributeIn(attributes, 't') ?? 'n',
      content,
    };
}

/** 28 for "AB12". */
function columnNumber(reference: string): number {
  const letters = /^[A-Z]+/i.exec(reference)?.[0].toUpperCase();
  if (!letters) return Number.NaN;
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Of a column from 1, in points; 0 where it is not stated. */
export type ColumnWidths = (column: number) => number;

/** `unit`: points of a character. */
export function columnWidths(text: string, unit: number): ColumnWidths {
  const columns = [...text.matchAll(/<col(?=[\s/>])[^>]*>/g)].map(({ 0: tag }) => ({
    min: numberIn(tag, 'min'),
    max: numberIn(tag, 'max'),
    width: isOn(tag, 'hidden') ? 0 : numberIn(tag, 'width') * unit,
  }));
  return column => columns.find(({ min, max }) => min <= column && column <= max)?.width ?? 0;
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

/** Left and right of a text, and the line between two cells, in points. */
const PADDING = 6;

export function linesMayBreak(
  cell: CellTag,
  { isWrapped, font }: CellStyle,
  widths: ColumnWidths,
  shared: SharedTexts,
): boolean {
  const text = textOf(cell, shared);
  if (text === null) return true;
  if (!isWrapped || text === '') return false;
  return /[\r\n]|&#(?:10|13|x[ad]);/i.test(text) || emsOf(text) * font.size > widths(cell.column) - PADDING;
}

/** Not decoded; null where it is not known. */
function textOf({ type, content }: CellTag, shared: SharedTexts): string | null {
  if (SHORT.includes(type) || content === '') return '';
  const value = /<v(?:\s[^>]*)?>([^<]*)<\/v>/.exec(content)?.[1] ?? '';
  if (type === 's') return shared.text(Number(value));
  return type === 'str' ? value : null;
}

function emsOf(text: string): number {
  return [...text].reduce((ems, character) => ems + (WIDTHS.find(([of]) => of.test(character))?.[1] ?? CAPITAL), 0);
}

/** Characters of the shared texts that are read. */
const MAX_SHARED = 32 * 1024 * 1024;

/** The texts that cells refer to (18.4.8), read when one is asked for. */
export class SharedTexts {
  #texts: (string | null)[] | null = null;

  constructor(readonly part: string) {}

  /** Not decoded; null for one that has fonts of its own, and where it is not known. */
  text(index: number): string | null {
    this.#texts ??= isPlain(this.part, 'sst') && this.part.length <= MAX_SHARED ? sharedTexts(this.part) : [];
    return this.#texts[index] ?? null;
  }
}

function sharedTexts(part: string): (string | null)[] {
  return [...part.matchAll(/<si(?=[\s/>])(?:[^>]*\/>|[^>]*>([\s\S]*?)<\/si>)/g)].map(({ 1: content = '' }) => {
    if (content.includes('<rPr')) return null;
    return [...content.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)].map(({ 1: text }) => text).join('');
  });
}
