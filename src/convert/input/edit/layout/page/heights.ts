/** Heights of the paragraphs of a Word document by an estimate that is rather too large, in twips. */
import { cached, sum } from '../../../../../system/collections.js';
import { type ParagraphStyle, styleChains } from '../style-chains.js';
import { betweenMargins, extentsIn, sizesOfStyles } from '../tables/room.js';
import { elementsIn, numberIn, startTags, valueIn } from '../tags.js';

/** Of a paragraph in a text of this width; Infinity where it is not known. */
export type HeightOf = (paragraph: string, width: number) => number;

/** Half points of the least size that counts. */
const SMALLEST = 20;
/** Of a letter and a line, in twips for each half point. */
const LETTER = 6.5;
const LINE = 15;
/** Lines may have half the width of the page. */
const INDENTED = 0.5;
/** Of a space that the paragraph leaves to the program (ECMA-376-1, 17.3.1.33). */
const AUTOMATIC = 280;
/** Multiples of a line are stated in its 240th parts. */
const SINGLE = 240;

/** `styles`: the text of their part; a paragraph with a style that has what matches `unknown` has no known height. */
export function heights(styles: string, unknown: RegExp): HeightOf {
  const chainOf = styleChains(styles);
  const sizeOf = sizesOfStyles(styles);
  const [defaults] = elementsIn(styles, 'w:docDefaults');
  const standard = spacingIn(defaults?.content ?? '');
  const spacingOf = cached(({ content }: ParagraphStyle) => (unknown.test(content) ? null : spacingIn(content)));
  return (paragraph, width) => {
    const ofStyles = chainOf(valueIn(paragraph, 'w:pStyle')).map(spacingOf);
    if (ofStyles.some(style => style === null)) return Number.POSITIVE_INFINITY;
    const { before, after, line } = largest([
      spacingIn(paragraph),
      standard,
      ...ofStyles.flatMap(style => style ?? []),
    ]);
    const size = sizeOf(paragraph, SMALLEST);
    const letters = paragraph.replace(/<[^<>]*>/g, '').length;
    const breaks = [...startTags(paragraph, 'w:br')].length;
    const lines = 1 + breaks + Math.floor((letters * LETTER * size) / (INDENTED * width));
    return lines * (LINE * size * Math.max(1, line / SINGLE)) + before + after + sum(extentsIn(paragraph, 'cy'));
  };
}

interface Spacing {
  readonly before: number;
  readonly after: number;
  readonly line: number;
}

function spacingIn(markup: string): Spacing {
  return largest(
    Array.from(startTags(markup, 'w:spacing'), ({ tag }) => {
      const automatic = /Autospacing/.test(tag) ? AUTOMATIC : 0;
      const [before, after, line] = ['w:before', 'w:after', 'w:line'].map(name => numberIn(tag, name) || 0);
      return { before: Math.max(automatic, before!), after: Math.max(automatic, after!), line: line! };
    }),
  );
}

/** Of each kind. */
function largest(spacings: readonly Spacing[]): Spacing {
  const most = (kind: keyof Spacing) => spacings.reduce((max, spacing) => Math.max(max, spacing[kind]), 0);
  return { before: most('before'), after: most('after'), line: most('line') };
}

/** Between the margins of a page of a section; NaN where it is not stated. */
export function pageOf(section: string): { readonly width: number; readonly height: number } {
  const [size, margins] = ['w:pgSz', 'w:pgMar'].map(name => startTags(section, name).next().value?.tag ?? '');
  const [top, bottom] = ['w:top', 'w:bottom'].map(side => Math.abs(numberIn(margins!, side)));
  return { width: betweenMargins(section), height: numberIn(size!, 'w:h') - top! - bottom! };
}
