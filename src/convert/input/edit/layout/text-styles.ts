/**
 * The styles of a Word document (ECMA-376-1, 17.7.2): fonts, sizes and line spacing, for heights of lines and widths of words,
 * and whether something else makes a text or a cell wider.
 */
import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import type { EditableDocument } from '../document.js';
import { wordElements } from '../word.js';
import { type FirstChild, firstChildren } from './children.js';
import { attributeIn, isStated, startTags, valueIn } from './tags.js';
import { themeFont } from './theme-fonts.js';

/** Of a run or a style; undefined where it states none. */
export interface TextProperties {
  /** For East Asian letters; '' for a font of the theme, which is not looked up. */
  readonly font?: string | undefined;
  /** For Western letters; see themeFont() for those of the theme. */
  readonly latin?: string | undefined;
  readonly bold?: boolean | undefined;
  readonly isItalic?: boolean | undefined;
  /** Of East Asian letters. */
  readonly language?: string | undefined;
  /** In points. */
  readonly size?: number | undefined;
  /** Whether a style has capitals, letters with other distances, an indent or a number. */
  readonly isWider?: boolean;
}

/** Spacing of lines (17.3.1.33). */
export interface LineSpacing {
  readonly line: number;
  readonly rule: string;
}

interface Style extends TextProperties {
  readonly basedOn: string | undefined;
  readonly spacing: LineSpacing | undefined;
  /** Whether it is one of tables, whose cells have text properties or margins of their own. */
  readonly isIrregularTable: boolean;
}

const NAMES = [
  'docDefaults',
  'style',
  'basedOn',
  'rPr',
  'pPr',
  'rPrDefault',
  'pPrDefault',
  'rFonts',
  'lang',
  'sz',
  'b',
  'spacing',
  'tblStylePr',
  ...['tblPr', 'tblCellMar', 'left', 'start', 'right', 'end'],
  ...['ind', 'numPr', 'i', 'caps', 'smallCaps', 'w', 'kern', 'vertAlign'],
];
/** Left and right of a cell that states no margins: those of the style Normal Table, in twips. */
export const CELL_MARGIN = 108;
/** Styles that are based on one another. */
const MAX_CHAIN = 100;
/** Of a size that no style states, in points (17.3.2.38). */
const SIZE = 10;

export class TextStyles {
  readonly #styles: ReadonlyMap<string, Style>;
  readonly #defaults: Style;
  /** Of paragraphs and tables that state no style. */
  readonly #normal: string | undefined;
  readonly #normalTable: string | undefined;

  constructor(elements: readonly XmlElement[]) {
    const childOf = firstChildren(elements);
    const all = elements.filter(({ local }) => local === 'style');
    this.#styles = new Map(
      all.map(style => [attributeOf(style, 'styleId') ?? '', styleOf(style, style, style, childOf)]),
    );
    this.#normal = defaultOf(all, 'paragraph');
    this.#normalTable = defaultOf(all, 'table');
    const defaults = elements.find(({ local }) => local === 'docDefaults');
    const [ofRuns, ofParagraphs] = ['rPrDefault', 'pPrDefault'].map(name => childOf(defaults, name));
    this.#defaults = styleOf(undefined, ofRuns, ofParagraphs, childOf);
  }

  /** Of a run with these properties and styles. */
  resolve(own: TextProperties, run: string | undefined, paragraph: string | undefined): TextProperties {
    const all = [own, ...this.#chain(run), ...this.#chain(paragraph ?? this.#normal), this.#defaults];
    return {
      font: all.find(({ font }) => font !== undefined)?.font,
      latin: all.find(({ latin }) => latin !== undefined)?.latin,
      size: all.find(({ size }) => size !== undefined)?.size ?? SIZE,
      bold: all.find(({ bold }) => bold !== undefined)?.bold,
      isItalic: all.find(({ isItalic }) => isItalic !== undefined)?.isItalic,
      language: all.find(({ language }) => language !== undefined)?.language,
      isWider: all.some(({ isWider }) => isWider),
    };
  }

  /** Whether cells of a table with this style have text properties or margins of their own. */
  isIrregularTable(table: string | undefined): boolean {
    return this.#chain(table ?? this.#normalTable).some(style => style.isIrregularTable);
  }

  spacing(paragraph: string | undefined): LineSpacing | undefined {
    const all = [...this.#chain(paragraph ?? this.#normal), this.#defaults];
    return all.find(({ spacing }) => spacing !== undefined)?.spacing;
  }

  /** A style and those that it is based on, each once. */
  #chain(name: string | undefined): readonly Style[] {
    const chain = new Set<Style>();
    for (
      let style = this.#styles.get(name ?? '');
      style && !chain.has(style) && chain.size < MAX_CHAIN;
      style = this.#styles.get(style.basedOn ?? '')
    )
      chain.add(style);
    return [...chain];
  }
}

