/**
 * Bullets without a font of their own have that of the text (ECMA-376-1, 21.1.2.4.6); LibreOffice draws them in OpenSymbol, which
 * has them higher and smaller.
 */

import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { escapeXml } from '../../../../../text.js';
import { type Edit, enclosing } from '../../../../xml.js';
import type { SlideText } from './slide-text.js';

/** The font of the theme for text (20.1.4.1.17). */
const OF_THEME = '+mn-lt';
/** Their letters are other signs. */
const SYMBOL_FONT = /^(?:wingdings.*|webdings|symbol|(?:itc )?zapf ?dingbats|marlett|mt extra|opensymbol)$/i;
/** Codes of symbol fonts. */
const PRIVATE_USE = /\p{Co}/u;

export function bulletEdits({ elements, childOf }: SlideText): Edit[] {
  const fonts = elements.filter(({ local }) => local === 'buFont' || local === 'buFontTx');
  const stated = new Set(fonts.map(({ parent }) => parent));
  const styled = new Set(fonts.map(font => enclosing(font, 'lstStyle')?.parent).filter(body => body !== undefined));
  const runs = firstRuns(elements);
  return elements.flatMap(bullet => {
    const paragraph = bullet.parent?.parent;
    if (bullet.local !== 'buChar' || paragraph?.local !== 'p' || childOf(paragraph, 'pPr') !== bullet.parent) return [];
    if (stated.has(bullet.parent) || styled.has(paragraph.parent!)) return [];
    if (PRIVATE_USE.test(attributeOf(bullet, 'char') ?? '')) return [];
    const prefix = bullet.name.slice(0, -'buChar'.length);
    const latin = childOf(childOf(runs.get(paragraph), 'rPr'), 'latin');
    const font = `<${prefix}buFont typeface="${escapeXml(typefaceFor(latin))}"/>`;
    return [{ from: bullet.start, to: bullet.start, text: font }];
  });
}

/** By their paragraphs. */
function firstRuns(elements: readonly XmlElement[]): Map<XmlElement, XmlElement> {
  const runs = elements.filter(({ local, parent }) => (local === 'r' || local === 'fld') && parent?.local === 'p');
  return new Map(runs.toReversed().map(run => [run.parent!, run]));
}

function typefaceFor(latin: XmlElement | undefined): string {
  const typeface = (latin && attributeOf(latin, 'typeface')) || OF_THEME;
  return SYMBOL_FONT.test(typeface.trim()) ? OF_THEME : typeface;
}
