/**
 * Workbooks that name no style Normal, as programs write them by hand. Cells without a format have the first format of the
 * workbook (ECMA-376-1, 18.3.1.4, `s`); LibreOffice prints them in a font of its own where no style is Normal.
 */
import type { XmlElement } from '../../../../system/xml.js';
import type { Edit } from '../../../xml.js';
import { type DocumentEdit, partOf } from '../document.js';
import { whereReadable } from '../layout/tags.js';

export const nameNormalStyle: DocumentEdit = whereReadable(async document => {
  const part = await partOf(document, /\.styles\+xml$/);
  if (part === null) return;
  const elements = await document.elements(part, ['styleSheet', 'cellStyleXfs', 'cellXfs', 'cellStyles']);
  const found = (name: string) => elements.find(({ local, parent }) => local === name && parent === elements[0]);
  const formats = found('cellXfs');
  if (!formats || found('cellStyles')) return;
  document.change(part, [...(found('cellStyleXfs') ? [] : [styleFormat(formats)]), style(formats)]);
});

function styleFormat({ uri, start }: XmlElement): Edit {
  return { from: start, to: start, text: `<cellStyleXfs xmlns="${uri}" count="1"><xf fontId="0"/></cellStyleXfs>` };
}

function style({ uri, end }: XmlElement): Edit {
  const named = '<cellStyle name="Normal" xfId="0" builtinId="0"/>';
  return { from: end, to: end, text: `<cellStyles xmlns="${uri}" count="1">${named}</cellStyles>` };
}
