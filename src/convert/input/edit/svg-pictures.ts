/**
 * Pictures of Office documents that are an SVG without the picture for older programs. LibreOffice draws an SVG that stands
 * in the place of that picture.
 */

import { attributeOf } from '../../../system/xml.js';
import { escapeXml } from '../../../text.js';
import type { Edit } from '../../xml.js';
import type { DocumentEdit, EditableDocument } from './document.js';

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const showSvgPictures: DocumentEdit = async document => {
  for (const part of document.parts)
    if (part.endsWith('.xml') && document.text(part)?.includes('svgBlip'))
      document.change(part, await references(document, part));
};

async function references(document: EditableDocument, part: string): Promise<Edit[]> {
  const elements = await document.elements(part, ['blip', 'svgBlip']);
  return elements.flatMap((element, i) => {
    const id = attributeOf(element, 'embed', RELATIONSHIPS);
    const blip = elements[i - 1];
    const isAlone = element.local === 'svgBlip' && blip?.local === 'blip' && blip.contentEnd >= element.end;
    if (!isAlone || id === undefined || attributeOf(blip, 'embed', RELATIONSHIPS) !== undefined) return [];
    const at = blip.contentStart - 1;
    return [{ from: at, to: at, text: ` docconv:embed="${escapeXml(id)}" xmlns:docconv="${RELATIONSHIPS}"` }];
  });
}