export async function readTextStyles(document: EditableDocument, part: string | null): Promise<TextStyles> {
  return new TextStyles(part === null ? [] : await wordElements(document, part, NAMES));
}

function defaultOf(styles: readonly XmlElement[], type: 'paragraph' | 'table'): string | undefined {
  const style = styles.find(
    each => attributeOf(each, 'type') === type && ['1', 'true'].includes(attributeOf(each, 'default') ?? ''),
  );
  return style && attributeOf(style, 'styleId');
}

/** `runs` and `paragraphs` have the properties of either. */
function styleOf(
  style: XmlElement | undefined,
  runs: XmlElement | undefined,
  paragraphs: XmlElement | undefined,
  childOf: FirstChild,
): Style {
  const [ofRuns, ofParagraphs] = [childOf(runs, 'rPr'), childOf(paragraphs, 'pPr')];
  return {
    ...propertiesOf(ofRuns, childOf),
    isWider:
      ['caps', 'smallCaps', 'w', 'kern', 'spacing', 'vertAlign'].some(name => childOf(ofRuns, name)) ||
      ['ind', 'numPr'].some(name => childOf(ofParagraphs, name)),
    isIrregularTable: isIrregularTable(style, childOf),
    basedOn: stated(childOf(style, 'basedOn')),
    spacing: lineSpacing(childOf(ofParagraphs, 'spacing')),
  };
}

function isIrregularTable(style: XmlElement | undefined, childOf: FirstChild): boolean {
  if (!style || attributeOf(style, 'type') !== 'table') return false;
  if (childOf(style, 'tblStylePr') || childOf(style, 'rPr')) return true;
  const margins = childOf(childOf(style, 'tblPr'), 'tblCellMar');
  const stated = ['left', 'start', 'right', 'end'].flatMap(side => childOf(margins, side) ?? []);
  return stated.some(margin => twipsOf(margin) !== CELL_MARGIN);
}

/** NaN where it is not stated in twips. */
export function twipsOf(width: XmlElement | undefined): number {
  return width && attributeOf(width, 'type') === 'dxa' ? Number(attributeOf(width, 'w')) : Number.NaN;
}

/** `properties`: those of a run. */
export function propertiesOf(properties: XmlElement | undefined, childOf: FirstChild): TextProperties {
  const [fonts, size, bold, italic, language] = ['rFonts', 'sz', 'b', 'i', 'lang'].map(name =>
    childOf(properties, name),
  );
  const points = Number(stated(size)) / 2;
  return {
    font: fonts && eastAsianIn(fonts),
    latin: fonts && latinOf(attributeOf(fonts, 'asciiTheme'), attributeOf(fonts, 'ascii')),
    size: points > 0 ? points : undefined,
    language: language && attributeOf(language, 'eastAsia'),
    bold: isSet(bold),
    isItalic: isSet(italic),
  };
}

const isSet = (property: XmlElement | undefined): boolean | undefined =>
  property && !['0', 'false', 'off'].includes(stated(property) ?? '');

/** As propertiesOf() for Western letters, from the markup of the properties. */
export function propertiesIn(markup: string): TextProperties {
  const [fonts] = startTags(markup, 'w:rFonts');
  const points = Number(valueIn(markup, 'w:sz')) / 2;
  const isOn = (name: string) => (startTags(markup, name).next().done ? undefined : isStated(markup, name));
  return {
    latin: fonts && latinOf(attributeIn(fonts.tag, 'w:asciiTheme'), attributeIn(fonts.tag, 'w:ascii')),
    size: points > 0 ? points : undefined,
    bold: isOn('w:b'),
    isItalic: isOn('w:i'),
  };
}

/** '' for a font of the theme. */
function eastAsianIn(fonts: XmlElement): string | undefined {
  return attributeOf(fonts, 'eastAsiaTheme') === undefined ? attributeOf(fonts, 'eastAsia') : '';
}

const latinOf = (place: string | undefined, name: string | undefined): string | undefined =>
  place === undefined ? name : themeFont(place);

export function lineSpacing(spacing: XmlElement | undefined): LineSpacing | undefined {
  const line = Number(spacing && attributeOf(spacing, 'line'));
  return line > 0 ? { line, rule: (spacing && attributeOf(spacing, 'lineRule')) ?? 'auto' } : undefined;
}

export const stated = (element: XmlElement | undefined): string | undefined => element && attributeOf(element, 'val');
