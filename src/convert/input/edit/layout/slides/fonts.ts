/** Text of slides in Malgun Gothic, where it is not installed. Runs that inherit their font or size get no letter spacing. */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { type Edit, editStartTag } from '../../../../xml.js';
import type { DocumentEdit } from '../../document.js';
import { firstChildren } from '../children.js';
import { type RunText, scriptRuns } from '../script-runs.js';
import { isMalgun, MALGUN, substituteIn, wideningOf } from '../substitutes.js';
import { whereReadable } from '../tags.js';
import { isDrawing, isRead, SLIDES_AND_MASTERS } from './slide-text.js';

const FONTS = ['latin', 'ea', 'cs', 'sym', 'buFont'];
/** Hundredths of a point (ECMA-376-1, 20.1.10.74). */
const MAX_SPACE = 400_000;
const EAST_ASIAN = /^(?:ko|ja|zh)\b/i;

export const substituteFonts: DocumentEdit = whereReadable(async (document, { fonts, language }) => {
  for (const part of document.parts) {
    if (!(await isRead(document, part, SLIDES_AND_MASTERS)) || !MALGUN.test(document.text(part)!)) continue;
    const family = substituteIn(await fonts());
    if (family === null) return;
    const read = async () => (await document.elements(part, [...FONTS, 'r', 'fld', 'rPr', 't'])).filter(isDrawing);
    const texts = textsIn(await read());
    document.change(part, scriptRuns(document.text(part)!, texts));
    const elements = await read();
    const named = elements.filter(element => FONTS.includes(element.local) && isMalgun(typefaceOf(element)));
    document.change(part, [
      ...named.map(font => editStartTag(font, ({ local }) => local !== 'typeface', ` typeface="${family}"`)),
      ...textsIn(elements).flatMap(text => spaced(text, language)),
    ]);
  }
});

const typefaceOf = (font: XmlElement | undefined): string | null => (font && attributeOf(font, 'typeface')) ?? null;

/** Texts in Malgun Gothic, of runs and fields that state it. */
function textsIn(elements: readonly XmlElement[]): RunText[] {
  const childOf = firstChildren(elements);
  return elements.flatMap(text => {
    const properties = text.local === 't' ? childOf(text.parent ?? undefined, 'rPr') : undefined;
    const font = typefaceOf(childOf(properties, 'ea') ?? childOf(properties, 'latin'));
    return isMalgun(font) ? [{ text, properties }] : [];
  });
}

function spaced({ text, properties }: RunText, ofEngine: string): Edit[] {
  if (!properties) return [];
  const language = languageOf(properties, ofEngine);
  const stated = Number(attributeOf(properties, 'spc') ?? 0);
  const size = Number(attributeOf(properties, 'sz') ?? Number.NaN);
  const space = stated + Math.round(size * wideningOf(text.text, language, true));
  if (space === stated || !(Math.abs(space) <= MAX_SPACE)) return [];
  return [editStartTag(properties, ({ local }) => local !== 'spc', ` spc="${space}"`)];
}

/** Of East Asian letters: those of a run in a Western language have that of the engine. */
function languageOf(properties: XmlElement, ofEngine: string): string {
  const stated = attributeOf(properties, 'lang') ?? '';
  return EAST_ASIAN.test(stated) ? stated : ofEngine;
}
