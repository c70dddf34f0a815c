/** Text of Word documents in Malgun Gothic, where it is not installed. */
import { grouped } from '../../../../system/collections.js';
import type { XmlElement } from '../../../../system/xml.js';
import { type Edit, editStartTag, enclosing } from '../../../xml.js';
import type { DocumentEdit } from '../document.js';
import { wordElements } from '../word.js';
import { firstChildren } from './children.js';
import { partsWithMalgun } from './line-heights.js';
import { scriptRuns } from './script-runs.js';
import { respace } from './spacing.js';
import { isMalgun, substituteIn, wideningOf } from './substitutes.js';
import { whereReadable } from './tags.js';
import { propertiesOf, readTextStyles, stated, type TextStyles } from './text-styles.js';

const NAMES = ['p', 'pPr', 'pStyle', 'r', 'rPr', 'rStyle', 'rFonts', 'sz', 'lang', 'spacing', 't'];
const TWIPS = 20;
/** Word's own limit for the space between letters, in twips. */
const MAX_SPACE = 31_680;

interface MalgunRun {
  readonly owner: XmlElement;
  readonly properties: XmlElement | undefined;
  readonly spacing: XmlElement | undefined;
  readonly texts: readonly XmlElement[];
  /** In points. */
  readonly size: number;
  readonly language: string;
}

export const substituteWordFonts: DocumentEdit = whereReadable(async (document, { fonts, language }) => {
  const parts = await partsWithMalgun(document);
  const family = parts && substituteIn(await fonts());
  if (!parts || family === null) return;
  const styles = await readTextStyles(document, parts.styles);
  for (const part of parts.texts) {
    const read = async () => await wordElements(document, part, NAMES);
    const runs = runsIn(await read(), styles, language);
    document.change(part, divided(document.text(part)!, runs));
    const elements = await read();
    document.change(part, [...named(elements, family), ...widened(runsIn(elements, styles, language))]);
  }
  if (parts.styles !== null) document.change(parts.styles, named(await document.elements(parts.styles, NAMES), family));
});

function divided(text: string, runs: readonly MalgunRun[]): Edit[] {
  const rows = runs.flatMap(({ properties, texts: [first, ...others] }) =>
    others.length === 0 && keepsBlanks(first!) ? [{ text: first!, properties }] : [],
  );
  return scriptRuns(text, rows);
}

/** Without this attribute Word leaves out blanks at both ends. */
function keepsBlanks({ attributes, text }: XmlElement): boolean {
  return attributes.some(({ value }) => value === 'preserve') || text === text.trim();
}

function named(elements: readonly XmlElement[], family: string): Edit[] {
  return elements.flatMap(fonts => {
    const replaced = fonts.local === 'rFonts' ? fonts.attributes.filter(({ value }) => isMalgun(value)) : [];
    const written = replaced.map(({ name }) => ` ${name}="${family}"`).join('');
    return replaced.length > 0 ? [editStartTag(fonts, attribute => !replaced.includes(attribute), written)] : [];
  });
}

/** Each run with its text, where that is in Malgun Gothic. */
function runsIn(elements: readonly XmlElement[], styles: TextStyles, ofEngine: string): MalgunRun[] {
  const childOf = firstChildren(elements);
  const texts = grouped(
    elements.filter(({ local, parent }) => local === 't' && parent?.local === 'r'),
    ({ parent }) => parent!,
  );
  return [...texts].flatMap(([owner, texts]) => {
    const properties = childOf(owner, 'rPr');
    const ofParagraph = stated(childOf(childOf(enclosing(owner, 'p') ?? undefined, 'pPr'), 'pStyle'));
    const own = propertiesOf(properties, childOf);
    const {
      font = null,
      size = 0,
      language = ofEngine,
    } = styles.resolve(own, stated(childOf(properties, 'rStyle')), ofParagraph);
    const spacing = childOf(properties, 'spacing');
    return isMalgun(font) ? [{ owner, properties, spacing, texts, size, language }] : [];
  });
}

function widened(runs: readonly MalgunRun[]): Edit[] {
  return runs.flatMap(({ owner, properties, spacing, texts, size, language }) => {
    const text = texts.map(each => each.text).join('');
    const added = Math.round(size * TWIPS * wideningOf(text, language));
    const val = added + Number(stated(spacing) ?? 0);
    return added !== 0 && Math.abs(val) <= MAX_SPACE ? [respace({ owner, properties, spacing }, { val })] : [];
  });
}
