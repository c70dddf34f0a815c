/**
 * Lines in an East Asian font: Word makes them 1.3 times as high as the font asks for (measured with Malgun Gothic), LibreOffice
 * as high as the font, which is another one on most machines. Each paragraph gets this height as its least one, or, where
 * LibreOffice makes the lines of the other font higher, as the only one.
 */
import { attributeOf, type XmlElement } from '../../../../system/xml.js';
import { type Edit, enclosing } from '../../../xml.js';
import { type DocumentEdit, type EditableDocument, mainPart } from '../document.js';
import { isOtherText, isWord, stylesPart } from '../word.js';
import { firstChildren } from './children.js';
import { respace } from './spacing.js';
import { MALGUN } from './substitutes.js';
import { whereReadable } from './tags.js';
import { lineSpacing, propertiesOf, readTextStyles, stated, type TextStyles } from './text-styles.js';

/** Heights of lines that the fonts ask for (hhea), in ems. */
const HEIGHTS: ReadonlyMap<string, number> = new Map([
  ['malgun gothic', 1.33],
  ['맑은 고딕', 1.33],
]);
/** Letters in the East Asian font of a run, also punctuation and those of full width. */
const EAST_ASIAN = /[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const FACTOR = 1.3;
/** Of single spacing, in the unit of "auto" (ECMA-376-1, 17.18.48). */
const SINGLE = 240;
const TWIPS = 20;
/** Content that may be higher than a line: one of exact height would cut it. */
const HIGH = ['drawing', 'pict', 'object', 'ruby', 'oMath', 'sym', 'position'];
/** Height of a line of any font, in ems. */
const TALLEST = 1.5;
const NAMES = ['p', 'pPr', 'pStyle', 'spacing', 'r', 'rPr', 'rStyle', 'rFonts', 'sz', 't', 'docGrid', ...HIGH];

export const setLineHeights: DocumentEdit = whereReadable(async (document, { has }) => {
  const parts = await partsWithMalgun(document);
  if (!parts) return;
  const { main, texts } = parts;
  const styles = await readTextStyles(document, parts.styles);
  for (const part of texts) {
    const all = await document.elements(part, NAMES);
    const elements = all.filter(isWord);
    if (part === main && elements.some(isGrid)) return; // the others follow the sections of the main part
    const high = all.filter(({ local }) => HIGH.includes(local)).map(element => enclosing(element, 'p'));
    document.change(part, lines(elements, styles, has('substituteLines') ? new Set(high) : null));
  }
});

interface TextParts {
  readonly main: string;
  /** The main one, headers, footers and notes. */
  readonly texts: readonly string[];
  readonly styles: string | null;
}

/** Of a document; null where none names the font. */
export async function partsWithMalgun(document: EditableDocument): Promise<TextParts | null> {
  const main = await mainPart(document);
  if (main === null) return null;
  const texts = [main];
  for (const part of document.parts) if (await isOtherText(document, part)) texts.push(part);
  const styles = await stylesPart(document);
  const isNamed = [...texts, ...(styles ? [styles] : [])].some(part => MALGUN.test(document.text(part)!));
  return isNamed ? { main, texts, styles } : null;
}

function isGrid(element: XmlElement): boolean {
  return element.local === 'docGrid' && (attributeOf(element, 'type') ?? 'default') !== 'default';
}

/** `high`: paragraphs whose lines must be able to grow; null for all. */
function lines(elements: readonly XmlElement[], styles: TextStyles, high: ReadonlySet<unknown> | null): Edit[] {
  const childOf = firstChildren(elements);
  const styleOf = (paragraph: XmlElement) => stated(childOf(childOf(paragraph, 'pPr'), 'pStyle'));
  const heights = new Map<XmlElement, number>();
  const sizes = new Map<XmlElement, number>();
  for (const text of elements.filter(({ local }) => local === 't')) {
    const run = enclosing(text, 'r');
    const paragraph = enclosing(text, 'p');
    if (!run || !paragraph) continue;
    const own = childOf(run, 'rPr');
    const properties = propertiesOf(own, childOf);
    const { font, latin, size } = styles.resolve(properties, stated(childOf(own, 'rStyle')), styleOf(paragraph));
    const used = EAST_ASIAN.test(text.text) ? font : latin;
    const height = (HEIGHTS.get(used?.toLowerCase() ?? '') ?? 0) * (size ?? 0);
    heights.set(paragraph, Math.max(height, heights.get(paragraph) ?? 0));
    sizes.set(paragraph, Math.max(size ?? 0, sizes.get(paragraph) ?? 0));
  }
  return [...heights].flatMap(([paragraph, height]) => {
    const properties = childOf(paragraph, 'pPr');
    const spacing = childOf(properties, 'spacing');
    const { line, rule } = lineSpacing(spacing) ?? styles.spacing(styleOf(paragraph)) ?? { line: SINGLE, rule: 'auto' };
    if (height === 0 || rule !== 'auto') return [];
    const wanted = Math.round((FACTOR * height * TWIPS * line) / SINGLE);
    const fits = sizes.get(paragraph)! * TALLEST * TWIPS <= wanted;
    const lineRule = fits && high?.has(paragraph) === false ? 'exact' : 'atLeast';
    return [respace({ owner: paragraph, properties, spacing }, { line: wanted, lineRule })];
  });
}
