/**
 * The baseline of a line is as far below its upper edge as the size of its font in LibreOffice; in PowerPoint for Mac it is 0.06
 * of the size higher, with each font (measured with Arial, Malgun Gothic and Courier New, 12 to 40 points). A text moves by its
 * margins above and below, whose sum stays.
 */
import { attributeOf, type XmlElement } from '../../../../../system/xml.js';
import { type Edit, editStartTag, enclosing } from '../../../../xml.js';
import type { SlideText } from './slide-text.js';

/** Of the size of the font. */
const SHIFT = 0.06;
/** EMU in a hundredth of a point, the unit of sizes (ECMA-376-1, 20.1.10.72). */
const EMU = 127;
/** Margins that a text has by default (21.1.2.1.1), in EMU. */
const MARGIN = 45_720;

export function baselineEdits({ elements, childOf }: SlideText): Edit[] {
  const sizes = sizesOfParagraphs(elements);
  const unknown = new Set(
    elements.filter(({ local }) => local === 'lnSpc' || local === 'prstTxWarp').map(each => enclosing(each, 'txBody')),
  );
  return elements.flatMap(body => {
    const properties = childOf(body, 'bodyPr');
    const ofBody = sizes.get(body);
    if (body.local !== 'txBody' || !properties || !ofBody || unknown.has(body) || isTurned(properties)) return [];
    const mean = ofBody.reduce((sum, size) => sum + size, 0) / ofBody.length;
    return moved(properties, Math.round(mean * EMU * SHIFT));
  });
}

/** Of the first run of each paragraph; none for a text with one that states no size. */
function sizesOfParagraphs(elements: readonly XmlElement[]): Map<XmlElement, number[]> {
  const first = new Map<XmlElement, number>();
  for (const properties of elements) {
    if (properties.local !== 'rPr') continue;
    const paragraph = enclosing(properties, 'p');
    if (paragraph && !first.has(paragraph)) first.set(paragraph, Number(attributeOf(properties, 'sz') ?? Number.NaN));
  }
  const sizes = new Map<XmlElement, number[]>();
  for (const [{ parent }, size] of first) if (parent) sizes.set(parent, [...(sizes.get(parent) ?? []), size]);
  for (const [body, ofBody] of sizes) if (!ofBody.every(isSize)) sizes.delete(body);
  return sizes;
}

/** 20.1.10.72. */
const isSize = (size: number): boolean => size >= 100 && size <= 400_000;

function isTurned(properties: XmlElement): boolean {
  return (attributeOf(properties, 'vert') ?? 'horz') !== 'horz' || Number(attributeOf(properties, 'rot') ?? 0) !== 0;
}

function moved(properties: XmlElement, wanted: number): Edit[] {
  const [above, below] = ['tIns', 'bIns'].map(name => Number(attributeOf(properties, name) ?? MARGIN)) as [
    number,
    number,
  ];
  const shift = Math.min(wanted, above);
  if (!(shift > 0 && Number.isFinite(below))) return [];
  const margins = ` tIns="${above - shift}" bIns="${below + shift}"`;
  return [editStartTag(properties, ({ local }) => local !== 'tIns' && local !== 'bIns', margins)];
}
