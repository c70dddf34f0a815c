/** Text of Word documents in Malgun Gothic, where it is not installed. */
import type { XmlElement } from '../../../../system/xml.js';
import { type Edit, editStartTag, enclosing } from '../../../xml.js';
import type { DocumentEdit } from '../document.js';
import { WORD } from '../word.js';
import { firstChildren } from './children.js';
import { partsWithMalgun } from './line-heights.js';
import { respace } from './spacing.js';
import { isMalgun, substituteIn, wideningOf } from './substitutes.js';
import { whereReadable } from './tags.js';
import { propertiesOf, readTextStyles, stated, type TextStyles } from './text-styles.js';

const NAMES = ['p', 'pPr', 'pStyle', 'r', 'rPr', 'rStyle', 'rFonts', 'sz', 'spacing', 't'];
const TWIPS = 20;
/** Word's own limit for the space between letters, in twips. */
const MAX_SPACE = 31_680;

export const substituteWordFonts: DocumentEdit = whereReadable(async (document, { fonts }) => {
  const parts = await partsWithMalgun(document);
  const family = parts && substituteIn(await fonts());
  if (!parts || family === null) return;
  const styles = await readTextStyles(document, parts.styles);
  for (const part of parts.texts) {
    const elements = (await document.elements(part, NAMES)).filter(({ uri }) => WORD.includes(uri));
    document.change(part, [...named(elements, family), ...widened(elements, styles)]);
  }
  if (parts.styles !== null) document.change(parts.styles, named(await document.elements(parts.styles, NAMES), family));
});

function named(elements: readonly XmlElement[], family: string): Edit[] {
  return elements.flatMap(fonts => {
    const replaced = fonts.local === 'rFonts' ? fonts.attributes.filter(({ value }) => isMalgun(value)) : [];
    const written = replaced.map(({ name }) => ` ${name}="${family}"`).join('');
    return replaced.length > 0 ? [editStartTag(fonts, attribute => !replaced.includes(attribute), written)] : [];
  });
}

function widened(elements: readonly XmlElement[], styles: TextStyles): Edit[] {
  const childOf = firstChildren(elements);
  const texts = new Map<XmlElement, string>();
  for (const { local, parent, text } of elements)
    if (local === 't' && parent?.local === 'r') texts.set(parent, (texts.get(parent) ?? '') + text);
  return [...texts].flatMap(([owner, text]) => {
    const properties = childOf(owner, 'rPr');
    const ofParagraph = stated(childOf(childOf(enclosing(owner, 'p') ?? undefined, 'pPr'), 'pStyle'));
    const own = propertiesOf(properties, childOf);
    const { font, size } = styles.resolve(own, stated(childOf(properties, 'rStyle')), ofParagraph);
    const added = isMalgun(font ?? null) ? Math.round((size ?? 0) * TWIPS * wideningOf(text)) : 0;
    const spacing = childOf(properties, 'spacing');
    const val = added + Number(stated(spacing) ?? 0);
    return added !== 0 && Math.abs(val) <= MAX_SPACE ? [respace({ owner, properties, spacing }, { val })] : [];
  });
}
