/** What the tables of a Word document have room for: the width of the text of its pages, and the sizes of its letters. */
import { attributeIn, elementsIn, numberIn, startTags } from '../tags.js';

/** Twips of a page of which no size is stated: those of A4 with margins of an inch. */
const UNSTATED = 9026;
/** Between columns of text (ECMA-376-1, 17.6.4). */
const SPACE = 720;

/** English Metric Units of a twip. */
const EMU = 635;

/** Widths (cx) or heights (cy) of the pictures and drawings in some markup, in twips. */
export const extentsIn = (markup: string, side: 'cx' | 'cy'): number[] =>
  Array.from(startTags(markup, 'wp:extent'), ({ tag }) => (numberIn(tag, side) || 0) / EMU);

/** Widths of the text of the pages in twips (17.6.17). */
export interface TextWidths {
  /** Of all sections. */
  readonly narrowest: number;
  /** Whether all sections have this width. */
  readonly isSame: boolean;
  /** Of the section of what is at this offset. */
  at(offset: number): number;
}

/** `text`: that of the main part. */
export function textWidths(text: string): TextWidths {
  const sections = sectionsIn(text);
  const at = (offset: number): number => {
    let [first, behind] = [0, sections.length - 1];
    while (first < behind) {
      const middle = (first + behind) >> 1;
      if (sections[middle]!.from >= offset) behind = middle;
      else first = middle + 1;
    }
    return sections[first]?.width ?? UNSTATED;
  };
  const least = narrowest(sections);
  return { narrowest: least, isSame: sections.every(({ width }) => width === least), at };
}

interface SectionWidth {
  /** Offset of its properties, with which it ends (17.6.18). */
  readonly from: number;
  readonly width: number;
}

function sectionsIn(text: string): SectionWidth[] {
  return Array.from(elementsIn(text, 'w:sectPr'), ({ from, content }) => {
    return { from, width: widthOfSection(content) || UNSTATED };
  });
}

function narrowest(sections: readonly SectionWidth[]): number {
  return sections.reduce((least, { width }) => Math.min(least, width), sections[0]?.width ?? UNSTATED);
}

/** Twips between the margins of the pages of all sections; null where they differ. `text`: that of the main part. */
export function marginWidth(text: string): number | null {
  const widths = new Set<number>();
  for (const { content } of elementsIn(text, 'w:sectPr')) widths.add(betweenMargins(content) || UNSTATED);
  const [width = UNSTATED] = widths;
  return widths.size > 1 ? null : width;
}

/** Twips of the width of the text of a page; NaN where it is not stated. `section`: what its properties have. */
export function betweenMargins(section: string): number {
  const margins = tagIn(section, 'w:pgMar');
  const [left, right, gutter] = ['w:left', 'w:right', 'w:gutter'].map(side => numberIn(margins, side));
  return numberIn(tagIn(section, 'w:pgSz'), 'w:w') - left! - right! - (gutter || 0);
}

const tagIn = (section: string, name: string): string => startTags(section, name).next().value?.tag ?? '';

/** NaN where it is not stated. */
function widthOfSection(section: string): number {
  const columns = tagIn(section, 'w:cols');
  const width = betweenMargins(section);
  const count = numberIn(columns, 'w:num') || 1;
  const space = numberIn(columns, 'w:space');
  const equal = (width - (count - 1) * (space >= 0 ? space : SPACE)) / count;
  const own = Array.from(startTags(section, 'w:col'), ({ tag }) => numberIn(tag, 'w:w'));
  return own.reduce((least, column) => Math.min(least, column), own.length > 0 ? width : equal);
}

/** Half points of the largest letters in a piece of a document, by its properties and styles; not less than `least`. */
export type SizeOfStyle = (piece: string, least: number) => number;

/** Longest chain of styles, each based on the next, that is read. */
const MAX_BASES = 20;

/**
 * `text`: that of the part of the styles. A style that cannot be found has the size of the others; Infinity for one that is
 * based on more styles than are read, or on itself.
 */
export function sizesOfStyles(text: string): SizeOfStyle {
  const styles = new Map<string, { readonly size: number; readonly base: string | undefined }>();
  let standard = 0;
  for (const { content } of elementsIn(text, 'w:docDefaults')) standard = largestSize(content, standard);
  for (const { tag, content } of elementsIn(text, 'w:style')) {
    const base: string | undefined = namedIn(content, 'w:basedOn').next().value;
    styles.set(attributeIn(tag, 'w:styleId') ?? '', { size: largestSize(content, 0), base });
    if (attributeIn(tag, 'w:default') !== undefined) standard = largestSize(content, standard);
  }
  /** Of a style and those that it is based on. */
  const sizeOf = (name: string): number => {
    let size = 0;
    let style = styles.get(name);
    for (let bases = 0; style && bases <= MAX_BASES; bases++) {
      size = Math.max(size, style.size);
      style = style.base === undefined ? undefined : styles.get(style.base);
    }
    return style ? Number.POSITIVE_INFINITY : size;
  };
  return (piece, least) => {
    let size = largestSize(piece, Math.max(least, standard));
    for (const element of ['w:pStyle', 'w:rStyle', 'w:tblStyle'])
      for (const name of namedIn(piece, element)) size = Math.max(size, sizeOf(name));
    return size;
  };
}

function largestSize(piece: string, least: number): number {
  let size = least;
  for (const { tag } of startTags(piece, 'w:sz')) size = Math.max(size, numberIn(tag, 'w:val') || 0);
  return size;
}

function* namedIn(piece: string, element: string): Generator<string> {
  for (const { tag } of startTags(piece, element)) yield attributeIn(tag, 'w:val') ?? '';
}
