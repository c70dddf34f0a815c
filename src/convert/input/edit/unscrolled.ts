/**
 * Excel workbooks without the saved scroll position: a sheet on a single page would begin with the first row that the
 * window showed. Frozen rows and columns are kept.
 */
import { editStartTag } from '../../xml.js';
import type { DocumentEdit } from './document.js';
import { EXCEL, isSheetPart } from './excel.js';

export const removeScrollPositions: DocumentEdit = async document => {
  for (const part of document.parts) {
    if (!isSheetPart(await document.contentType(part))) continue;
    const views = await document.elements(part, ['sheetView', 'pane']);
    const scrolled = views.filter(({ uri, attributes }) => EXCEL.includes(uri) && attributes.some(isPosition));
    document.change(
      part,
      scrolled.map(view => editStartTag(view, attribute => !isPosition(attribute))),
    );
  }
};

const isPosition = ({ name }: { name: string }): boolean => name === 'topLeftCell';
