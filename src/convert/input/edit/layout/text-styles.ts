/** Fonts, sizes and line spacing of the styles of a Word document (ECMA-376-1, 17.7.2), as far as heights of lines need them. */
import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import type { EditableDocument } from '../document.js';
import { WORD } from '../word.js';
import { type FirstChild, firstChildren } from './children.js';

/** Of a run or a style; undefined where it states none. */
export interface TextProperties {
  /** For East Asian letters; '' for a font of the theme, which is not looked up. */
  readonly font?: string | undefined;
  /** For Western letters; as `font`. */
  readonly latin?: string | undefined;
  readonly bold?: boolean | undefined;
  /** In points. */
  readonly size?: number | undefined;
}

/** Spacing of lines (17.3.1.33). */
export interface LineSpacing {
  readonly line: number;
  readonly rule: string;
}

interface Style extends TextProperties {
  readonly basedOn: string | undefined;
  readonly spacing: LineSpacing | undefined;
  /** Whether it is one of tables, some of whose cells have other text properties. */
  readonly isConditional: boolean;
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
  'sz',
  'b',
  'spacing',
  'tblStylePr',
];
/** Styles that are based on one another. */
const MAX_CHAIN = 100;
/** Of a size that no style states, in points (17.3.2.38). */
const SIZE = 10;

export class TextStyles {
  readonly #styles: ReadonlyMap<string, Style>;
  readonly #defaults: Style;
  readonly #normal: string | undefined;

  constructor(elements: readonly XmlElement[]) {
    const childOf = firstChildren(elements);
    const all = elements.filter(({ local }) => local === 'style');
    this.#styles = new Map(
      all.map(style => [attributeOf(style, 'styleId') ?? '', styleOf(style, style, style, childOf)]),
    );
    const normal = all.find(
      style =>
        attributeOf(style, 'type') === 'paragraph' && ['1', 'true'].includes(attributeOf(style, 'default') ?? ''),
    );
    this.#normal = normal && attributeOf(normal, 'styleId');
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
    };
  }

  /** Whether cells of a table with this style have text properties of their place. */
  isConditional(table: string | undefined): boolean {
    return this.#chain(table).some(style => style.isConditional);
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
  const elements = part === null ? [] : await document.elements(part, NAMES);
  return new TextStyles(elements.filter(({ uri }) => WORD.includes(uri)));
}

/** `runs` and `paragraphs` have the properties of either. */
function styleOf(
  style: XmlElement | undefined,
  runs: XmlElement | undefined,
  paragraphs: XmlElement | undefined,
  childOf: FirstChild,
): Style {
  return {
    ...propertiesOf(childOf(runs, 'rPr'), childOf),
    isConditional: childOf(style, 'tblStylePr') !== undefined,
    basedOn: stated(childOf(style, 'basedOn')),
    spacing: lineSpacing(childOf(childOf(paragraphs, 'pPr'), 'spacing')),
  };
}

/** `properties`: those of a run. */
export function propertiesOf(properties: XmlElement | undefined, childOf: FirstChild): TextProperties {
  const [fonts, size, bold] = ['rFonts', 'sz', 'b'].map(name => childOf(properties, name));
  const points = Number(stated(size)) / 2;
  return {
    font: fontIn(fonts, 'eastAsia'),
    latin: fontIn(fonts, 'ascii'),
    size: points > 0 ? points : undefined,
    bold: bold && !['0', 'false', 'off'].includes(stated(bold) ?? ''),
  };
}

/** '' for a font of the theme. */
function fontIn(fonts: XmlElement | undefined, script: 'eastAsia' | 'ascii'): string | undefined {
  if (!fonts) return;
  return attributeOf(fonts, `${script}Theme`) === undefined ? attributeOf(fonts, script) : '';
}

export function lineSpacing(spacing: XmlElement | undefined): LineSpacing | undefined {
  const line = Number(spacing && attributeOf(spacing, 'line'));
  return line > 0 ? { line, rule: (spacing && attributeOf(spacing, 'lineRule')) ?? 'auto' } : undefined;
}

export const stated = (element: XmlElement | undefined): string | undefined => element && attributeOf(element, 'val');
