/** Text of slides in Malgun Gothic, where it is not installed. Runs that inherit their font or size get no letter spacing. */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { type Edit, editStartTag } from '../../../../xml.js';
import type { DocumentEdit } from '../../document.js';
import { type FirstChild, firstChildren } from '../children.js';
import { isMalgun, MALGUN, substituteIn, wideningOf } from '../substitutes.js';
import { whereReadable } from '../tags.js';
import { isDrawing, isRead, SLIDES_AND_MASTERS } from './slide-text.js';

const FONTS = ['latin', 'ea', 'cs', 'sym', 'buFont'];
/** Hundredths of a point (ECMA-376-1, 20.1.10.74). */
const MAX_SPACE = 400_000;

export const substituteFonts: DocumentEdit = whereReadable(async (document, { fonts }) => {
  for (const part of document.parts) {
    if (!(await isRead(document, part, SLIDES_AND_MASTERS)) || !MALGUN.test(document.text(part)!)) continue;
    const family = substituteIn(await fonts());
    if (family === null) return;
    const elements = (await document.elements(part, [...FONTS, 'r', 'fld', 'rPr', 't'])).filter(isDrawing);
    const childOf = firstChildren(elements);
    const named = elements.filter(element => FONTS.includes(element.local) && isMalgun(typefaceOf(element)));
    document.change(part, [
      ...named.map(font => editStartTag(font, ({ local }) => local !== 'typeface', ` typeface="${family}"`)),
      ...elements.flatMap(run => (run.local === 't' ? spaced(run, childOf) : [])),
    ]);
  }
});

const typefaceOf = (font: XmlElement | undefined): string | null => (font && attributeOf(font, 'typeface')) ?? null;

function spaced(text: XmlElement, childOf: FirstChild): Edit[] {
  const properties = childOf(text.parent ?? undefined, 'rPr');
  if (!properties || !isMalgun(typefaceOf(childOf(properties, 'ea') ?? childOf(properties, 'latin')))) return [];
  const stated = Number(attributeOf(properties, 'spc') ?? 0);
  const space = stated + Math.round(Number(attributeOf(properties, 'sz') ?? Number.NaN) * wideningOf(text.text));
  if (space === stated || !(Math.abs(space) <= MAX_SPACE)) return [];
  return [editStartTag(properties, ({ local }) => local !== 'spc', ` spc="${space}"`)];
}
