/** Shapes with text on a slide, as PowerPoint writes them. */
import type { Fixture } from '../documents.js';
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

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STYLES_TYPE = 'application/vnd.openxmlformats-officedocument.presentationml.tableStyles+xml';

/** A slide with a table of one cell, a header, of a style by its number; `defined`: the styles that the presentation has. */
export function slideTable(style: string, paragraphs: string, defined = ''): Fixture {
  const cell = `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraphs}</a:txBody><a:tcPr/></a:tc>`;
  const table = `<a:tbl><a:tblPr firstRow="1" bandRow="1"><a:tableStyleId>${style}</a:tableStyleId></a:tblPr><a:tblGrid><a:gridCol w="7000000"/></a:tblGrid><a:tr h="900000">${cell}</a:tr></a:tbl>`;
  const frame = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="900000" y="900000"/><a:ext cx="7000000" cy="900000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table">${table}</a:graphicData></a:graphic></p:graphicFrame>`;
  return slideWith(frame, {
    '[Content_Types].xml': xml =>
      xml.replace('</Types>', `<Override PartName="/ppt/tableStyles.xml" ContentType="${STYLES_TYPE}"/></Types>`),
    'ppt/_rels/presentation.xml.rels': xml =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="rIdT" Type="${RELATIONS}/tableStyles" Target="tableStyles.xml"/></Relationships>`,
      ),
    'ppt/tableStyles.xml': `<a:tblStyleLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" def="${MEDIUM_2}">${defined}</a:tblStyleLst>`,
  });
}

/** The style of new tables in PowerPoint. */
export const MEDIUM_2 = '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}';
