/**
 * LibreOffice drops the tab stops of a paragraph without a bullet whose indent is stated, also one of 0, which is the default
 * (ECMA-376-1, 21.1.2.2.7): programs state it, and PowerPoint where a bullet was removed. Such an indent is left out where no
 * style would take its place.
 */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { type Edit, editStartTag, enclosing } from '../../../../xml.js';
import { type EditableDocument, mainPart } from '../../document.js';
import type { SlideText } from './slide-text.js';

const BULLETS = ['buChar', 'buAutoNum', 'buBlip'];
/** Styles of text in shapes that are no placeholders, in the presentation and its masters. */
const STYLE = /<(?:[\w.-]+:)?(defaultTextStyle|otherStyle)(?:\s*(\/>)|[\s>])/g;
const INDENT = /\sindent\s*=/;
const MASTERS = /\.presentationml\.slidemaster\+xml$/;

export function tabStopEdits({ elements, childOf }: SlideText): Edit[] {
  const indented = (properties: XmlElement) =>
    Number(attributeOf(properties, 'marL') ?? 0) !== 0 || Number(attributeOf(properties, 'indent') ?? Number.NaN) !== 0;
  return elements.flatMap(stops => {
    const properties = stops.local === 'tabLst' ? stops.parent : null;
    if (properties?.local !== 'pPr' || indented(properties)) return [];
    if (BULLETS.some(name => childOf(properties, name)) || hasStyle(properties, childOf)) return [];
    return [editStartTag(properties, ({ local }) => local !== 'indent')];
  });
}

function hasStyle(properties: XmlElement, childOf: SlideText['childOf']): boolean {
  const list = childOf(enclosing(properties, 'txBody') ?? undefined, 'lstStyle');
  return list !== undefined && list.contentEnd > list.contentStart;
}

/** Whether text in shapes that are no placeholders inherits an indent. */
export async function inheritsIndent(document: EditableDocument): Promise<boolean> {
  const main = await mainPart(document);
  for (const part of document.parts)
    if ((part === main || MASTERS.test(await document.contentType(part))) && statesIndent(document.text(part)!))
      return true;
  return false;
}

function statesIndent(text: string): boolean {
  let from = 0;
  for (const { index, 1: name, 2: close } of text.matchAll(STYLE)) {
    if (index < from || close === '/>') continue;
    const end = text.indexOf(`${name}>`, index + name!.length + 2);
    from = end < 0 ? text.length : end; // each character is read once
    if (INDENT.test(text.slice(index, from))) return true;
  }
  return false;
}
