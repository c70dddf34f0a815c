/**
 * Bullets without a font of their own have that of the text (ECMA-376-1, 21.1.2.4.6); LibreOffice draws them in OpenSymbol, which
 * has them higher and smaller.
 */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { type Edit, enclosing, escapeXml } from '../../../../xml.js';
import type { SlideText } from './slide-text.js';

/** The font of the theme for text (20.1.4.1.17). */
const OF_THEME = '+mn-lt';
/** Codes of symbol fonts. */
const PRIVATE_USE = /\p{Co}/u;

export function bulletEdits({ elements, childOf }: SlideText): Edit[] {
  const fonts = elements.filter(({ local }) => local === 'buFont' || local === 'buFontTx');
  const stated = new Set(fonts.map(({ parent }) => parent));
  const styled = new Set(fonts.map(font => enclosing(font, 'lstStyle')?.parent).filter(body => body !== undefined));
  const texts = new Map<XmlElement, string>();
  for (const latin of elements.filter(({ local }) => local === 'latin')) {
    const paragraph = enclosing(latin, 'p');
    const typeface = attributeOf(latin, 'typeface');
    if (paragraph && typeface && !texts.has(paragraph)) texts.set(paragraph, typeface);
  }
  return elements.flatMap(bullet => {
    const paragraph = bullet.parent?.parent;
    if (bullet.local !== 'buChar' || paragraph?.local !== 'p' || childOf(paragraph, 'pPr') !== bullet.parent) return [];
    if (stated.has(bullet.parent) || styled.has(paragraph.parent!)) return [];
    if (PRIVATE_USE.test(attributeOf(bullet, 'char') ?? '')) return [];
    const prefix = bullet.name.slice(0, -'buChar'.length);
    const font = `<${prefix}buFont typeface="${escapeXml(texts.get(paragraph) ?? OF_THEME)}"/>`;
    return [{ from: bullet.start, to: bullet.start, text: font }];
  });
}
