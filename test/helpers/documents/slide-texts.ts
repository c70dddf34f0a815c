/** Shapes with text on a slide, as PowerPoint writes them. */
import { slideWith } from './with.js';

interface TextBox {
  /** Attributes of its properties. */
  readonly properties?: string;
  readonly styles?: string;
  /** How the text or the shape is fitted. */
  readonly fit?: string;
  /** Content of p:nvPr. */
  readonly kind?: string;
}

/** `paragraphs`: markup with the prefix a. */
export function textBox(
  paragraphs: string,
  { properties = '', fit = '', styles = '', kind = '' }: TextBox = {},
): string {
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Box"/><p:cNvSpPr txBox="1"/><p:nvPr>${kind}</p:nvPr></p:nvSpPr>` +
    '<p:spPr><a:xfrm><a:off x="900000" y="2000000"/><a:ext cx="7000000" cy="3000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>' +
    `<p:txBody><a:bodyPr wrap="square"${properties}${fit ? `>${fit}</a:bodyPr>` : '/>'}<a:lstStyle>${styles}</a:lstStyle>${paragraphs}</p:txBody></p:sp>`
  );
}

/** `size`: in hundredths of a point. */
export function line(text: string, size: number | null = 1800, { font = 'Arial', properties = '' } = {}): string {
  const stated = size === null ? '' : ` sz="${size}"`;
  const fonts = `<a:latin typeface="${font}"/><a:ea typeface="${font}"/>`;
  return `<a:p>${properties}<a:r><a:rPr lang="en-US"${stated}>${fonts}</a:rPr><a:t>${text}</a:t></a:r></a:p>`;
}

export const BULLET = '<a:pPr marL="342900" indent="-342900"><a:buChar char="•"/></a:pPr>';

export const slideOf = (...boxes: string[]) => slideWith(boxes.join(''));
