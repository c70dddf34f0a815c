/** Widths that columns need for their text, by an estimate, in twips: tables that state none are fitted to it (17.18.87). */
import { cached, sum } from '../../../../../system/collections.js';
import { advanceWidth } from '../../../../../system/fonts/letter-widths.js';
import { type ParagraphStyle, styleChains } from '../style-chains.js';
import { attributeIn, elementsIn, isStated, numberIn, startTags, valueIn } from '../tags.js';
import { extentsIn, type SizeOfStyle } from './room.js';

/** Of a cell or column. */
export interface Need {
  /** Of its widest word. */
  readonly least: number;
  /** Of its longest line, if none breaks. */
  readonly most: number;
}

/** `cell`: its markup; `isBold`: whether the style of its table may make it so. */
export type NeedOf = (cell: string, isBold: boolean) => Need;

/** Whose widths count for fonts of the theme, and others, of which some are wider by this. */
const FALLBACK = 'arial';
const WIDER = 1.2;
/** Of other letters, in ems. */
const OTHER = 0.7;
const EAST_ASIAN = 1;
/** Font and half points of a text for which no style states them, and in a document without styles. */
const STANDARD = { font: 'times new roman', size: 20 };
const UNSTYLED = { font: 'calibri', size: 22 };
/** Twips of an em for each half point of its size. */
const EM = 10;
const NUMBER = 720;
const TAB = '        ';
/** Widths are rounded up by it: a word that breaks is worse than a wide column. */
const SLACK = 10;
const PIECES = /<w:(t|br|cr|tab|noBreakHyphen)(?=[\s/>])[^<>]*>([^<]*)/g;

export function needs(styles: string, sizeOf: SizeOfStyle): NeedOf {
  const lookOfStyle = looksOfStyles(styles);
  const standard = styles === '' ? UNSTYLED : STANDARD;
  return (cell, isBold) => {
    const picture = extentsIn(cell, 'cx').reduce((widest, each) => Math.max(widest, each), 0);
    let need = { least: picture, most: picture };
    for (const { content } of elementsIn(cell, 'w:p')) {
      const { font, indent, ...look } = inherited(lookIn(content), lookOfStyle(valueIn(content, 'w:pStyle')));
      const em = EM * (sizeOf(content, 0) || standard.size);
      const width = (text: string) => em * widthOf(text, font ?? standard.font, isBold || look.isBold) + (indent ?? 0);
      for (const line of linesIn(content)) {
        const words = line.split(/(?<=[ \t\n-])/).map(word => width(word.trimEnd()));
        need = larger(need, { least: words.reduce((widest, each) => Math.max(widest, each), 0), most: width(line) });
      }
    }
    return { least: need.least + SLACK, most: need.most + SLACK };
  };
}

/** Of a paragraph or its styles; undefined where it states none. */
interface Look {
  /** '' for one of the theme. */
  readonly font: string | undefined;
  readonly isBold: boolean;
  /** Left and right. */
  readonly indent: number | undefined;
}

/** By the name of a style. */
function looksOfStyles(styles: string): (name: string | undefined) => Look {
  const chainOf = styleChains(styles);
  const [defaults] = elementsIn(styles, 'w:docDefaults');
  const standard = lookIn(defaults?.content ?? '');
  return name => chainOf(name).reduceRight((base, style) => inherited(ownLook(style), base), standard);
}

const ownLook = cached(({ content }: ParagraphStyle) => lookIn(content));

function lookIn(markup: string): Look {
  const [fonts] = startTags(markup, 'w:rFonts');
  return {
    font: fonts && (attributeIn(fonts.tag, 'w:ascii') ?? '').toLowerCase(),
    isBold: isStated(markup, 'w:b'),
    indent: indentIn(markup),
  };
}

function indentIn(markup: string): number | undefined {
  const [indent] = startTags(markup, 'w:ind');
  const [left, right] = ['w:left', 'w:right'].map(side => (indent && numberIn(indent.tag, side)) || 0);
  if (indent) return Math.max(0, left! + right!);
  return startTags(markup, 'w:numPr').next().value ? NUMBER : undefined;
}

function inherited(own: Look, base: Look): Look {
  return { font: own.font ?? base.font, isBold: own.isBold || base.isBold, indent: own.indent ?? base.indent };
}

export function larger(one: Need, other: Need): Need {
  return { least: Math.max(one.least, other.least), most: Math.max(one.most, other.most) };
}

function linesIn(paragraph: string): string[] {
  let text = '';
  for (const [, name, letters] of paragraph.matchAll(PIECES)) {
    if (name === 't') text += letters!.replace(/&[#\w]{1,8};/g, 'n');
    else text += { tab: TAB, noBreakHyphen: '-' }[name!] ?? '\n';
  }
  return text.split('\n');
}

/** In ems. */
function widthOf(text: string, font: string, isBold: boolean): number {
  return advanceWidth(font, isBold, text) ?? (font === '' ? 1 : WIDER) * sum(Array.from(text, letterWidth(isBold)));
}

const letterWidth = (isBold: boolean) => (letter: string) =>
  advanceWidth(FALLBACK, isBold, letter) ?? (letter >= '\u2e80' ? EAST_ASIAN : OTHER);

/**
 * Of the columns of a table; `total`: its width, null where it states none. Columns that have no room for their lines get what
 * their words need, and the rest in the ratio of what they lack.
 */
export function fitted(columns: readonly Need[], total: number | null, room: number): number[] {
  const [least, most] = [sum(columns.map(column => column.least)), sum(columns.map(column => column.most))];
  const width = Math.min(total ?? most, Math.max(room, total ?? 0));
  const scale = (widths: readonly number[]) => widths.map(each => Math.floor((each * width) / sum(widths)));
  if (most <= width) return scale(columns.map(column => column.most));
  if (least >= width) return scale(columns.map(column => column.least));
  const share = (width - least) / (most - least);
  return columns.map(column => Math.floor(column.least + (column.most - column.least) * share));
}
