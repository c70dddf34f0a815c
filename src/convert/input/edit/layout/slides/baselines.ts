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
  const sizes = meanSizes(elements);
  const unknown = new Set(
    elements.filter(({ local }) => local === 'lnSpc' || local === 'prstTxWarp').map(each => enclosing(each, 'txBody')),
  );
  return elements.flatMap(body => {
    const properties = childOf(body, 'bodyPr');
    const size = sizes.get(body);
    if (body.local !== 'txBody' || !properties || !size || unknown.has(body) || isTurned(properties)) return [];
    return moved(properties, Math.round(size * EMU * SHIFT));
  });
}

/** Of the first runs of the paragraphs of each text; NaN for a text with one that states no size. */
function meanSizes(elements: readonly XmlElement[]): Map<XmlElement, number> {
  const paragraphs = new Set<XmlElement>();
  const sums = new Map<XmlElement, { sum: number; count: number }>();
  for (const properties of elements) {
    const paragraph = properties.local === 'rPr' ? enclosing(properties, 'p') : null;
    if (!paragraph?.parent || paragraphs.has(paragraph)) continue;
    paragraphs.add(paragraph);
    const size = Number(attributeOf(properties, 'sz') ?? Number.NaN);
    const { sum, count } = sums.get(paragraph.parent) ?? { sum: 0, count: 0 };
    sums.set(paragraph.parent, { sum: sum + (isSize(size) ? size : Number.NaN), count: count + 1 });
  }
  return new Map([...sums].map(([body, { sum, count }]) => [body, sum / count]));
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
